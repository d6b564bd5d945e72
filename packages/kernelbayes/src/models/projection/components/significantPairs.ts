import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { InputError } from "../../../errors.ts";

/** Which components are kept. */
export interface ComponentLimits {
  readonly count: number | undefined;
  readonly tolerance: number | undefined;
}

/** How large rounding may be: the number of rows, and the largest entry of the kernel before it was centered. */
export interface Rounding {
  readonly rows: number;
  readonly largest: number;
}

export interface SignificantPairs {
  /** From the largest. */
  readonly eigenvalues: Float64Array;
  /** Orthonormal columns in the same order. */
  readonly vectors: Matrix;
}

/**
 * The largest eigenvalues of a centered kernel matrix that are more than rounding, one more than `count` at most, with their
 * vectors. The one more tells whether the last that is kept has an axis of its own.
 */
export function significantPairs(
  engine: Engine,
  S: Matrix,
  { count, tolerance }: ComponentLimits,
  { rows, largest }: Rounding,
): SignificantPairs {
  const wanted = Math.min(S.rows, count === undefined ? S.rows : count + 1);
  const { values, vectors } = wanted < S.rows ? engine.leadingEigenSymmetric(S, wanted) : engine.eigenSymmetric(S);
  const rounding = 4 * rows * Number.EPSILON;
  const first = values[wanted - 1];
  const least = Math.max((tolerance ?? rounding) * first, rounding * largest);
  if (!(first > least)) {
    throw new InputError(
      "equal-rows",
      "All rows are the same to the kernel, so that they have no principal components.",
      {},
      "Check the columns, or the length scale of the kernel.",
    );
  }
  const eigenvalues = values.filter((value) => value > least).toReversed();
  const ordered = matrix(S.rows, eigenvalues.length);
  for (let i = 0; i < S.rows; i++) {
    for (let l = 0; l < ordered.columns; l++) {
      ordered.data[i * ordered.columns + l] = vectors.data[i * wanted + wanted - 1 - l];
    }
  }
  return { eigenvalues, vectors: ordered };
}
