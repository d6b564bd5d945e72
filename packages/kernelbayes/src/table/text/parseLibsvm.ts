import type { CellOptions } from "../columnFromTexts.ts";
import type { DecodeOptions } from "./decodeText.ts";
import { libsvmRows } from "./libsvmRows.ts";
import { parseByRows } from "./parseByRows.ts";
import type { Table } from "../table.ts";

/** How LIBSVM text is read. Missing are `nan` and `NaN`, unless `missing` lists others. */
export interface LibsvmOptions extends CellOptions, DecodeOptions {
  /**
   * The number of features, so that a file whose last columns happen to be all zero has the columns of another. Default:
   * the largest index that occurs.
   */
  readonly features?: number;
}

/**
 * A table from the text format of LIBSVM and SVMlight: a row a line, first its label, then pairs of index and value, the
 * indices ascending from 1; what follows a # is a comment.
 *
 *     +1 1:0.7 3:-2    # the second feature is 0
 *
 * The columns are `label`, a text column of labels as they are written, and `x1`, `x2`, …, in which an index that a row lacks is 0.
 * The table holds all zeros: indices beyond 100 000 are refused, unless `features` allows them.
 *
 * @example parseLibsvm("+1 1:0.7 3:-2\\n-1 2:1\\n", { features: 4 })
 */
export function parseLibsvm(input: string | Uint8Array, options: LibsvmOptions = {}): Table {
  return parseByRows(libsvmRows, input, options);
}
