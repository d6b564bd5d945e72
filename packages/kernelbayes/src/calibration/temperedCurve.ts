import { matrix, type Matrix } from "../engine/matrix.ts";
import { row } from "../matrix/row.ts";
import { logSoftmaxInPlace } from "../numeric/logSumExp.ts";
import { applyScoreCurve, type FittedScoreCurve } from "./scoreCurve.ts";

/** Scores log π_c + log density_c of rows that their fit did not see. */
export interface TestedScores {
  readonly scores: Matrix;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
}

/**
 * The curve for scores log π_c + log density_c that has one parameter:
 *
 *     p_c ∝ π_c density_cˢ,   0 ≤ s ≤ 1,
 *
 * a score curve of slope s and offsets (1 − s) log π_c. Scores are never sharpened, and s = 1 leaves them as they are. s is the most
 * probable under the prior of mean and deviation one; held at 0 or 1 it has no variance. `sizes` are the weights of the classes, to which π is proportional; a class may be
 * without a test.
 */
export function fitTemperedCurve(tests: TestedScores, sizes: Float64Array): FittedScoreCurve {
  const logShares = frequencyCurve(sizes).offsets;
  const densities = densitiesOf(tests.scores, logShares);
  const steepnessAt = (slope: number): Steepness => {
    const sum = { gradient: slope - 1, curvature: 1 };
    for (let i = 0; i < densities.rows; i++) {
      const own = steepnessOf(row(densities, i), tests.classes[i], tests.weights[i], slope, logShares);
      sum.gradient += own.gradient;
      sum.curvature += own.curvature;
    }
    return sum;
  };
  const slope = rootWithin(steepnessAt);
  const isHeld = slope === 0 || slope === 1;
  return temperedCurveOf(slope, isHeld ? 0 : 1 / steepnessAt(slope).curvature, sizes);
}

/**
 * Log probabilities of the tests by the curve of the other tests: `curve` with one Newton step for what is left out, a row (one unit of
 * its weight) or, where rows come in `sets`, its whole set.
 */
export function temperedWithoutEach(
  { scores, classes, weights }: TestedScores,
  sizes: Float64Array,
  { slope }: FittedScoreCurve,
  sets?: readonly Int32Array[],
): Matrix {
  const C = scores.columns;
  const logShares = frequencyCurve(sizes).offsets;
  const densities = densitiesOf(scores, logShares);
  const ownOf = (i: number): Steepness => steepnessOf(row(densities, i), classes[i], weights[i], slope, logShares);
  const ofRows = Array.from(classes.keys(), ownOf);
  const all = sumOf(ofRows, { gradient: slope - 1, curvature: 1 });
  const result = matrix(scores.rows, C);
  const leave = (members: Int32Array, left: Steepness): void => {
    const moved = slope - (all.gradient - left.gradient) / Math.max(1, all.curvature - left.curvature);
    const without = Math.min(1, Math.max(0, moved));
    const offsets = logShares.map((log) => (1 - without) * log);
    for (const i of members) row(result, i).set(applyScoreCurve({ slope: without, offsets }, row(scores, i)));
  };
  if (sets) {
    for (const members of sets) {
      leave(
        members,
        sumOf(
          Array.from(members, (i) => ofRows[i]),
          { gradient: 0, curvature: 0 },
        ),
      );
    }
  } else {
    ofRows.forEach(({ gradient, curvature }, i) => {
      const unit = Math.min(1, weights[i]) / weights[i];
      leave(Int32Array.of(i), { gradient: unit * gradient, curvature: unit * curvature });
    });
  }
  return result;
}

/** The curve that gives every row the class frequencies, for classes whose rows weigh so much. */
export function frequencyCurve(sizes: Float64Array): FittedScoreCurve {
  const C = sizes.length;
  const covariance = matrix(C, C);
  for (let k = 1; k < C; k++) {
    for (let l = 1; l < C; l++) covariance.data[k * C + l] = 1 / sizes[0] + (k === l ? 1 / sizes[k] : 0);
  }
  return { slope: 0, offsets: sizes.map((size) => Math.log(size / sizes[0])), covariance, converged: true };
}

/** The curve of one s with its variance: how slope and offsets move with s, and the frequencies for the rest. */
function temperedCurveOf(slope: number, variance: number, sizes: Float64Array): FittedScoreCurve {
  const C = sizes.length;
  const flat = frequencyCurve(sizes);
  const lean = flat.offsets.map((log, c) => (c === 0 ? 1 : -log));
  const covariance = matrix(C, C);
  for (let k = 0; k < C; k++) {
    for (let l = 0; l < C; l++) {
      covariance.data[k * C + l] = variance * lean[k] * lean[l] + (1 - slope) ** 2 * flat.covariance.data[k * C + l];
    }
  }
  return { slope, offsets: flat.offsets.map((log) => (1 - slope) * log), covariance, converged: true };
}

function densitiesOf(scores: Matrix, logShares: Float64Array): Matrix {
  return { ...scores, data: scores.data.map((score, at) => score - logShares[at % scores.columns]) };
}

/** The first and second derivative of the objective in s. */
interface Steepness {
  gradient: number;
  curvature: number;
}

function sumOf(parts: readonly Steepness[], start: Steepness): Steepness {
  return parts.reduce(
    (sum, { gradient, curvature }) => ({ gradient: sum.gradient + gradient, curvature: sum.curvature + curvature }),
    start,
  );
}

/** What one row of log densities adds. */
function steepnessOf(own: Float64Array, q: number, weight: number, slope: number, logShares: Float64Array): Steepness {
  const logs = own.map((value, c) => slope * value + logShares[c]);
  logSoftmaxInPlace(logs);
  const mean = own.reduce((sum, value, c) => sum + Math.exp(logs[c]) * value, 0);
  return {
    gradient: weight * (mean - own[q]),
    curvature: weight * own.reduce((sum, value, c) => sum + Math.exp(logs[c]) * (value - mean) ** 2, 0),
  };
}

/** Steps after which the interval is as small as numbers allow, also if each only halves it. */
const mostSteps = 60;

/** Where the increasing gradient crosses zero between 0 and 1, or the end that is next to it: Newton's steps, and halves where these leave the interval. */
function rootWithin(steepnessAt: (x: number) => Steepness): number {
  if (steepnessAt(1).gradient <= 0) return 1;
  if (steepnessAt(0).gradient >= 0) return 0;
  let [low, high] = [0, 1];
  let at = 1;
  for (let step = 0; step < mostSteps; step++) {
    const { gradient, curvature } = steepnessAt(at);
    if (gradient < 0) low = at;
    else high = at;
    const newton = at - gradient / curvature;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - at) <= 1e-15 * at) return next;
    at = next;
  }
  return at;
}
