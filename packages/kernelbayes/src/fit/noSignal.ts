import type { Warning } from "../errors.ts";
import { signalTest, type SignalTest } from "../evaluate/signalTest.ts";
import type { LeaveOneOut } from "../posterior/numericPosterior.ts";
import type { Posterior } from "../posterior/posterior.ts";
import { quote } from "../table/quote.ts";

/** Stable: commands and reports look for it. */
const code = "no-signal";

interface TargetClasses {
  readonly target: string;
  readonly classes: Int32Array;
  readonly weights: Float64Array | undefined;
  readonly groups: Int32Array | undefined;
}

/**
 * Warns when the leave-one-out probabilities of a fit have shown no signal. Their error rate and AUC are then an artefact of
 * leaving a row out of its own class; see `signalTest`.
 */
export function noSignalWarning(
  leaveOneOut: LeaveOneOut | undefined,
  { target, classes, weights, groups }: TargetClasses,
): Warning[] {
  if (!leaveOneOut) return [];
  const { logProbabilities, omitted } = leaveOneOut;
  if (omitted.length >= classes.length) return [];
  const counted = weights?.slice() ?? new Float64Array(classes.length).fill(1);
  for (const row of omitted) counted[row] = 0;
  const test = signalTest(logProbabilities, classes, { weights: counted, groups });
  if (test === undefined || test.hasSignal) return [];
  const { p } = test;
  return [
    {
      code,
      message:
        `${noEvidence(target, p)} ` +
        (leaveOneOut.method === "folds" ? "Error and AUC of these rows say nothing more." : artefact) +
        " Measure by cross-validation, and collect more rows or more informative columns.",
    },
  ];
}

/** Warns when predictions of rows that the whole flow had not seen have shown no signal. */
export function noSignalInMeasurement(target: string, test: SignalTest | undefined): Warning[] {
  if (test === undefined || test.hasSignal) return [];
  return [{ code, message: `${noEvidence(target, test.p)} Collect more rows or more informative columns.` }];
}

function noEvidence(target: string, p: number): string {
  return (
    `No evidence that these columns predict ${quote(target)}: predictions of left-out rows are not significantly better than ` +
    `the class frequencies (p = ${p.toFixed(p < 0.1 ? 3 : 2)}).`
  );
}

const artefact =
  "Leave-one-out error and AUC are not meaningful here, but an artefact: leaving a row out makes its class rarer in the rest, " +
  "so a model without signal favors the other classes.";

/**
 * Whether there is a warning that left-out predictions show no signal. Leave-one-out error and AUC, and columns that matter, should then not be
 * shown.
 */
export function lacksSignal({ warnings }: Pick<Posterior, "warnings">): boolean {
  return warnings.some((warning) => warning.code === code);
}
