import { type Matrix } from "kernelbayes";
import { torus } from "kernelbayes/data";
import { type Engine } from "kernelbayes/engine";
import { encode, encodeLabels, learnEncoding, tableOf } from "kernelbayes/table";

/** Least squares on Fisher's targets in a kernel, of which the regularization is to be found. */
export interface RegularizationProblem {
  readonly X: Matrix;
  /** 1/ℓ² a column. */
  readonly weights: Float64Array;
  /** n/n₁ and −n/n₀. */
  readonly targets: Float64Array;
  readonly ones: Float64Array;
}

/** Of the kernel, in deviations of the columns. */
const lengthScale = 0.5;

/** Rows of a ball inside a ring, standardized. */
export function regularizationProblem(rows: number, seed: number): RegularizationProblem {
  const table = torus({ rows, seed });
  const features = tableOf(table.columns.filter(({ name }) => name !== "class"));
  const { classes } = encodeLabels(table, "class");
  const X = encode(learnEncoding(features).encoding, features);
  return {
    X,
    weights: new Float64Array(X.columns).fill(1 / lengthScale ** 2),
    targets: fisherTargets(classes),
    ones: new Float64Array(rows).fill(1),
  };
}

/** With targets n/n₁ and −n/n₀ least squares is the Fisher discriminant. */
export function fisherTargets(classes: ArrayLike<number>): Float64Array {
  const n = classes.length;
  const positives = Array.from(classes).filter((q) => q === 1).length;
  return Float64Array.from(classes, (q) => (q === 1 ? n / positives : -n / (n - positives)));
}

/** The kernel matrix. */
export function kernelOf(engine: Engine, { X, weights }: RegularizationProblem): Matrix {
  return engine.gaussianMatrix(X, undefined, weights);
}
