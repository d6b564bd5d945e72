import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawTwoClasses, type TwoClassOptions } from "./labelledTable.ts";

/**
 * Two elongated normals with a common center, at right angles: class "positive" has the deviations 0.8 and 0.3 in the two
 * columns, class "negative" 0.3 and 0.8. The best boundary is the pair of lines x1 = ±x2; its error rate is
 * (2/π) arctan(0.3/0.8) = 22.8 %.
 *
 * Our own numbers in the spirit of the toy data of T. Peña Centeno & N. D. Lawrence, 2006.
 */
export function bumpy({ rows = 200, seed = 1, positives }: TwoClassOptions = {}): Table {
  return drawTwoClasses({ rows, seed, positives }, (source, isPositive) => {
    const [long, short] = [0.8 * normal(source), 0.3 * normal(source)];
    return isPositive ? [long, short] : [short, long];
  });
}
