import { column } from "../matrix/index.ts";
import { classNumbers } from "./classNumbers.ts";
import { equalMassBins, type BinOptions } from "./reliabilityBins.ts";
import { mostProbable, outcomes, probabilityMatrix, type Probabilities } from "./probabilities.ts";
import { rowWeights } from "./rowWeights.ts";

/** How far predicted and observed frequencies lie apart, and how far chance alone would put them. */
export interface CalibrationError {
  /** Expected calibration error Σ (N_b/N) |P̄_b − ȳ_b| over equal-mass bins b. */
  readonly error: number;
  /**
   * What perfect probabilities would show by chance on as many rows, Σ (N_b/N) √(2 v_b/π) with v_b = Σ P(1 − P)/N_b². An
   * error says something only where it is well above this.
   */
  readonly byChance: number;
  /**
   * √max(0, Σ (N_b/N) [(P̄_b − ȳ_b)² − ȳ_b(1 − ȳ_b)/(N_b − 1)]): the root mean square error with the share of chance taken
   * off. A bin of one row has nothing to take off.
   */
  readonly debiasedRoot: number;
}

/** The calibration error of the probabilities of one event: `happened` is 1 where it did and 0 where not. */
export function eventCalibrationError(
  probability: ArrayLike<number>,
  happened: ArrayLike<number>,
  { bins, weights }: BinOptions = {},
): CalibrationError {
  const y = outcomes(probability, happened);
  const mass = rowWeights(y.length, weights);
  let total = 0;
  let error = 0;
  let byChance = 0;
  let squares = 0;
  for (const rows of equalMassBins(probability, mass, bins)) {
    let size = 0;
    let promised = 0;
    let seen = 0;
    let variance = 0;
    for (const row of rows) {
      const P = Math.min(1, Math.max(0, probability[row]));
      size += mass[row];
      promised += mass[row] * P;
      seen += mass[row] * y[row];
      variance += mass[row] * P * (1 - P);
    }
    const gap = (promised - seen) / size;
    const frequency = seen / size;
    total += size;
    error += size * Math.abs(gap);
    byChance += Math.sqrt((2 * variance) / Math.PI); // N_b √(2 v_b/π)
    squares += size * (gap * gap - (size > 1 ? (frequency * (1 - frequency)) / (size - 1) : 0));
  }
  return { error: error / total, byChance: byChance / total, debiasedRoot: Math.sqrt(Math.max(0, squares / total)) };
}

/**
 * The calibration error of class probabilities: with two classes that of the probability of class 1, with more that of the
 * top label (is the most probable class right as often as its probability says?). Pool the predictions of all partitions
 * before asking: small bins bias each value, and averaging the values keeps the bias.
 */
export function calibrationError(
  probabilities: Probabilities,
  truth: ArrayLike<number>,
  options: BinOptions = {},
): CalibrationError {
  const P = probabilityMatrix(probabilities);
  const actual = classNumbers(truth, P.rows, P.columns);
  if (P.columns === 2) return eventCalibrationError(column(P, 1), actual, options);
  const top = mostProbable(P);
  return eventCalibrationError(
    Float64Array.from(top, (number, row) => P.data[row * P.columns + number]),
    Int32Array.from(top, (number, row) => (number === actual[row] ? 1 : 0)),
    options,
  );
}

/** Each class taken as an event of its own: the means over all classes of the three figures. */
export function classwiseCalibrationError(
  probabilities: Probabilities,
  truth: ArrayLike<number>,
  options: BinOptions = {},
): CalibrationError {
  const P = probabilityMatrix(probabilities);
  const actual = classNumbers(truth, P.rows, P.columns);
  const each = Array.from({ length: P.columns }, (_, number) =>
    eventCalibrationError(
      column(P, number),
      actual.map((value) => (value === number ? 1 : 0)),
      options,
    ),
  );
  const mean = (figure: keyof CalibrationError): number => each.reduce((sum, one) => sum + one[figure], 0) / P.columns;
  return { error: mean("error"), byChance: mean("byChance"), debiasedRoot: mean("debiasedRoot") };
}
