import { matrix, type Matrix } from "../../engine/matrix.ts";
import { classSizes, membersOf, numbered, type Problem } from "../../rows/labelledRows.ts";
import type { Warning } from "../../errors.ts";
import { equalRows } from "../../evaluate/equalRows.ts";
import { row, selectRows } from "../../matrix/row.ts";
import type { LeaveOneOut } from "../../posterior/numericPosterior.ts";
import { permutation } from "../../random/permutation.ts";
import { stream } from "../../random/stream.ts";
import { coupledLogProbabilities, type Expansion, type KnownTuning } from "../parts/expansionPosterior.ts";
import type { WeightedRegularization } from "./tuned/averagedEquations.ts";
import type { OutputsWithout } from "./canonical/nestedLogits.ts";
import type { Kernel } from "../../kernels/kernel.ts";

/** Rows for one or several two-class machines that share their kernel. */
export interface TuningProblem {
  /** Standardized rows in random order: a basis of size m is the first m of them. */
  readonly X: Matrix;
  /** Class signs, ±1, for each machine. */
  readonly signs: readonly Float64Array[];
  /** What the machines are fitted to, of the same signs; the signs themselves when absent. */
  readonly targets?: readonly Float64Array[] | undefined;
  readonly weights: Float64Array;
  /** The rows of each group, where groups are left out as a whole. */
  readonly groups?: readonly Int32Array[] | undefined;
}

/** What a machine is fitted to: the class signs ±1, or Fisher's n/n₁ and −n/n₀. */
export type TargetKind = "signs" | "fisher";

/** A tuning problem that says its targets. */
export interface ExpansionProblem extends TuningProblem {
  readonly targets: readonly Float64Array[];
}

/** The problem with its targets. */
export function withTargets(problem: TuningProblem, kind: TargetKind): ExpansionProblem {
  const { signs, weights } = problem;
  return { ...problem, targets: kind === "signs" ? signs : signs.map((machine) => fisherTargets(machine, weights)) };
}

export interface OrderedRows {
  readonly problem: TuningProblem;
  /** The row of the tuning problem that stands for each row of the problem. */
  readonly setOf: Int32Array;
}

/**
 * The rows without repetitions, in an order that is random but depends on their values and the seed alone: neither where a
 * row stands in the table nor whether it is repeated or weighted matters for the basis.
 */
export function orderedRows({ X, classes, weights, rowGroups, classCount }: Problem, seed: number): OrderedRows {
  const sets = equalRows(X, rowGroups ? pairedNumbers(classes, rowGroups) : classes, weights);
  const order = permutation(stream(seed), sets.representatives.length);
  const place = new Int32Array(order.length);
  order.forEach((set, at) => (place[set] = at));
  const chosen = Int32Array.from(order, (set) => sets.representatives[set]);
  return {
    problem: {
      X: selectRows(X, chosen),
      signs: machineSigns(
        chosen.map((row) => classes[row]),
        classCount,
      ),
      weights: Float64Array.from(order, (set) => sets.weights[set]),
      groups: rowGroups && membersOf(Int32Array.from(chosen, (row) => rowGroups[row])),
    },
    setOf: sets.setOf.map((set) => place[set]),
  };
}

/** One number for each pair of a class and a group. */
function pairedNumbers(classes: Int32Array, groups: Int32Array): Int32Array {
  return numbered(Array.from(classes, (q, row) => `${q} ${groups[row]}`));
}

/** The class signs, ±1, of one machine for two classes or one per class against the rest. */
export function machineSigns(classes: ArrayLike<number>, classCount: number): Float64Array[] {
  const machines = classCount === 2 ? [1] : Array.from({ length: classCount }, (_, c) => c);
  return machines.map((positive) => Float64Array.from(classes, (q) => (q === positive ? 1 : -1)));
}

/** Log probabilities of rows from the logits of machines. */
export function coupledRows(logits: readonly Float64Array[], classCount: number): Matrix {
  const result = matrix(logits[0].length, classCount);
  const own = new Float64Array(logits.length);
  for (let i = 0; i < result.rows; i++) {
    logits.forEach((values, m) => (own[m] = values[i]));
    row(result, i).set(coupledLogProbabilities(own, classCount));
  }
  return result;
}

/** The score of every row of the problem from those of the rows that stand for them; rows without which their class is empty have none. */
export function leaveOneOutRows(problem: Problem, logs: Matrix, placeOf: (row: number) => number): LeaveOneOut {
  const { classes, weights, rowGroups, classCount } = problem;
  const sizes = classSizes(problem);
  const left = rowGroups && pairedNumbers(classes, rowGroups);
  const mass = new Map<number, number>();
  left?.forEach((pair, row) => mass.set(pair, (mass.get(pair) ?? 0) + weights[row]));
  /** What leaves the row's class with it. */
  const own = (row: number): number => (left ? (mass.get(left[row]) ?? 0) : Math.min(1, weights[row]));
  const logProbabilities = matrix(classes.length, classCount);
  const omitted: number[] = [];
  for (let i = 0; i < classes.length; i++) {
    if (sizes[classes[i]] - own(i) <= 1e-9) {
      omitted.push(i);
      continue;
    }
    logProbabilities.data.set(row(logs, placeOf(i)), i * classCount);
  }
  // Exact at the chosen kernel and regularization, which a fit without the row might choose otherwise.
  return { method: "approximate", logProbabilities, omitted };
}

/** Machines on one kernel expansion that are fitted and not yet calibrated, however their kernel was chosen. */
export interface SolvedExpansion {
  readonly kernel: Kernel;
  /** The rows of the expansion. */
  readonly rows: Matrix;
  readonly expansion: Expansion;
  /** The problem in the order of its final basis, and where each row of the first order went. */
  readonly problem: ExpansionProblem;
  readonly placeOf: Int32Array;
  /** Leave-one-out residuals of each machine, or with groups of rows left out. */
  readonly residuals: readonly Float64Array[];
  /** The same for other targets, at the same kernel and regularizations. */
  residualsOf(targets: readonly Float64Array[]): readonly Float64Array[];
  /** Outputs of one machine, or of an average of several, without a row and each of the others. */
  outputsWithout(machine: number): (row: number) => OutputsWithout;
  /** What was chosen for a kernel that is tuned by itself. */
  readonly tuning?: KnownTuning | undefined;
  /** μ, where all machines have the same. */
  readonly regularization?: number;
  /** The regularizations of which the machines are, for the rows of the problem. */
  readonly regularizations: readonly WeightedRegularization[];
  readonly warnings: readonly Warning[];
}

/** The problem of the first rows alone, as views; the problem itself if it has no more. */
export function firstRows(problem: TuningProblem, rows: number): TuningProblem {
  const { X, signs, targets, weights, groups } = problem;
  if (rows >= X.rows) return problem;
  const first = (values: Float64Array): Float64Array => values.subarray(0, rows);
  return {
    X: matrix(rows, X.columns, X.data.subarray(0, rows * X.columns)),
    signs: signs.map(first),
    targets: targets?.map(first),
    weights: first(weights),
    groups: groups?.map((members) => members.filter((row) => row < rows)).filter((members) => members.length > 0),
  };
}

/**
 * Fisher's targets, +n/n₁ for the positive class and −n/n₀ for the other, with n the sum of the weights: least squares with
 * them, and a free bias, is the kernel Fisher discriminant.
 */
export function fisherTargets(signs: ArrayLike<number>, weights: ArrayLike<number>): Float64Array {
  const { positive, negative } = classWeights(signs, weights);
  const total = positive + negative;
  return Float64Array.from(signs, (sign) => (sign > 0 ? total / positive : -total / negative));
}

/**
 * Leave-one-out outputs for Fisher's targets counted anew without the row (`leaveOneOutOnGrid` keeps the counts of all
 * rows): the fit is linear in the indicators of the two classes, whose left-out outputs p₁ and p₀ give n'/n₁' p₁ − n'/n₀' p₀.
 * `residualsOf` tells the left-out residuals of any targets. Rows of a group leave together. NaN where the class of the row
 * has no other member.
 */
export function recodedWithout(
  signs: ArrayLike<number>,
  weights: Float64Array,
  groups: readonly Int32Array[] | undefined,
  residualsOf: (targets: readonly Float64Array[]) => readonly Float64Array[],
): Float64Array {
  const { positive, negative } = classWeights(signs, weights);
  const indicators = [1, -1].map((side) => Float64Array.from(signs, (sign) => (Math.sign(sign) === side ? 1 : 0)));
  const residuals = residualsOf(indicators);
  const [own, other] = indicators.map((targets, q) => targets.map((target, i) => target - residuals[q][i]));
  const leaving = [1, -1].map((side) => massesLeaving(signs, weights, groups, side));
  return Float64Array.from(signs, (_, i) => {
    const left = { positive: positive - leaving[0][i], negative: negative - leaving[1][i] };
    if (Math.min(left.positive, left.negative) <= 1e-9) return Number.NaN;
    const total = left.positive + left.negative;
    return (total / left.positive) * own[i] - (total / left.negative) * other[i];
  });
}

/** What of one side leaves with each row: one unit of its weight, or all of its group. */
function massesLeaving(
  signs: ArrayLike<number>,
  weights: Float64Array,
  groups: readonly Int32Array[] | undefined,
  side: number,
): Float64Array {
  const own = weights.map((weight, i) => (Math.sign(signs[i]) === side ? (groups ? weight : Math.min(1, weight)) : 0));
  groups?.forEach((rows) => {
    const mass = rows.reduce((sum, row) => sum + own[row], 0);
    for (const row of rows) own[row] = mass;
  });
  return own;
}

function classWeights(
  signs: ArrayLike<number>,
  weights: ArrayLike<number>,
): { readonly positive: number; readonly negative: number } {
  let positive = 0;
  let negative = 0;
  for (let i = 0; i < signs.length; i++) {
    if (signs[i] > 0) positive += weights[i];
    else negative += weights[i];
  }
  return { positive, negative };
}
