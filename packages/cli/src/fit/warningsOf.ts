import type { Warning } from "kernelbayes";
import type { FitOutcome } from "./fitAndMeasure.ts";
import type { PreparedTable } from "./preparedTable.ts";

/** All that a reader of the result should know and can act upon: of the table, of the fit and of the measuring. */
export function warningsOf({ dates, unlabelled }: PreparedTable, { warnings, measured }: FitOutcome): Warning[] {
  return [
    ...dateWarning(dates),
    ...labelWarning(unlabelled),
    ...warnings,
    ...calibrationWarning(measured?.calibration),
  ];
}

function dateWarning(dates: readonly string[]): Warning[] {
  if (dates.length === 0) return [];
  const columns =
    dates.length === 1 ? `Column "${dates[0]}" holds` : `Columns ${dates.map((name) => `"${name}"`).join(", ")} hold`;
  return [
    {
      code: "date-column",
      message:
        `${columns} dates, which no model uses, and was left out. Turn dates into numbers, such as days since an event, if they matter.`.replace(
          "and was",
          dates.length === 1 ? "and was" : "and were",
        ),
    },
  ];
}

function labelWarning(rows: number): Warning[] {
  if (rows === 0) return [];
  return [
    {
      code: "missing-label",
      message: `${rows === 1 ? "One row has" : `${rows} rows have`} no label and took no part.`,
    },
  ];
}

function calibrationWarning(calibration: { estimate: number; upper: number } | undefined): Warning[] {
  if (calibration === undefined || calibration.estimate <= calibration.upper) return [];
  return [
    {
      code: "calibration",
      message:
        "The calibration error is larger than chance explains: do not take the probabilities at their word. Try --model auto, or look for rows that belong together and name their column with --group.",
    },
  ];
}
