import type { Scores } from "kernelbayes";
import { textTable } from "./textTable.ts";

/** A model with what was measured of it. */
export interface MeasuredModel {
  readonly model: string;
  readonly scores: Scores;
}

/** The main measures of several models on the same rows, one line a model. */
export function scoreTable(measured: readonly MeasuredModel[]): string {
  return textTable(
    measured.map(({ model, scores }) => ({
      model,
      "error %": (100 * scores.errorRate).toFixed(2),
      "log loss": scores.logLoss.mean.toFixed(4),
      AUC: scores.areaUnderCurve.toFixed(4),
      Brier: scores.brier.toFixed(4),
      "calibration error": scores.calibration.error.toFixed(4),
    })),
  );
}
