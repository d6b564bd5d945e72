import { matrix, type Matrix } from "../../engine/matrix.ts";
import { logSoftmaxInPlace } from "../../numeric/logSumExp.ts";
import { smallSolver } from "../../optimize/smallSolver.ts";
import { rowWeights } from "../../evaluate/rowWeights.ts";
import { checkedShares, clipped, type Pool, type PoolOptions } from "../../evaluate/combine/pool.ts";
import { poolObjective } from "../../evaluate/combine/poolObjective.ts";

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
