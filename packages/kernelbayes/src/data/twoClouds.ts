import { cholesky } from "../engine/reference/cholesky.ts";
import type { Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { fromRows } from "../matrix/row.ts";
import { multivariateNormal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawTwoClasses, type TwoClassOptions } from "./labelledTable.ts";

/** One value for each class. */
export interface ByClass<Value> {
  readonly positive: Value;
  readonly negative: Value;
}

export interface TwoCloudsOptions extends TwoClassOptions {
  readonly means?: ByClass<readonly number[]>;
  /** Row by row; symmetric and positive definite. Only the lower triangle is read. */
  readonly covariances?: ByClass<readonly (readonly number[])[]>;
}

const unit = [
  [1, 0],
  [0, 1],
];

/** Two normal clouds with given means and covariances; by default two round ones whose centers are two deviations apart. */
export function twoClouds({
  rows = 200,
  seed = 1,
  positives,
  means = { positive: [1, 0], negative: [-1, 0] },
  covariances = { positive: unit, negative: unit },
}: TwoCloudsOptions = {}): Table {
  const factors = {
    positive: factorOf("positive", means, covariances),
    negative: factorOf("negative", means, covariances),
  };
  return drawTwoClasses({ rows, seed, positives }, (source, isPositive) => {
    const label = isPositive ? "positive" : "negative";
    return multivariateNormal(source, means[label], factors[label]);
  });
}

function factorOf(
  label: "positive" | "negative",
  means: ByClass<readonly number[]>,
  covariances: ByClass<readonly (readonly number[])[]>,
): Matrix {
  const size = means.positive.length;
  const covariance = covariances[label];
  if (means[label].length !== size || covariance.length !== size || covariance.some((row) => row.length !== size)) {
    throw new InputError(
      "shape",
      `Both means must have the same length, here ${size}, and each covariance ${size} × ${size} numbers.`,
    );
  }
  const result = cholesky(fromRows(covariance));
  if (result.ok) return result.factor;
  throw new InputError("covariance", `The covariance of class "${label}" is not positive definite.`);
}
