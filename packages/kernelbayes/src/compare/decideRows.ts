import { decideByThreshold, type ThresholdRule } from "../evaluate/threshold/decideByThreshold.ts";
import type { Matrix } from "../engine/matrix.ts";
import { abstain } from "./abstain.ts";
import type { Costs } from "./costsOf.ts";
import { ABSTAINED, decideByCost } from "./decideByCost.ts";

/** By what rows are decided beyond their most probable class. */
export interface DecisionRule {
  readonly costs?: Costs | undefined;
  /** The class that rows are decided for from a probability on, in place of the most probable one; it excludes the other rules. */
  readonly flag?: ThresholdRule | undefined;
  /** Rows whose most probable class is less probable than this are not decided. */
  readonly threshold?: number | undefined;
  /** Whether rows are left undecided that probabilities within their intervals would decide otherwise. */
  readonly cautious?: boolean | undefined;
}

/** What is decided by: a prediction, with or without intervals. */
export interface DecidableRows {
  readonly classes: readonly string[];
  readonly probabilities: Matrix;
  readonly lower?: Matrix | undefined;
  readonly upper?: Matrix | undefined;
}

/** What was decided about rows. */
export interface RowDecisions {
  /** The names of the decisions: the classes, or what the costs name. */
  readonly actions: readonly string[];
  /** The number of the decision of each row; −1 where none is taken. */
  readonly decisions: Int32Array;
  /** With costs, what the decision is expected to cost, or the cheapest one where none is taken. */
  readonly expectedCosts?: Float64Array;
}

/**
 * Decides the rows of a prediction by a rule.
 *
 * @example const { actions, decisions } = decideRows(prediction, { threshold: 0.95, cautious: true });
 */
export function decideRows(
  { classes, probabilities, lower: lowerEnds, upper: upperEnds }: DecidableRows,
  { costs, flag, threshold, cautious }: DecisionRule,
): RowDecisions {
  if (flag !== undefined) return { actions: classes, decisions: decideByThreshold(probabilities, flag) };
  const intervals = cautious && lowerEnds && upperEnds ? { lower: lowerEnds, upper: upperEnds } : undefined;
  const lower = threshold === undefined ? undefined : intervals?.lower;
  const reached = abstain(probabilities, threshold ?? 0, lower ? { lower } : {});
  const options = intervals ? { intervals } : {};
  if (costs === undefined) {
    const certain = cautious ? decideByCost(probabilities, mistakes(classes.length), options).decisions : reached;
    const decisions = reached.map((decision, row) => (certain[row] === ABSTAINED ? ABSTAINED : decision));
    return { actions: classes, decisions };
  }
  const cheapest = decideByCost(probabilities, costs.costs, options);
  const actions = costs.actions.length;
  return {
    actions: costs.actions,
    decisions: cheapest.decisions.map((decision, row) => (reached[row] === ABSTAINED ? ABSTAINED : decision)),
    expectedCosts: Float64Array.from(cheapest.decisions, (decision, row) => {
      const expected = cheapest.expectedCosts.data.subarray(row * actions, (row + 1) * actions);
      return decision === ABSTAINED ? Math.min(...expected) : expected[decision];
    }),
  };
}

/** The costs under which the least expected one belongs to the most probable class: every mistake costs 1. */
function mistakes(classes: number): Float64Array[] {
  return Array.from({ length: classes }, (_, decided) =>
    Float64Array.from({ length: classes }, (_, truth) => (truth === decided ? 0 : 1)),
  );
}
