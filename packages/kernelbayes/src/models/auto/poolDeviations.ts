import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { Pool } from "../../evaluate/combine/pool.ts";
import { normalQuantile } from "../../numeric/normalCdf.ts";
import { logit } from "../../numeric/sigmoid.ts";
import { logOfRest } from "../../numeric/logSumExp.ts";
import { row } from "../../matrix/row.ts";
import type { NumericPrediction } from "../../posterior/numericPosterior.ts";

/** What the intervals of a pool are made of, beside the pool: see `poolDeviations`. */
export interface PoolDoubt {
  /** How much each member counts in widths: those that predicted held-out rows best; they add up to 1. */
  readonly shares: Float64Array;
  /** The variance of each class's logit that members who found little may have missed. */
  readonly hidden: Float64Array;
}

/** A member that is worse by d nats over all held-out rows counts exp(−3d) in widths. */
const sharpness = 3;
/** Members of less weight than this in widths are not asked. */
const leastShare = 1e-3;
/** The part of widths that remains where members err in part independently of each other. */
const pooling = 0.85;
/** What is found hides the rest: a gain of so many nats over the class frequencies leaves e⁻¹ of the hidden variance. */
const gainToSee = 5;
/** An effect confined to one in so many rows may be missed. */
const cells = 8;

/** Held-out log densities of the rows' own classes, with the rows' weights. */
export interface HeldOutScores {
  /** Of each member. */
  readonly members: readonly ArrayLike<number>[];
  readonly pool: ArrayLike<number>;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  /** Weighted number of training rows of each class. */
  readonly sizes: Float64Array;
}

/**
 * What held-out rows say about the widths of a pool's intervals. The members' shares fall with what each loses to the best,
 * and what may be hidden falls with what the pool gains over the frequencies of the other rows' classes. A table of N rows in which
 * nothing was found may still hold an effect on an eighth of its rows, where the logit of a class of frequency π has the variance
 * 8 / (N π (1 − π)).
 */
export function poolDoubt({ members, pool, classes, weights, sizes }: HeldOutScores): PoolDoubt {
  const total = (densities: ArrayLike<number>): number =>
    weights.reduce((sum, weight, i) => (weight > 0 ? sum + weight * densities[i] : sum), 0);
  const totals = members.map(total);
  const best = Math.max(...totals);
  const shares = Float64Array.from(totals, (each) => (each === best ? 1 : Math.exp(sharpness * (each - best))));
  shares.forEach((share, k) => (shares[k] = share < leastShare ? 0 : share));
  const sum = shares.reduce((all, share) => all + share, 0);
  const count = sizes.reduce((all, size) => all + size, 0);
  const frequencies = Float64Array.from(classes, (q) => Math.log((sizes[q] - 0.5) / (count - 1 + sizes.length / 2)));
  const unseen = Math.exp(-Math.max(0, total(pool) - total(frequencies)) / gainToSee);
  return {
    shares: shares.map((share) => share / sum),
    hidden: sizes.map((size) => (unseen * cells * count) / (size * (count - size))),
  };
}

/** No end of a member's interval counts as farther from 0 than this, on the scale of the logit: the digits of a number end here. */
const farthest = 36;

export function boundedLogit(p: number): number {
  return Math.max(-farthest, Math.min(farthest, logit(p)));
}

/**
 * The deviations of a pool's logits. With ω the members' shares in widths, those of `doubt`, and z the normal quantile of the level,
 *
 *     deviation² = (0.85 Σ_k c_k)² ((Σ_k ω_k half_k / z)² + Σ_k ω_k (logit p_k − mean)²) + hidden,
 *
 * where half_k is the half width of member k's interval and the mean is that of the pool, by c_k. The constants were chosen on simulated tables whose
 * class probabilities are known: docs/benchmarks/honesty.md. Without `doubt`, as in older documents, ω_k = c_k / Σ c, with 1 for 0.85 and nothing hidden.
 */
export function poolDeviations(
  { coefficients, clip }: Pool,
  doubt: PoolDoubt | undefined,
  members: readonly NumericPrediction[],
  level: number,
): Matrix {
  const { rows, columns: C } = members[0].logProbabilities;
  const result = matrix(rows, C);
  const total = coefficients.reduce((sum, c) => sum + c, 0);
  const parts = coefficients.map((c) => (total > 0 ? c / total : 0));
  const shares = doubt?.shares ?? parts;
  const farthestPlace = doubt ? logit(1 - clip) : farthest;
  const z = normalQuantile(0.5 + level / 2);
  const bounded = (place: number): number => Math.max(-farthestPlace, Math.min(farthestPlace, place));
  for (let i = 0; i < rows; i++) {
    const logs = members.map(({ logProbabilities }) => row(logProbabilities, i));
    const rests = logs.map(logOfRest);
    for (let c = 0; c < C; c++) {
      const places = logs.map((each, k) => bounded(each[c] - rests[k][c]));
      const mean = places.reduce((sum, place, k) => sum + parts[k] * place, 0);
      let [own, spread] = [0, 0];
      members.forEach((member, k) => {
        if (shares[k] === 0) return;
        own += shares[k] * halfWidth(member, i * C + c, C);
        spread += shares[k] * (places[k] - mean) ** 2;
      });
      const seen = total * (doubt ? pooling : 1) * Math.hypot(own / z, Math.sqrt(spread));
      result.data[i * C + c] = Math.hypot(seen, Math.sqrt(doubt?.hidden[c] ?? 0));
    }
  }
  return result;
}

/** How far out a row lies whose logit is beyond 1 is known to this part of the distance. */
const reach = 0.4;

/**
 * The deviation away from even odds. Curves of members and the clip of the pool hold back the logits of sure rows, so these may lie
 * farther out by 0.4 (|logit| − 1); as probabilities such ends hardly differ.
 */
export function outwardDeviation(deviation: number, logit: number): number {
  return Math.hypot(deviation, reach * Math.max(0, Math.abs(logit) - 1));
}

/** Half the width of an interval on the scale of the logit. Of two classes, the lower end of one is the upper end of the other with more digits. */
function halfWidth({ lower, upper }: NumericPrediction, at: number, C: number): number {
  const high = C === 2 ? -boundedLogit(lower.data[at ^ 1]) : boundedLogit(upper.data[at]);
  return (high - boundedLogit(lower.data[at])) / 2;
}
