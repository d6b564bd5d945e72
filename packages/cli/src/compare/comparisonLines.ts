import { rateText, textTable } from "@kernelbayes/report";
import type { Spread } from "@kernelbayes/experiment";
import type { ComparedModel, Comparison } from "./comparison.ts";
import type { MeasuredModel, Measure } from "./measureModels.ts";
import { rankPicture } from "./rankPicture.ts";

/** The measures in words. */
export const measureWords: Readonly<Record<Measure, string>> = {
  errorRate: "error",
  logLoss: "log loss",
  areaUnderCurve: "AUC",
  brier: "Brier score",
};

/** A line a model, the best first: means and deviations over the splits, and the test against the best. */
export function comparisonTable({ models, measure }: Comparison): string {
  return textTable(
    models.map((model) => ({
      model: model.title,
      "error %": spreadText(model.errorRate, (value) => (100 * value).toFixed(2)),
      "log loss": spreadText(model.logLoss, (value) => value.toFixed(4)),
      AUC: spreadText(model.areaUnderCurve, (value) => value.toFixed(4)),
      "calibration (chance)": `${model.calibrationError.toFixed(3)} (${model.calibrationByChance.toFixed(3)})`,
      rank: model.meanRank.toFixed(2),
      [`${measureWords[measure]} worse by`]: model.p === undefined ? "best" : worse(model, measure),
      p: model.p === undefined ? "" : probability(model.p),
    })),
  );
}

/** Which models share the first place, and which are worse, in a sentence; then the picture of the ranks. */
export function comparisonVerdict(comparison: Comparison): string {
  const { models, measure, alpha, groups } = comparison;
  const [best, ...others] = models;
  const alike = others.filter(({ p = 1 }) => p > alpha).map(({ title }) => title);
  const worseOnes = others.filter(({ p = 1 }) => p <= alpha).map(({ title }) => title);
  const word = measure === "areaUnderCurve" ? "highest" : "lowest";
  return [
    `${best.title} has the ${word} ${measureWords[measure]}.`,
    ...(alike.length > 0 ? [`Not significantly different from it on these rows: ${alike.join(", ")}.`] : []),
    ...(worseOnes.length > 0 ? [`Worse: ${worseOnes.join(", ")}.`] : []),
    "",
    `Mean rank by ${measureWords[measure]}, 1 is the best. Models on one bar do not differ significantly (level ${alpha}):`,
    "",
    rankPicture(models, groups),
  ].join("\n");
}

/** What p and ± are, for the reader who wonders. */
export const explanation: string =
  "± is the deviation over splits. p is of the corrected resampled t test against the best, corrected by Holm for all pairs of models.";

/** What became of models that could not be fitted everywhere. */
export function failureLines(measured: readonly MeasuredModel[], splits: number): string[] {
  return measured
    .filter(({ failed }) => failed > 0)
    .map(
      ({ title, failed, failures }) =>
        `${title} failed on ${failed} of ${splits} splits and was left out: ${failures.join(" ")}`,
    );
}

function spreadText({ mean, deviation }: Spread, show: (value: number) => string): string {
  return `${show(mean)} ± ${show(deviation)}`;
}

function worse({ worseBy }: ComparedModel, measure: Measure): string {
  return measure === "errorRate" ? rateText(worseBy) : worseBy.toFixed(4);
}

function probability(p: number): string {
  return p < 0.001 ? "<0.001" : p.toFixed(3);
}
