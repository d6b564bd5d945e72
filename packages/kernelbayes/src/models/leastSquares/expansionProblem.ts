import { matrix } from "../../engine/matrix.ts";
import { membersOf, type Problem } from "../../rows/labelledRows.ts";
import type { Warning } from "../../errors.ts";
import { equalRows } from "../../evaluate/equalRows.ts";
import { fisherTargets } from "./canonical/recodedTargets.ts";
import type { TuningProblem } from "./tuned/tuneExpansion.ts";
import { selectRows } from "../../matrix/row.ts";
import type { LeaveOneOut } from "../../posterior/numericPosterior.ts";
import { permutation } from "../../random/permutation.ts";
import { stream } from "../../random/stream.ts";
import { coupledLogProbabilities } from "../parts/expansionPosterior.ts";

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
  const machines = classCount === 2 ? [1] : Array.from({ length: classCount }, (_, c) => c);
  return {
    problem: {
      X: selectRows(X, chosen),
      signs: machines.map((positive) => Float64Array.from(chosen, (row) => (classes[row] === positive ? 1 : -1))),
      weights: Float64Array.from(order, (set) => sets.weights[set]),
      groups: rowGroups && membersOf(Int32Array.from(chosen, (row) => rowGroups[row])),
    },
    setOf: sets.setOf.map((set) => place[set]),
  };
}

/** One number for each pair of a class and a group. */
function pairedNumbers(classes: Int32Array, groups: Int32Array): Int32Array {
  const numbers = new Map<string, number>();
  return classes.map((q, row) => {
    const key = `${q} ${groups[row]}`;
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key) ?? 0;
  });
}

/** The score of every row of the problem; rows without which their class is empty have none. */
export function leaveOneOutRows(
  problem: Problem,
  logits: readonly Float64Array[],
  placeOf: (row: number) => number,
): LeaveOneOut {
  const { classes, weights, rowGroups, classCount } = problem;
  const sizes = classSizes(problem);
  const left = rowGroups && pairedNumbers(classes, rowGroups);
  const mass = new Map<number, number>();
  left?.forEach((pair, row) => mass.set(pair, (mass.get(pair) ?? 0) + weights[row]));
  /** What leaves the row's class with it. */
  const own = (row: number): number => (left ? (mass.get(left[row]) ?? 0) : Math.min(1, weights[row]));
  const logProbabilities = matrix(classes.length, classCount);
  const omitted: number[] = [];
  const row = new Float64Array(logits.length);
  for (let i = 0; i < classes.length; i++) {
    if (sizes[classes[i]] - own(i) <= 1e-9) {
      omitted.push(i);
      continue;
    }
    logits.forEach((values, m) => (row[m] = values[placeOf(i)]));
    logProbabilities.data.set(coupledLogProbabilities(row, classCount), i * classCount);
  }
  // Exact at the chosen kernel and regularization, which a fit without the row might choose otherwise.
  return { method: "approximate", logProbabilities, omitted };
}

export function classSizes({ classes, weights, classCount }: Problem): Float64Array {
  const sizes = new Float64Array(classCount);
  classes.forEach((q, row) => (sizes[q] += weights[row]));
  return sizes;
}

export function uniqueWarnings(warnings: readonly Warning[]): Warning[] {
  const codes = new Set<string>();
  return warnings.filter(({ code }) => !codes.has(code) && codes.add(code));
}
