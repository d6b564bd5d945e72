import type { ScoreInterval } from "kernelbayes";
import { textTable, type HeldOutRows } from "@kernelbayes/report";
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
    [head]: Number.isNaN(figure.lower) ? "unknown" : `${show(figure.lower)} to ${show(figure.upper)}`,
    "compare with": compare,
  });
  // Three decimals, unless nothing would be left of a small number.
  const plain = (value: number): string => (value > 0 && value < 5e-4 ? value.toExponential(1) : value.toFixed(3));
  return textTable([
    line("error", errorRate, percent, `always the most frequent class: ${percent(guessing.errorRate)}`),
    line("log loss", logLoss, plain, `class frequencies alone: ${plain(guessing.logLoss)}`),
    ...(areaUnderCurve ? [line("AUC", areaUnderCurve, plain, "guessing: 0.5")] : []),
    line("Brier score", brier, plain, `class frequencies alone: ${plain(guessing.brier)}`),
    {
      measure: "calibration error",
      value: plain(calibration.estimate),
      [head]: "",
      "compare with": `perfect probabilities: ${plain(calibration.lower)} to ${plain(calibration.upper)}`,
    },
  ]);
}

/** A share in percent, with as many digits as a reader wants. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(share !== 0 && Math.abs(share) < 0.0995 ? 2 : 1)} %`;
}
