import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawTwoClasses, type TwoClassOptions } from "./labelledTable.ts";

const centers = {
  positive: [
    [-0.3, 0.7],
    [0.4, 0.7],
  ],
  negative: [
    [-0.7, 0.3],
    [0.3, 0.3],
  ],
};
const deviation = Math.sqrt(0.03);

/**
 * Ripley's synthetic problem: two columns, each class an equal mixture of two normals with covariance 0.03 I, centered at
 * (−0.3, 0.7) and (0.4, 0.7) for class "positive", at (−0.7, 0.3) and (0.3, 0.3) for class "negative". The best classifier
 * has an error rate of 8.9 %. (The figure of 8 % that is often quoted is what it scores on the 1000 test rows of the source.)
 *
 * B. D. Ripley, Pattern Recognition and Neural Networks, 1996.
 */
export function ripley({ rows = 250, seed = 1, positives }: TwoClassOptions = {}): Table {
  return drawTwoClasses({ rows, seed, positives }, (source, isPositive) =>
    centers[isPositive ? "positive" : "negative"][source.integer(2)].map((entry) => entry + deviation * normal(source)),
  );
}
