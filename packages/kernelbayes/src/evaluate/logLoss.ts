import type { Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { classNumbers } from "./classNumbers.ts";
import { elpd } from "./elpd.ts";
import { probabilityMatrix, type Probabilities } from "./probabilities.ts";

export interface LogLoss {
  /** In nats per row; 0 is perfect, log C is no better than an even guess among C classes. */
  readonly mean: number;
  /** Rows whose true class had a probability below 10⁻¹⁵ and was counted as 10⁻¹⁵. */
  readonly floored: number;
}

/**
 * Mean negative logarithm of the probability that was given to the true class, −Σ wᵢ log pᵢ / Σ wᵢ. One confident mistake
 * would make it infinite; probabilities below 10⁻¹⁵ count as 10⁻¹⁵, and how many did is told.
 */
export function logLoss(probabilities: Probabilities, truth: ArrayLike<number>, weights?: ArrayLike<number>): LogLoss {
  const { data, rows, columns } = probabilityMatrix(probabilities);
  const actual = classNumbers(truth, rows, columns);
  return ofDensities(
    Float64Array.from(actual, (number, row) => Math.log(Math.max(0, data[row * columns + number]))),
    weights,
  );
}

/** The same from the logarithms of the class probabilities, which need not survive exponentiation. */
export function logLossFromLogarithms(
  { data, rows, columns }: Matrix,
  truth: ArrayLike<number>,
  weights?: ArrayLike<number>,
): LogLoss {
  const actual = classNumbers(truth, rows, columns);
  return ofDensities(
    Float64Array.from(actual, (number, row) => {
      const value = data[row * columns + number];
      if (value <= 1e-6) return value;
      throw new InputError("not-a-probability", `The logarithm of a probability is at most 0; got ${value}.`, {
        row: row + 1,
      });
    }),
    weights,
  );
}

function ofDensities(densities: Float64Array, weights: ArrayLike<number> | undefined): LogLoss {
  const { perRow, floored } = elpd(densities, weights);
  return { mean: -perRow, floored };
}
