import { type Matrix, type Table } from "kernelbayes";
import { type Engine } from "kernelbayes/engine";
import { encode, learnEncoding, tableOf, type EncodingOptions } from "kernelbayes/table";

/** The columns of a table beside its label column, encoded. */
export function featureMatrix(table: Table, target: string, encoding: EncodingOptions = {}): Matrix {
  const features = tableOf(table.columns.filter(({ name }) => name !== target));
  return encode(learnEncoding(features, encoding).encoding, features);
}

/** The median squared distance of two rows that differ. */
export function medianSquaredDistance(engine: Engine, X: Matrix): number {
  const { data } = engine.squaredDistances(X);
  const pairs = data.filter((distance, at) => at % X.rows < Math.floor(at / X.rows) && distance > 0).toSorted();
  if (pairs.length === 0) throw new RangeError("There must be two rows that differ.");
  return pairs[pairs.length >> 1];
}
