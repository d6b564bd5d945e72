import { matrix, type Matrix } from "../engine/matrix.ts";
import { row, selectRows } from "../matrix/row.ts";
import { logSoftmaxInPlace } from "../numeric/logSumExp.ts";
import { sharesToReserve, withReserved, type ReservedShares } from "./reservedShares.ts";
import { applyScoreCurve, fitScoreCurve, type FittedScoreCurve } from "./scoreCurve.ts";
import { pause, progress, type Work } from "../run/work.ts";
import { slopeUpward } from "./slopeUpward.ts";
import { fitTemperedCurve, frequencyCurve } from "./temperedCurve.ts";

/** Scores log π_c + log density_c of rows that were held out in folds, under each of several candidates. */
export interface HeldOutScores {
  readonly scores: readonly Matrix[];
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  readonly foldOf: Int32Array;
}

export interface CrossFittedChoice {
  /** The number of the candidate. */
  readonly candidate: number;
  readonly curve: FittedScoreCurve;
  readonly reserved: ReservedShares;
  /** Of the tests: by a candidate, a curve and a trust that were found without the fold of the test. */
  readonly logProbabilities: Matrix;
}

/** How far a choice is trusted: its log odds count with one of these shares, and those of the class frequencies with the rest. */
const trusts: readonly number[] = Array.from({ length: 21 }, (_, k) => k / 20);

/** What full trust has to gain on all tests together, in nats, before it is preferred to none. */
const priceOfTrust = 1;

/**
 * Chooses a candidate and its curve by the log loss of held-out rows, and finds out what that choice is worth: for every fold the
 * choice is made again by the tests of the other folds (only the curves by which candidates are compared saw all tests), and judged
 * by its own. The best of many candidates on few rows looks better than it is; on the tests of its fold it does not. So the share
 * of trust that predicts these best, after a price of `priceOfTrust` · trust², tempers the final curve; where the choice is worth
 * nothing it is 0, and every row gets the class frequencies. Ties go to the earlier candidate. `sizes` are the weights of the classes.
 *
 * Undefined if there are no tests or no candidate has finite scores.
 */
export function* crossFittedChoice(tests: HeldOutScores, sizes: Float64Array): Work<CrossFittedChoice | undefined> {
  const { scores, classes, foldOf } = tests;
  const everyTest = Int32Array.from(classes.keys());
  const folds = foldOf.reduce((most, fold) => Math.max(most, fold + 1), 0);
  const reserved = sharesToReserve(sizes, tests);
  const frequencies = frequencyCurve(sizes);
  const curveOn = (candidate: number, subset: Int32Array): FittedScoreCurve =>
    subset.length === 0 ? frequencies : curveOf(tests, candidate, subset, sizes);
  const candidates = [...scores.keys()].filter((at) => scores[at].data.every(Number.isFinite));
  if (candidates.length === 0 || folds === 0) return undefined;

  const curves: FittedScoreCurve[] = [];
  const losses: number[][] = [];
  for (const candidate of candidates) {
    const curve = curveOn(candidate, everyTest);
    curves.push(curve);
    losses.push(lossByFold(tests, reserved, (test) => applyScoreCurve(curve, row(scores[candidate], test))));
    yield progress("curves", curves.length, candidates.length);
  }
  const honest = matrix(classes.length, sizes.length);
  for (let fold = 0; fold < folds; fold++) {
    const candidate = candidates[leastWithout(losses, fold)];
    const others = everyTest.filter((test) => foldOf[test] !== fold);
    const curve = curveOn(candidate, others);
    for (const test of everyTest) {
      if (foldOf[test] === fold) row(honest, test).set(applyScoreCurve(curve, row(scores[candidate], test)));
    }
    yield pause;
  }
  const trusted = (test: number, trust: number): Float64Array => temper(row(honest, test), trust, frequencies.offsets);
  const worth: number[][] = [];
  for (const trust of trusts) {
    worth.push(lossByFold(tests, reserved, (test) => trusted(test, trust)));
    yield pause;
  }
  const prices = trusts.map((trust) => priceOfTrust * trust ** 2);
  const logProbabilities = matrix(classes.length, sizes.length);
  for (const test of everyTest) {
    const trust = trusts[leastWithout(worth, foldOf[test], prices)];
    row(logProbabilities, test).set(withReserved(trusted(test, trust), reserved));
  }
  const best = leastWithout(losses);
  const tempered = temperedBy(trusts[leastWithout(worth, undefined, prices)], curves[best], frequencies);
  return {
    candidate: candidates[best],
    curve: { ...tempered, upward: slopeUpward(tempered, scores[candidates[best]], classes, tests.weights) },
    reserved,
    logProbabilities,
  };
}

/** The curve of a candidate on some of the tests. */
function curveOf(
  { scores, classes, weights }: HeldOutScores,
  candidate: number,
  subset: Int32Array,
  sizes: Float64Array,
): FittedScoreCurve {
  const ownScores = selectRows(scores[candidate], subset);
  const ownClasses = subset.map((test) => classes[test]);
  const ownWeights = Float64Array.from(subset, (test) => weights[test]);
  return new Set(ownClasses).size === sizes.length
    ? fitScoreCurve(ownScores, ownClasses, ownWeights)
    : fitTemperedCurve({ scores: ownScores, classes: ownClasses, weights: ownWeights }, sizes);
}

/** The sum of the losses of the tests of each fold. */
function lossByFold(
  { classes, weights, foldOf }: HeldOutScores,
  reserved: ReservedShares,
  logProbabilitiesOf: (test: number) => Float64Array,
): number[] {
  const losses: number[] = [];
  classes.forEach((q, test) => {
    const loss = -weights[test] * withReserved(logProbabilitiesOf(test), reserved)[q];
    losses[foldOf[test]] = (losses[foldOf[test]] ?? 0) + loss;
  });
  return losses;
}

/** The number of the alternative with the lowest loss on all folds but one, plus its price; ties go to the first. */
function leastWithout(losses: readonly (readonly number[])[], without?: number, prices?: readonly number[]): number {
  let best = 0;
  let least = Infinity;
  losses.forEach((ofFolds, at) => {
    const sum = ofFolds.reduce((total, loss, fold) => (fold === without ? total : total + loss), prices?.[at] ?? 0);
    if (at === 0 || sum < least - 1e-12 * Math.abs(least)) [best, least] = [at, sum];
  });
  return best;
}

/** Log probabilities ∝ q^trust π^(1 − trust). */
function temper(logProbabilities: Float64Array, trust: number, logShares: Float64Array): Float64Array {
  const tempered = logProbabilities.map((log, c) => trust * log + (1 - trust) * logShares[c]);
  logSoftmaxInPlace(tempered);
  return tempered;
}

/** The curve whose log probabilities are tempered so: a sum of two independent ones, and so are slope, offsets and their covariance. */
function temperedBy(trust: number, curve: FittedScoreCurve, frequencies: FittedScoreCurve): FittedScoreCurve {
  const sum = (own: Float64Array, other: Float64Array, power: number): Float64Array =>
    own.map((value, at) => trust ** power * value + (1 - trust) ** power * other[at]);
  return {
    slope: trust * curve.slope,
    offsets: sum(curve.offsets, frequencies.offsets, 1),
    covariance: { ...curve.covariance, data: sum(curve.covariance.data, frequencies.covariance.data, 2) },
    converged: curve.converged,
  };
}
