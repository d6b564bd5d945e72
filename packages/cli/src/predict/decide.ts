import type { Column, Prediction } from "kernelbayes";
import { decideRows, type DecisionRule } from "kernelbayes/evaluate";
import type { PointPrediction } from "kernelbayes/predict";

/** The columns `decision`, a missing cell where none is taken, and with costs `expected_cost`, of the decision or of the cheapest one. */
export function decisionColumns(prediction: Prediction | PointPrediction, rule: DecisionRule): Column[] {
  const { actions, decisions, expectedCosts } = decideRows(prediction, rule);
  return [
    { name: "decision", type: "text", codes: decisions, levels: actions },
    ...(expectedCosts ? [{ name: "expected_cost", type: "number", values: expectedCosts } as const] : []),
  ];
}

/** Why rows may be left undecided under a rule, in words; empty if none can be. */
export function undecidedReason({ costs, threshold, cautious }: DecisionRule): string {
  const reasons = [
    ...(threshold === undefined
      ? []
      : [cautious ? `no interval lies above ${threshold}` : `no class reaches ${threshold}`]),
    ...(cautious
      ? [
          costs === undefined
            ? "another class could be the most probable within the intervals"
            : "other probabilities within the intervals would decide otherwise",
        ]
      : []),
  ];
  return reasons.join(", or ");
}
