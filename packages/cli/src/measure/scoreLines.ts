import type { ScoreInterval } from "kernelbayes/compare";
import { intervalText, rateText, scoreText, textTable, type HeldOutRows } from "@kernelbayes/report";
import type { MeasuredScores } from "./measuredScores.ts";

/** How rows were kept from the model that predicts them, in words: "5 folds", "leave-one-out". */
export function howText(
  { how, folds, rounds = 1 }: Pick<HeldOutRows, "how" | "folds" | "rounds">,
  rows: number,
): string {
  if (how === "hold-out") return `${rows} rows that were held out`;
  if (how === "time") return `${rows} later rows, each predicted by a fit to earlier rows`;
  if (how === "folds") {
    const times = rounds > 1 ? `, ${rounds} times over` : "";
    return `${rows} rows in ${folds} folds${times}, each predicted by a fit to the other folds`;
  }
  return `${rows} training rows, each predicted without itself (leave-one-out, as the model reports of itself: often too good with few rows)`;
}

/** The main measures as a table for a terminal: value, interval, and what they are to be compared with. */
export function scoreLines({
  level,
  errorRate,
  logLoss,
  areaUnderCurve,
  brier,
  calibration,
  guessing,
}: MeasuredScores): string {
  const head = `${Math.round(100 * level)} % interval`;
  const line = (
    measure: string,
    figure: ScoreInterval,
    show: (value: number) => string,
    compare: string,
  ): Record<string, string> => ({
    measure,
    value: show(figure.estimate),
    [head]: intervalText(figure, show),
    "compare with": compare,
  });
  // Of rows of one class the class frequencies alone would be right every time.
  const compare = (text: string): string => (areaUnderCurve ? text : "all rows are of one class");
  return textTable([
    line("error", errorRate, rateText, compare(`always the most frequent class: ${rateText(guessing.errorRate)}`)),
    line("log loss", logLoss, scoreText, compare(`class frequencies alone: ${scoreText(guessing.logLoss)}`)),
    ...(areaUnderCurve ? [line("AUC", areaUnderCurve, scoreText, "guessing: 0.5")] : []),
    line("Brier score", brier, scoreText, compare(`class frequencies alone: ${scoreText(guessing.brier)}`)),
    {
      measure: "calibration error",
      value: scoreText(calibration.estimate),
      [head]: "",
      "compare with": `perfect probabilities: ${scoreText(calibration.lower)} to ${scoreText(calibration.upper)}`,
    },
  ]);
}
