import { encode } from "../packages/kernelbayes/src/encoding/encode.ts";
import type { Matrix } from "../packages/kernelbayes/src/engine/matrix.ts";
import type { Table } from "../packages/kernelbayes/src/table/table.ts";
import { trainingData } from "../packages/kernelbayes/src/fit/trainingData.ts";

/** The rows of a generated table as a model sees them: standardized, with class numbers. */
export function encodedTable(table: Table): { readonly X: Matrix; readonly classes: Int32Array } {
  const { encoding, classes } = trainingData(table, { target: "class" });
  return { X: encode(encoding, table), classes };
}
