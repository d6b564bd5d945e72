import { matrix, type Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { probabilityMatrix, type Probabilities } from "../evaluate/probabilities.ts";
import { requireLength } from "../matrix/requireLength.ts";

/** Instead of a class number: no decision is taken. */
export const ABSTAINED = -1;

export interface CostOptions {
  /** What it costs to decide nothing; without it a decision is always taken. */
  readonly abstainCost?: number | undefined;
  /**
   * Intervals of the probabilities: decisions that other probabilities within them would overturn are not taken.
   */
  readonly intervals?: ProbabilityBox | undefined;
}

/** A lower and an upper end for every row and class. */
export interface ProbabilityBox {
  readonly lower: Matrix;
  readonly upper: Matrix;
}

/** What was decided, and what it is expected to cost. */
export interface CostDecisions {
  /** The number of the decided action in each row; −1 where it is better to abstain. */
  readonly decisions: Int32Array;
  /** The expected cost of each action (columns) in each row. */
  readonly expectedCosts: Matrix;
}

/**
 * Decides each row for the least expected cost. `costs[a][c]` is what it costs to decide a when the truth is class c; the
 * decision is the a with the least Σ_c costs[a][c] p_c, of equals the one whose class is more probable, then the lower number.
 * Usually there is an action for each class, but there may be more or fewer. A constant added to a column changes nothing.
 * Costs may be negative (gains).
 *
 * With `abstainCost` r the row is left undecided where every action costs more than r. With `intervals` it is also left
 * undecided where probabilities that lie in them, and sum to one, would decide otherwise.
 *
 * The probabilities have to be calibrated for the costs to come true.
 *
 * @example decideByCost(prediction.probabilities, [[0, 10], [1, 0]]).decisions // missing class 1 is ten times as bad
 */
export function decideByCost(
  probabilities: Probabilities,
  costs: readonly ArrayLike<number>[],
  { abstainCost = Infinity, intervals }: CostOptions = {},
): CostDecisions {
  const { data, rows, columns: C } = probabilityMatrix(probabilities);
  checkCosts(costs, C, abstainCost);
  if (intervals) {
    for (const { rows: n, columns } of [intervals.lower, intervals.upper]) {
      requireLength(n, rows, "The number of rows of the intervals");
      requireLength(columns, C, "The number of classes of the intervals");
    }
  }
  const expectedCosts = matrix(rows, costs.length);
  const decisions = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const p = data.subarray(row * C, (row + 1) * C);
    const expected = expectedCosts.data.subarray(row * costs.length, (row + 1) * costs.length);
    costs.forEach((cost, a) => (expected[a] = p.reduce((sum, one, c) => sum + cost[c] * one, 0)));
    let best = 0;
    for (let a = 1; a < costs.length; a++) {
      const isLess = expected[a] < expected[best];
      if (isLess || (expected[a] === expected[best] && (p[a] ?? 0) > (p[best] ?? 0))) best = a;
    }
    const isTaken = expected[best] <= abstainCost && !(intervals && isOverturned(best, costs, intervals, row));
    decisions[row] = isTaken ? best : ABSTAINED;
  }
  return { decisions, expectedCosts };
}

/** Whether some probabilities in the intervals of a row make another action cheaper than the given one. */
function isOverturned(action: number, costs: readonly ArrayLike<number>[], box: ProbabilityBox, row: number): boolean {
  const C = box.lower.columns;
  const lower = box.lower.data.subarray(row * C, (row + 1) * C);
  const upper = box.upper.data.subarray(row * C, (row + 1) * C);
  const open = 1 - lower.reduce((sum, p) => sum + p, 0);
  return costs.some((cost, other) => {
    if (other === action) return false;
    // The largest Σ (L_action,c − L_other,c) p_c: the mass that the lower ends leave goes where the difference is largest.
    const differences = Array.from({ length: C }, (_, c) => costs[action][c] - cost[c]);
    let largest = differences.reduce((sum, difference, c) => sum + difference * lower[c], 0);
    let left = open;
    for (const c of Array.from(differences.keys()).toSorted((a, b) => differences[b] - differences[a])) {
      const moved = Math.min(left, upper[c] - lower[c]);
      if (moved <= 0) continue;
      largest += differences[c] * moved;
      left -= moved;
    }
    return largest > 0;
  });
}

function checkCosts(costs: readonly ArrayLike<number>[], classes: number, abstainCost: number): void {
  if (costs.length === 0) throw new InputError("invalid-costs", "The costs need a row for each possible decision.");
  costs.forEach((cost, action) => {
    if (cost.length !== classes) {
      throw new InputError(
        "invalid-costs",
        `Row ${action + 1} of the costs has ${cost.length} entries; it needs one for each of the ${classes} classes.`,
      );
    }
    for (let c = 0; c < classes; c++) {
      if (!Number.isFinite(cost[c])) {
        throw new InputError(
          "invalid-costs",
          `A cost must be a finite number; row ${action + 1}, entry ${c + 1} of the costs is ${String(cost[c])}.`,
        );
      }
    }
  });
  if (Number.isNaN(abstainCost))
    throw new InputError("invalid-costs", "The cost of abstaining must be a number; got NaN.");
}
