import { abstain, ABSTAINED, decideByCost, type Column, type Prediction } from "kernelbayes";
import type { PointPrediction } from "kernelbayes/predict";
import { decideByThreshold, type ThresholdRule } from "kernelbayes/evaluate";
import type { Costs } from "./costs.ts";

/** By what rows are decided beyond their most probable class. */
export interface DecisionRule {
  readonly costs?: Costs | undefined;
  /** The class that rows are decided for from a probability on, in place of the most probable one. */
  readonly flag?: ThresholdRule | undefined;
  /** Rows whose most probable class is less probable than this are not decided. */
  readonly threshold?: number | undefined;
  /** Whether rows are left undecided that probabilities within their intervals would decide otherwise. */
  readonly cautious?: boolean | undefined;
}

/** The columns `decision`, a missing cell where none is taken, and with costs `expected_cost`, of the decision or of the cheapest one. */
export function decisionColumns(
  prediction: Prediction | PointPrediction,
  { costs, flag, threshold, cautious }: DecisionRule,
): Column[] {
  const { classes, probabilities } = prediction;
  if (flag !== undefined) {
    return [{ name: "decision", type: "text", codes: decideByThreshold(probabilities, flag), levels: classes }];
  }
  const intervals = cautious && prediction.intervals ? { lower: prediction.lower, upper: prediction.upper } : undefined;
  const lower = threshold === undefined ? undefined : intervals?.lower;
  const reached = abstain(probabilities, threshold ?? 0, lower ? { lower } : {});
  const options = intervals ? { intervals } : {};
  if (costs === undefined) {
    const certain = cautious ? decideByCost(probabilities, mistakes(classes.length), options).decisions : reached;
    const codes = reached.map((decision, row) => (certain[row] === ABSTAINED ? ABSTAINED : decision));
    return [{ name: "decision", type: "text", codes, levels: classes }];
  }
  const { decisions, expectedCosts } = decideByCost(probabilities, costs.costs, options);
  const codes = decisions.map((decision, row) => (reached[row] === ABSTAINED ? ABSTAINED : decision));
  const actions = costs.actions.length;
  const least = Float64Array.from(decisions, (decision, row) => {
    const expected = expectedCosts.data.subarray(row * actions, (row + 1) * actions);
    return decision === ABSTAINED ? Math.min(...expected) : expected[decision];
  });
  return [
    { name: "decision", type: "text", codes, levels: costs.actions },
    { name: "expected_cost", type: "number", values: least },
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

/** The costs under which the least expected one belongs to the most probable class: every mistake costs 1. */
function mistakes(classes: number): Float64Array[] {
  return Array.from({ length: classes }, (_, decided) =>
    Float64Array.from({ length: classes }, (_, truth) => (truth === decided ? 0 : 1)),
  );
}
