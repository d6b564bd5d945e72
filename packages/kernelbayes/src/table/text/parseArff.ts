import { arffRows } from "./arffRows.ts";
import type { CellOptions } from "../columnFromTexts.ts";
import type { DecodeOptions } from "./decodeText.ts";
import { parseByRows } from "./parseByRows.ts";
import type { Table } from "../table.ts";

/** How ARFF is read. Only `?` is missing, unless `missing` lists other texts beside it. */
export interface ArffOptions extends CellOptions, DecodeOptions {}

/**
 * A table from text in the attribute-relation file format of Weka. The types are those of the header: numeric, real and integer
 * attributes are number columns, nominal and string attributes text columns, dates in ISO 8601 date columns. A value that
 * its nominal attribute does not declare is an `InputError`, and so are relational attributes, other dates, and weights
 * of rows, which are not read.
 *
 * Rows may be sparse, `{1 5.1, 3 setosa}`: attributes count from 0, and those that are absent are 0, or the first value of
 * a nominal attribute.
 *
 * @example parseArff("@relation r\\n@attribute length numeric\\n@attribute kind {ash, birch}\\n@data\\n5.1, ash\\n")
 */
export function parseArff(input: string | Uint8Array, options: ArffOptions = {}): Table {
  return parseByRows(arffRows, input, options);
}
