import { matrix, type Matrix } from "../../engine/matrix.ts";
import { mixtureInterval } from "../../evaluate/combine/mixtureInterval.ts";
import { pooled, type Pool, checkedShares, clipped, type PoolOptions } from "../../evaluate/combine/pool.ts";
import { stacked } from "../../evaluate/combine/stack.ts";
import { logOfRest, logSoftmaxInPlace } from "../../numeric/logSumExp.ts";
import { normalQuantile } from "../../numeric/normalCdf.ts";
import { logitInterval, sidesOf } from "../../calibration/logitInterval.ts";
import { row } from "../../matrix/row.ts";
import type { NumericPrediction, NumericProbabilities } from "../../posterior/numericPosterior.ts";
import { smallSolver } from "../../optimize/smallSolver.ts";
import { rowWeights } from "../../evaluate/rowWeights.ts";
import { poolObjective } from "../../evaluate/combine/poolObjective.ts";
import { boundedLogit, outwardDeviation, poolDeviations, type PoolDoubt } from "./poolDeviations.ts";

/** How members speak with one voice: by a pool of their log probabilities, or by a mixture. One member alone is a mixture. */
export type Combination =
  | {
      readonly pool: Pool;
      /** The share of half widths towards even odds that held-out rows allow (see `widthAllowed`); 1 where absent. */
      readonly width?: number | undefined;
      /** What intervals are made of beside the pool; absent in documents of older versions. */
      readonly doubt?: PoolDoubt | undefined;
    }
  | { readonly weights: Float64Array };

/** The part of each member in the answer; they add up to 1, unless no member counts. */
export function sharesOf(combination: Combination): Float64Array {
  const parts = "pool" in combination ? combination.pool.coefficients : combination.weights;
  const total = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => (total > 0 ? part / total : 0));
}

/** Log probabilities by a combination. */
export function combined(combination: Combination, logProbabilities: readonly Matrix[]): Matrix {
  return "pool" in combination
    ? pooled(combination.pool, logProbabilities)
    : stacked(combination.weights, logProbabilities);
}

/** The one member that a mixture consists of, if it does. */
function speaker(combination: Combination): number | undefined {
  if ("pool" in combination) return undefined;
  const speaking = Array.from(combination.weights.keys()).filter((k) => combination.weights[k] > 0);
  return speaking.length === 1 ? speaking[0] : undefined;
}

/** The members' predictions as one: see `poolDeviations` and `mixtureInterval`. A member that is alone speaks for itself. */
export function combinedPrediction(
  combination: Combination,
  members: readonly NumericPrediction[],
  level: number,
): NumericPrediction {
  const alone = speaker(combination);
  if (alone !== undefined) return members[alone];
  const logProbabilities = combined(
    combination,
    members.map((member) => member.logProbabilities),
  );
  return "pool" in combination
    ? pooledPrediction(combination, members, logProbabilities, level)
    : mixedPrediction(sharesOf(combination), members, logProbabilities, level);
}

/** The interval of a pool, in deviations on the scale of the logit; towards even odds times the share that held-out rows allow. */
function pooledPrediction(
  { pool, width = 1, doubt }: Extract<Combination, { readonly pool: Pool }>,
  members: readonly NumericPrediction[],
  logProbabilities: Matrix,
  level: number,
): NumericPrediction {
  const { rows, columns: C } = logProbabilities;
  const [lower, upper, latentMean] = Array.from({ length: 3 }, () => matrix(rows, C));
  const latentDeviation = poolDeviations(pool, doubt, members, level);
  for (let i = 0; i < rows; i++) {
    const logs = row(logProbabilities, i);
    const rest = logOfRest(logs);
    for (let c = 0; c < C; c++) {
      const at = i * C + c;
      const center = logs[c] - rest[c];
      const deviation = latentDeviation.data[at];
      const outward = doubt ? outwardDeviation(deviation, center) : deviation;
      const sides = center === 0 ? deviation : sidesOf(center, width * deviation, outward);
      latentMean.data[at] = center;
      [lower.data[at], upper.data[at]] = logitInterval(center, sides, level);
    }
  }
  return { logProbabilities, lower, upper, latentMean, latentDeviation };
}

/** The probabilities of `combinedPrediction` alone. */
export function combinedProbabilities(
  combination: Combination,
  members: readonly NumericProbabilities[],
): NumericProbabilities {
  const alone = speaker(combination);
  if (alone !== undefined) return members[alone];
  return {
    logProbabilities: combined(
      combination,
      members.map((member) => member.logProbabilities),
    ),
  };
}

/** The interval of a mixture: the quantiles of the mixture of the members' normal logits. */
function mixedPrediction(
  shares: Float64Array,
  members: readonly NumericPrediction[],
  logProbabilities: Matrix,
  level: number,
): NumericPrediction {
  const { rows, columns: C } = logProbabilities;
  const [lower, upper, latentMean, latentDeviation] = Array.from({ length: 4 }, () => matrix(rows, C));
  const z = normalQuantile(0.5 + level / 2);
  for (let i = 0; i < rows; i++) {
    const logs = row(logProbabilities, i);
    const rest = logOfRest(logs);
    for (let c = 0; c < C; c++) {
      const at = i * C + c;
      const mixture = mixtureInterval(
        members.map((member, k) => ({
          weight: shares[k],
          probability: Math.exp(member.logProbabilities.data[at]),
          lower: member.lower.data[at],
          upper: member.upper.data[at],
        })),
        level,
      );
      const probability = Math.exp(logs[c]);
      lower.data[at] = Math.min(mixture.lower, probability);
      upper.data[at] = Math.max(mixture.upper, probability);
      latentMean.data[at] = logs[c] - rest[c];
      latentDeviation.data[at] = (boundedLogit(upper.data[at]) - boundedLogit(lower.data[at])) / (2 * z);
    }
  }
  return { logProbabilities, lower, upper, latentMean, latentDeviation };
}

/**
 * Log probabilities of the rows that a pool was learned from, each as by a pool that was learned from the others: one Newton
 * step from the whole pool, with H its Hessian, g and G the row's own gradient and Hessian,
 *
 *     θ₍ᵢ₎ = θ + (H − Gᵢ)⁻¹ gᵢ,
 *
 * in the coordinates that are not held at their bound. Of a row of weight w one unit is left out. O(n m³).
 */
export function pooledWithoutEach(
  { coefficients, offsets, clip }: Pool,
  logProbabilities: readonly Matrix[],
  classes: Int32Array,
  { weights, lambda = 25, shares: givenShares }: PoolOptions = {},
): Matrix {
  const members = logProbabilities.map((member) => clipped(member, clip));
  const m = members.length;
  const { rows: n, columns: C } = members[0];
  const mass = rowWeights(n, weights);
  const shares = checkedShares(givenShares, classes, mass, C);
  const point = Float64Array.of(...coefficients, ...offsets);
  const { hessian } = poolObjective(members, classes, mass, lambda, shares)(point);
  const free = Array.from(point.keys()).filter((k) => k >= m || point[k] > 0);
  const result = matrix(n, C);
  const features = free.map(() => new Float64Array(C));
  for (let i = 0; i < n; i++) {
    free.forEach((k, at) => {
      for (let c = 0; c < C; c++) features[at][c] = k < m ? members[k].data[i * C + c] : k - m === c ? 1 : 0;
    });
    const logs = result.data.subarray(i * C, (i + 1) * C);
    for (let c = 0; c < C; c++) logs[c] = free.reduce((sum, k, at) => sum + point[k] * features[at][c], 0);
    logSoftmaxInPlace(logs);
    // The row taught the pool about its class among the scored ones only.
    const among = logs.map((log, c) => log + Math.log(shares[c]));
    logSoftmaxInPlace(among);
    const p = among.map(Math.exp);
    const mean = Float64Array.from(features, (values) => values.reduce((sum, value, c) => sum + p[c] * value, 0));
    const unit = Math.min(1, mass[i]);
    const gradient = mean.map((value, at) => unit * (value - features[at][classes[i]]));
    const rest = new Float64Array(free.length ** 2);
    free.forEach((k, a) => {
      free.forEach((l, b) => {
        let own = 0;
        for (let c = 0; c < C; c++) own += p[c] * (features[a][c] - mean[a]) * (features[b][c] - mean[b]);
        rest[a * free.length + b] = hessian[k * point.length + l] - unit * own;
      });
    });
    const step = smallSolver(rest, free.length)?.(gradient);
    if (!step) continue;
    for (let c = 0; c < C; c++) logs[c] += step.reduce((sum, value, at) => sum + value * features[at][c], 0);
    logSoftmaxInPlace(logs);
  }
  return result;
}
