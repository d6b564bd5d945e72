import { matrix } from "../engine/matrix.ts";
import { fitOddsCurve, identityCurve, oddsWithoutEach, type CurveShape, type OddsCurve } from "./oddsCurve.ts";
import { putOddsInPlace } from "./oddsPrediction.ts";
import type { LeaveOneOut } from "../posterior/numericPosterior.ts";
import { membersOf, type Problem } from "../rows/labelledRows.ts";

/** "curve": log odds are corrected by a curve on those of left-out rows; "none": they are taken at their word. */
export type OddsCalibration = "curve" | "none";

export interface CalibratedOdds {
  readonly curve: OddsCurve;
  /** The scores with the curve, each row judged by that of the others. */
  readonly leaveOneOut: LeaveOneOut;
}

/** Corrects the log odds of a model of two classes by what its own leave-one-out says of them. */
export function calibrateOdds(
  claimed: LeaveOneOut,
  { classes, weights, rowGroups }: Pick<Problem, "classes" | "weights" | "rowGroups">,
  calibration: OddsCalibration,
  shape: CurveShape = "straight",
): CalibratedOdds {
  if (calibration === "none") return { curve: identityCurve, leaveOneOut: claimed };
  const { logProbabilities: logs, omitted } = claimed;
  const oddsOf = (row: number): number => logs.data[2 * row + 1] - logs.data[2 * row];
  const isOmitted = new Set(omitted);
  // In an order that does not depend on where rows stand in the table, so that no sum does.
  const order = Int32Array.from(classes.keys())
    .filter((row) => !isOmitted.has(row))
    .toSorted((a, b) => oddsOf(a) - oddsOf(b) || classes[a] - classes[b] || weights[a] - weights[b]);
  const rows = {
    logOdds: Float64Array.from(order, oddsOf),
    targets: Int32Array.from(order, (row) => classes[row]),
    weights: Float64Array.from(order, (row) => weights[row]),
  };
  const curve = fitOddsCurve(rows, shape);
  const sets = rowGroups && membersOf(Int32Array.from(order, (row) => rowGroups[row]));
  const logProbabilities = matrix(classes.length, 2);
  oddsWithoutEach(rows, curve, sets).forEach((logit, at) => putOddsInPlace(logProbabilities, order[at], logit));
  return { curve, leaveOneOut: { ...claimed, logProbabilities } };
}
