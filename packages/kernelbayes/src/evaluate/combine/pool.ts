import { mapMatrix, matrix, type Matrix } from "../../engine/matrix.ts";
import { requireLength } from "../../matrix/requireLength.ts";
import { row } from "../../matrix/row.ts";
import { logSoftmaxInPlace } from "../../numeric/logSumExp.ts";
import { classNumbers } from "../classNumbers.ts";
import { rowWeights } from "../rowWeights.ts";
import { poolObjective } from "./poolObjective.ts";
import { projectedNewton } from "../../optimize/projectedNewton.ts";

/** How several members' probabilities become one: see `poolOf`. */
export interface Pool {
  /** The exponent of each member, at least 0. They need not sum to one: their total is the calibration. */
  readonly coefficients: Float64Array;
  /** What is added to the log probability of each class; they sum to 0. */
  readonly offsets: Float64Array;
  /** No member is taken to be surer than this: its probabilities count as no less, and as no more than one less it. */
  readonly clip: number;
  /** Whether the search came to its end. */
  readonly converged: boolean;
}

export interface PoolOptions {
  /** Row weights: a row of weight w counts as w equal rows, one of weight 0 not at all. */
  readonly weights?: ArrayLike<number> | undefined;
  /** How strongly the coefficients are pulled to an even share. Default 25. */
  readonly lambda?: number;
  /** The probability below which a member is not believed. Default 10⁻⁷. */
  readonly clip?: number;
  /**
   * The share of each class's rows that could be scored, from 0 to 1: see `scoredShares`. Rows are often without a score because of
   * their class, and then the scored rows alone would make that class look rarer than it is. Default: 1 for every class.
   */
  readonly shares?: ArrayLike<number> | undefined;
}

/**
 * Pools the class probabilities of m members into
 *
 *     log p_c = Σ_k c_k log p_kc + b_c − log of the sum over classes,     c_k ≥ 0,   Σ b = 0,
 *
 * with the coefficients that give the rows' own classes y the highest probability, pulled to an even share and to no offset:
 *
 *     minimize  −Σᵢ wᵢ log q_{i,yᵢ} + λ Σ_k (c_k − 1/m)² + Σ_c b_c²,     q_c = s_c p_c / Σ_d s_d p_d.
 *
 * The probabilities are to be those of fits that did not see the rows. With two classes and the members' log odds z_k this is
 * logistic regression log(p₁/p₀) = Σ_k c_k z_k + c₀ with a standard normal prior of c₀ = b₁ − b₀. Members are calibrated already,
 * so an offset of one unit of log odds is a large correction; without the prior, rows of one class would send it to infinity.
 *
 * q is the probability of a class given that the row could be scored, with the share s_c of each class that was. A class of
 * which no row has a score (its only row, or only group, was the one left out) has s_c = 0: the scored rows then show nothing
 * about it, and members decide about it with the weights that serve the other classes. With two classes nothing at all is learned,
 * and the members count evenly.
 *
 * The problem is convex. Probabilities outside [clip, 1 − clip] are taken for these bounds, as a member that claims more has not
 * seen enough rows to know.
 *
 * `logProbabilities` has a matrix for each member with a row for each row and a column for each class, `classes` the class
 * number of each row.
 */
export function poolOf(
  logProbabilities: readonly Matrix[],
  classes: ArrayLike<number>,
  { weights, lambda = 25, clip = 1e-7, shares }: PoolOptions = {},
): Pool {
  const { rows, columns: C } = sharedShape(logProbabilities);
  if (!(lambda > 0 && lambda < Infinity)) {
    throw new RangeError(`lambda must be a finite number greater than 0; got ${lambda}.`);
  }
  if (!(clip > 0 && clip < 0.5)) throw new RangeError(`clip must lie between 0 and ½; got ${clip}.`);
  const truth = classNumbers(classes, rows, C);
  const mass = rowWeights(rows, weights);
  const m = logProbabilities.length;
  const start = new Float64Array(m + C).fill(1 / m, 0, m);
  const members = logProbabilities.map((member) => clipped(member, clip));
  const objective = poolObjective(members, truth, mass, lambda, checkedShares(shares, truth, mass, C));
  const { point, converged } = projectedNewton(objective, start, m);
  return { coefficients: point.slice(0, m), offsets: point.slice(m), clip, converged };
}

/** Log probabilities of rows by a pool, from those of its members in the same order. */
export function pooled({ coefficients, offsets, clip }: Pool, logProbabilities: readonly Matrix[]): Matrix {
  const { rows, columns: C } = sharedShape(logProbabilities);
  requireLength(logProbabilities.length, coefficients.length, "The number of members");
  requireLength(C, offsets.length, "The number of classes");
  const result = matrix(rows, C);
  for (let i = 0; i < rows; i++) result.data.set(offsets, i * C);
  logProbabilities.forEach((member, k) => {
    if (coefficients[k] === 0) return;
    clipped(member, clip).data.forEach((log, at) => (result.data[at] += coefficients[k] * log));
  });
  for (let i = 0; i < rows; i++) logSoftmaxInPlace(row(result, i));
  return result;
}

/** Log probabilities of which none lies beyond the clip. */
export function clipped(logs: Matrix, clip: number): Matrix {
  const [lowest, highest] = [Math.log(clip), Math.log1p(-clip)];
  return mapMatrix(logs, (log) => Math.max(lowest, Math.min(highest, log)));
}

/** The shares of classes that were scored, all of them 1 where none are given. */
export function checkedShares(
  given: ArrayLike<number> | undefined,
  classes: Int32Array,
  weights: Float64Array,
  classCount: number,
): Float64Array {
  if (!given) return new Float64Array(classCount).fill(1);
  requireLength(given.length, classCount, "The number of shares");
  const shares = Float64Array.from(given);
  shares.forEach((share, c) => {
    if (!(share >= 0 && share <= 1))
      throw new RangeError(`The share of class ${c} must lie from 0 to 1; got ${share}.`);
    if (share === 0 && classes.some((other, i) => other === c && weights[i] > 0)) {
      throw new RangeError(`The share of class ${c} is 0, but there are rows of this class.`);
    }
  });
  return shares;
}

function sharedShape(members: readonly Matrix[]): Matrix {
  if (members.length === 0) throw new RangeError("A pool needs at least one member.");
  const [first] = members;
  if (first.columns < 2) throw new RangeError(`A pool needs two or more classes; got ${first.columns}.`);
  for (const { rows, columns } of members) {
    requireLength(rows, first.rows, "The number of rows of each member");
    requireLength(columns, first.columns, "The number of classes of each member");
  }
  return first;
}
