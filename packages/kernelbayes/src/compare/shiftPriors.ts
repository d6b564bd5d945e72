import type { Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { rowWeights } from "../evaluate/rowWeights.ts";
import { incompleteGammaUpper } from "../numeric/incompleteGammaLower.ts";
import { shiftedLogs } from "../posterior/withPriors.ts";
import type { TestResult } from "./tests/pairedT.ts";

/**
 * Log probabilities as they are where the classes have other frequencies than in training, while the rows of each class look
 * the same: p′_c ∝ p_c π′_c/π_c, with π the class frequencies that the probabilities were made for and π′ the new ones. A class
 * may have the new frequency 0, but not the old one.
 *
 * @example shiftPriors(prediction.logProbabilities, [0.5, 0.5], [0.99, 0.01])
 */
export function shiftPriors(logProbabilities: Matrix, from: ArrayLike<number>, to: ArrayLike<number>): Matrix {
  const C = logProbabilities.columns;
  const old = checkedPriors(from, C, "old");
  const steps = checkedPriors(to, C, "new").map((prior, c) => Math.log(prior) - Math.log(old[c]));
  return shiftedLogs(logProbabilities, steps);
}

/** Class frequencies among rows without labels, and the test of whether they differ from those of training. */
export interface PriorEstimate extends TestResult {
  readonly priors: Float64Array;
  readonly updates: number;
  readonly converged: boolean;
}

export interface PriorEstimateOptions {
  /** Row weights: a row of weight w counts as w equal rows. */
  readonly weights?: ArrayLike<number> | undefined;
  /** Converged when no frequency changes by more. Default 1e-10. */
  readonly tolerance?: number;
  /** At most so many updates. Default 100 000. */
  readonly maxUpdates?: number;
}

/**
 * Estimates the class frequencies π′ among rows without labels from their log probabilities, which were made for the
 * frequencies π: repeats π′_c ← mean over rows of p′_c, beginning with π, which climbs the concave log likelihood
 * Σ log Σ_c p_c π′_c/π_c to its maximum. Twice its gain over π, against χ² with C − 1 degrees of freedom, tests whether there is
 * a shift at all. The probabilities have to be calibrated.
 *
 * (M. Saerens, P. Latinne & C. Decaestecker, *Adjusting the outputs of a classifier to new a priori probabilities*, 2002.)
 */
export function estimatePriors(
  logProbabilities: Matrix,
  from: ArrayLike<number>,
  { weights, tolerance = 1e-10, maxUpdates = 100_000 }: PriorEstimateOptions = {},
): PriorEstimate {
  const { rows, columns: C, data } = logProbabilities;
  const old = checkedPriors(from, C, "old");
  const mass = rowWeights(rows, weights);
  const total = mass.reduce((sum, weight) => sum + weight, 0);
  // Likelihood ratios p_c/π_c, each row scaled by its largest, which no frequency feels.
  const ratios = new Float64Array(rows * C);
  for (let i = 0; i < rows; i++) {
    const logs = old.map((prior, c) => data[i * C + c] - Math.log(prior));
    const largest = logs.reduce((most, log) => Math.max(most, log), -Infinity);
    logs.forEach((log, c) => (ratios[i * C + c] = Math.exp(log - largest)));
  }
  let priors = old;
  for (let updates = 1; ; updates++) {
    const next = new Float64Array(C);
    for (let i = 0; i < rows; i++) {
      let mixed = 0;
      for (let c = 0; c < C; c++) mixed += priors[c] * ratios[i * C + c];
      for (let c = 0; c < C; c++) next[c] += (mass[i] * priors[c] * ratios[i * C + c]) / (mixed * total);
    }
    const change = next.reduce((most, prior, c) => Math.max(most, Math.abs(prior - priors[c])), 0);
    priors = next;
    const converged = change <= tolerance;
    if (!converged && updates < maxUpdates) continue;
    const statistic = Math.max(0, 2 * (logLikelihood(ratios, mass, priors) - logLikelihood(ratios, mass, old)));
    const degrees = C - 1;
    const p = incompleteGammaUpper(degrees / 2, statistic / 2);
    return { priors, updates, converged, statistic, degreesOfFreedom: [degrees], p };
  }
}

function logLikelihood(ratios: Float64Array, mass: Float64Array, priors: Float64Array): number {
  const C = priors.length;
  return mass.reduce((sum, weight, i) => {
    const mixed = priors.reduce((all, prior, c) => all + prior * ratios[i * C + c], 0);
    return sum + weight * Math.log(mixed);
  }, 0);
}

function checkedPriors(priors: ArrayLike<number>, classes: number, which: "old" | "new"): Float64Array {
  const values = Float64Array.from(priors);
  const total = values.reduce((sum, value) => sum + value, 0);
  const isAllowed = (value: number): boolean => (which === "old" ? value > 0 : value >= 0);
  if (values.length !== classes || !values.every(isAllowed) || !(Math.abs(total - 1) <= 1e-6)) {
    const least = which === "old" ? "above 0" : "of at least 0";
    throw new InputError(
      "invalid-priors",
      `The ${which} class frequencies must be ${classes} numbers ${least} with the sum 1; got ${values.join(", ")}.`,
    );
  }
  return values.map((value) => value / total);
}
