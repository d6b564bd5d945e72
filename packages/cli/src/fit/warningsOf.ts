import { type Warning } from "kernelbayes";
import { lacksSignal } from "kernelbayes/evaluate";
import type { FitOutcome } from "./fitAndMeasure.ts";
import type { PreparedTable } from "./preparedTable.ts";

/**
 * All that a reader of the result should know and can act upon: of the table, of the fit and of the measuring. That there is no
 * signal comes first.
 */
export function warningsOf(
  { unlabelled, options }: Pick<PreparedTable, "unlabelled" | "options">,
  outcome: FitOutcome,
): Warning[] {
  const isFirst = (warning: Warning): boolean => lacksSignal({ warnings: [warning] });
  return [
    ...outcome.warnings.filter(isFirst),
    ...labelWarning(unlabelled),
    ...outcome.warnings.filter((warning) => !isFirst(warning)),
    ...measureWarning(outcome, options.group !== undefined),
  ];
}

function labelWarning(rows: number): Warning[] {
  if (rows === 0) return [];
  const which = rows === 1 ? "One row has" : `${rows} rows have`;
  return [{ code: "missing-label", message: `${which} no label and took no part.` }];
}

/** Whether the measures can be taken at their word, and whether the probabilities can. */
function measureWarning({ posterior, measured }: FitOutcome, isGrouped: boolean): Warning[] {
  // Rows of one class alone say nothing about the probabilities.
  if (measured?.areaUnderCurve === undefined || measured.calibration.estimate <= measured.calibration.upper) return [];
  const other = posterior.model.name === "auto" ? "" : " Try --model auto.";
  return [
    {
      code: "calibration",
      message:
        `The calibration error is larger than chance explains: do not take the probabilities at their word.${other}` +
        (isGrouped ? "" : " If rows belong together, name their column with --group."),
    },
  ];
}
