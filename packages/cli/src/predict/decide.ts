import { abstain, ABSTAINED, decideByCost, type Column, type Prediction } from "kernelbayes";
import type { Costs } from "./costs.ts";

/** By what rows are decided beyond their most probable class. */
export interface DecisionRule {
  readonly costs?: Costs | undefined;
  /** Rows whose most probable class is less probable than this are not decided. */
  readonly threshold?: number | undefined;
  /** Whether rows are left undecided that probabilities within their intervals would decide otherwise. */
  readonly cautious?: boolean | undefined;
}

/** The columns `decision`, a missing cell where none is taken, and with costs `expected_cost`, of the decision or of the cheapest one. */
export function decisionColumns(prediction: Prediction, { costs, threshold, cautious }: DecisionRule): Column[] {
  const { classes, probabilities, lower, upper } = prediction;
  const undecided = abstain(probabilities, threshold ?? 0, cautious && threshold !== undefined ? { lower } : {});
  if (costs === undefined) return [{ name: "decision", type: "text", codes: undecided, levels: classes }];
  const { decisions, expectedCosts } = decideByCost(probabilities, costs.costs, {
    ...(cautious && { intervals: { lower, upper } }),
  });
  const actions = costs.actions.length;
  const least = Float64Array.from(decisions, (decision, row) => {
    const expected = expectedCosts.data.subarray(row * actions, (row + 1) * actions);
    return decision === ABSTAINED ? Math.min(...expected) : expected[decision];
  });
  const codes = decisions.map((decision, row) => (undecided[row] === ABSTAINED ? ABSTAINED : decision));
  return [
    { name: "decision", type: "text", codes, levels: costs.actions },
    { name: "expected_cost", type: "number", values: least },
  ];
}
