import { type Matrix, type Table } from "kernelbayes";
import { trainingData } from "kernelbayes/evaluate";
import { encode } from "kernelbayes/table";

/** The rows of a generated table as a model sees them: standardized, with class numbers. */
export function encodedTable(table: Table): { readonly X: Matrix; readonly classes: Int32Array } {
  const { encoding, classes } = trainingData(table, { target: "class" });
  return { X: encode(encoding, table), classes };
}
