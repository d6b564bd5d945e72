import type { Matrix } from "../engine/matrix.ts";
import { quantileOfSorted } from "../numeric/quantile.ts";
import { stream } from "../random/stream.ts";
import { calibrationError } from "./calibrationError.ts";

/** Draws from a branch of its own, so that nothing else with the same seed meets the same numbers. */
const BRANCH = 1_667_328_098;
const draws = 200;

/**
 * Between which ends the calibration error would lie, with the given probability, if the probabilities were perfect: true classes are
 * drawn from the probabilities, many times over, and the error is measured each time.
 *
 * J. Bröcker & L. A. Smith, *Increasing the reliability of reliability diagrams*, 2007 (consistency resampling).
 */
export function calibrationByChance(
  probabilities: Matrix,
  {
    seed,
    level,
    weights,
  }: { readonly seed: number; readonly level: number; readonly weights?: ArrayLike<number> | undefined },
): { readonly lower: number; readonly upper: number } {
  const { rows, columns, data } = probabilities;
  const random = stream(seed, BRANCH);
  const bins = weights === undefined ? {} : { weights };
  const drawn = new Int32Array(rows);
  const errors = Float64Array.from({ length: draws }, () => {
    for (let row = 0; row < rows; row++)
      drawn[row] = drawClass(data.subarray(row * columns, (row + 1) * columns), random.uniform());
    return calibrationError(probabilities, drawn, bins).error;
  }).toSorted();
  return {
    lower: quantileOfSorted(errors, (1 - level) / 2),
    upper: quantileOfSorted(errors, (1 + level) / 2),
  };
}

/** The class in whose part of the unit interval a number lies; the parts are as long as the probabilities. */
function drawClass(probabilities: Float64Array, at: number): number {
  let sum = 0;
  for (let number = 0; number < probabilities.length - 1; number++) {
    sum += probabilities[number];
    if (at < sum) return number;
  }
  return probabilities.length - 1;
}
