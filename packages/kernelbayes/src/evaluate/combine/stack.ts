import { matrix, type Matrix } from "../../engine/matrix.ts";
import { requireLength } from "../../matrix/requireLength.ts";
import { logSumExp } from "../../numeric/logSumExp.ts";
import { elpd, type Elpd } from "../elpd.ts";
import { stratifiedFolds } from "../splits/stratifiedFolds.ts";
import { comparableRows } from "./cutCandidates.ts";
import { stackingWeights, type StackingOptions } from "./stackingWeights.ts";

export interface StackOptions extends StackingOptions {
  /** Candidates of less weight are dropped and the others scaled up. Default 0.01. */
  readonly smallestWeight?: number;
  /** In how many folds of the rows the stack is tried out. Default 5. */
  readonly folds?: number;
  readonly seed: number;
}

/** A stack, and whether it is worth having. */
export interface Stack {
  /** One a candidate, 0 for those that were dropped; they sum to 1. */
  readonly weights: Float64Array;
  /** The density of rows under weights that were found without them, fold by fold. */
  readonly score: Elpd;
  /** The best single candidate, the first of equals, and its score on the same rows. */
  readonly best: number;
  readonly bestScore: Elpd;
  /** Whether the stack does at least as well as the best candidate alone on rows that its weights have not seen. */
  readonly isWorthwhile: boolean;
  readonly converged: boolean;
}

/**
 * A mixture of candidates by `stackingWeights`, without those that hardly count, and held against the best single one: the
 * weights of each fold are found on the other folds' rows, so that the stack gets no credit for having chosen on the rows that
 * judge it. Two rows at least are needed.
 */
export function stackOf(
  densities: readonly ArrayLike<number>[],
  { smallestWeight = 0.01, folds = 5, seed, ...options }: StackOptions,
): Stack {
  const shared = comparableRows(densities, options.weights);
  const rows = shared.rows.length;
  const found = stackingWeights(shared.densities, { ...options, weights: shared.weights });
  const weights = withoutSmall(found.weights, smallestWeight);
  const held = new Float64Array(rows).fill(Number.NaN);
  for (const { train, test } of stratifiedFolds(new Int32Array(rows), { folds: Math.min(folds, rows), seed })) {
    const part = stackingWeights(
      shared.densities.map((one) => Float64Array.from(train, (row) => one[row])),
      { ...options, weights: Float64Array.from(train, (row) => shared.weights[row]) },
    );
    const kept = withoutSmall(part.weights, smallestWeight);
    for (const row of test) held[row] = mixedLog(kept, (m) => shared.densities[m][row]);
  }
  const scores = shared.densities.map((one) => elpd(one, shared.weights));
  const best = scores.reduce((at, { total }, m) => (total > scores[at].total ? m : at), 0);
  const score = elpd(held, shared.weights);
  return {
    weights,
    score,
    best,
    bestScore: scores[best],
    isWorthwhile: score.total >= scores[best].total,
    converged: found.converged,
  };
}

/** Log probabilities of rows by a mixture of members: log Σ_m ω_m p_m. */
export function stacked(weights: ArrayLike<number>, logProbabilities: readonly Matrix[]): Matrix {
  requireLength(logProbabilities.length, weights.length, "The number of members");
  if (logProbabilities.length === 0) throw new RangeError("A stack needs at least one member.");
  const { rows, columns } = logProbabilities[0];
  for (const member of logProbabilities) {
    requireLength(member.rows, rows, "The number of rows of each member");
    requireLength(member.columns, columns, "The number of classes of each member");
  }
  const result = matrix(rows, columns);
  for (let at = 0; at < result.data.length; at++)
    result.data[at] = mixedLog(weights, (m) => logProbabilities[m].data[at]);
  return result;
}

/** log Σ ω_m exp(log_m), where members of no weight are not asked. */
function mixedLog(weights: ArrayLike<number>, logOf: (member: number) => number): number {
  const parts: number[] = [];
  for (let m = 0; m < weights.length; m++) if (weights[m] > 0) parts.push(Math.log(weights[m]) + logOf(m));
  return logSumExp(parts);
}

function withoutSmall(weights: Float64Array, smallest: number): Float64Array {
  const largest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  const kept = weights.map((weight) => (weight < smallest && weight < largest ? 0 : weight));
  const total = kept.reduce((sum, weight) => sum + weight, 0);
  return kept.map((weight) => weight / total);
}
