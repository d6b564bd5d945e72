import { classNumbers } from "./classNumbers.ts";
import { probabilityMatrix, type Probabilities } from "./probabilities.ts";
import { rowWeights } from "./rowWeights.ts";
import { column } from "../matrix/index.ts";
import { equalMassBins, type BinOptions } from "./reliabilityBins.ts";

/**
 * Brier score: the mean squared distance between the predicted probabilities and what happened. For two classes it is
 * mean (P − y)² with P the probability of class 1 and y = 1 where class 1 is true, between 0 and 1; for more classes the
 * squares are summed over classes, between 0 and 2. (The sum over both of two classes would be twice the first form.)
 */
export function brier(probabilities: Probabilities, truth: ArrayLike<number>, weights?: ArrayLike<number>): number {
  const { data, rows, columns } = probabilityMatrix(probabilities);
  const actual = classNumbers(truth, rows, columns);
  const mass = rowWeights(rows, weights);
  let sum = 0;
  let total = 0;
  for (let row = 0; row < rows; row++) {
    let squares = 0;
    for (let column = columns === 2 ? 1 : 0; column < columns; column++) {
      squares += (data[row * columns + column] - (actual[row] === column ? 1 : 0)) ** 2;
    }
    sum += mass[row] * squares;
    total += mass[row];
  }
  return sum / total;
}

/**
 * The Brier score in parts, over equal-mass bins b with mean probability P̄_b and frequency ȳ_b:
 *
 *     brier = reliability − resolution + uncertainty + withinVariance − withinCovariance
 *
 * The last two vanish when the probability is constant within each bin; with them the identity is exact.
 */
export interface BrierDecomposition {
  readonly brier: number;
  /** Σ (N_b/N)(P̄_b − ȳ_b)²: the price of probabilities that do not mean what they say; 0 is best. */
  readonly reliability: number;
  /** Σ (N_b/N)(ȳ_b − ȳ)²: how far the bins tell cases apart; large is good. */
  readonly resolution: number;
  /** ȳ(1 − ȳ): how hard the question is, whatever the model. */
  readonly uncertainty: number;
  /** mean (P − P̄_b)². */
  readonly withinVariance: number;
  /** 2 · mean (y − ȳ_b)(P − P̄_b). */
  readonly withinCovariance: number;
}

/** Decomposes the Brier score: of class 1 for two classes, summed over the classes (each with its own bins) for more. */
export function brierDecomposition(
  probabilities: Probabilities,
  truth: ArrayLike<number>,
  { bins, weights }: BinOptions = {},
): BrierDecomposition {
  const P = probabilityMatrix(probabilities);
  const actual = classNumbers(truth, P.rows, P.columns);
  const mass = rowWeights(P.rows, weights);
  const sum = {
    brier: 0,
    reliability: 0,
    resolution: 0,
    uncertainty: 0,
    withinVariance: 0,
    withinCovariance: 0,
  };
  for (let number = P.columns === 2 ? 1 : 0; number < P.columns; number++) {
    const happened = actual.map((value) => (value === number ? 1 : 0));
    const part = decomposeEvent(column(P, number), happened, mass, bins);
    for (const figure of Object.keys(sum) as (keyof BrierDecomposition)[]) sum[figure] += part[figure];
  }
  return sum;
}

function decomposeEvent(P: Float64Array, y: Int32Array, w: Float64Array, bins: number | undefined): BrierDecomposition {
  const weightedMean = (rows: Int32Array, value: (row: number) => number): number => {
    let sum = 0;
    let total = 0;
    for (const row of rows) {
      sum += w[row] * value(row);
      total += w[row];
    }
    return sum / total;
  };
  const all = Int32Array.from(P.keys());
  const N = w.reduce((sum, value) => sum + value, 0);
  const base = weightedMean(all, (row) => y[row]);
  let reliability = 0;
  let resolution = 0;
  let withinVariance = 0;
  let withinCovariance = 0;
  for (const rows of equalMassBins(P, w, bins)) {
    const share = rows.reduce((sum, row) => sum + w[row], 0) / N;
    const promised = weightedMean(rows, (row) => P[row]);
    const seen = weightedMean(rows, (row) => y[row]);
    reliability += share * (promised - seen) ** 2;
    resolution += share * (seen - base) ** 2;
    withinVariance += share * weightedMean(rows, (row) => (P[row] - promised) ** 2);
    withinCovariance += share * 2 * weightedMean(rows, (row) => (y[row] - seen) * (P[row] - promised));
  }
  return {
    brier: weightedMean(all, (row) => (P[row] - y[row]) ** 2),
    reliability,
    resolution,
    uncertainty: base * (1 - base),
    withinVariance,
    withinCovariance,
  };
}
