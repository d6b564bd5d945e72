import { type Scores } from "kernelbayes";
import { type ScoreInterval } from "kernelbayes/compare";
import { lacksSignal, rarestClass } from "kernelbayes/evaluate";
import { toRows } from "kernelbayes/numeric";
import type { MeasuredScores } from "../measure/measuredScores.ts";
import { findingsJson } from "../check/findingsJson.ts";
import { classRows } from "./classFrequencies.ts";
import { checkWarnings } from "./checkWarnings.ts";
import type { AnnouncedCost } from "./costLine.ts";
import type { FitOutcome } from "./fitAndMeasure.ts";
import type { PreparedTable } from "./preparedTable.ts";
import { warningsOf } from "./warningsOf.ts";
import type { WrittenFiles } from "./writeOutcome.ts";

/** What came out of a fit, for a program: plain data, stable names. Figures that there are none of are absent. */
export function outcomeJson(
  source: string,
  prepared: PreparedTable & { readonly count: number },
  cost: AnnouncedCost,
  { outcome, files }: { readonly outcome: FitOutcome; readonly files: WrittenFiles },
  seconds: number,
): Record<string, unknown> {
  const { posterior, heldOut, measured, relevance, threshold } = outcome;
  const { target, classes, model, priors, candidates, evidence, score, seed, engine, library } = posterior;
  const found = warningsOf(prepared, outcome);
  const first = lacksSignal(outcome) ? 1 : 0; // that there is no signal comes first
  return {
    table: { source, rows: prepared.count, unlabelled: prepared.unlabelled, dates: prepared.dates },
    check: findingsJson(prepared.findings),
    target,
    classes: classRows(posterior),
    columns: posterior.encoding.columns.map(({ name }) => name),
    model,
    cost,
    ...(measured &&
      heldOut && {
        measured: {
          how: heldOut.how,
          folds: heldOut.folds,
          rounds: heldOut.rounds,
          ...measuredJson(measured),
          ...decisionsJson(measured.scores, classes),
        },
      }),
    ...(threshold && { threshold }),
    ...(priors && { priors: Object.fromEntries(classes.map((name, number) => [name, priors[number]])) }),
    ...(score &&
      !lacksSignal(outcome) && {
        leaveOneOut: { logScore: score.perRow, standardError: score.standardError / score.rows, rows: score.rows },
      }),
    ...(evidence !== undefined && { evidence }),
    ...(candidates && { candidates }),
    ...(relevance && { relevance: relevance.toSorted((a, b) => b.mean - a.mean) }),
    warnings: [...found.slice(0, first), ...checkWarnings(prepared), ...found.slice(first)],
    files,
    seed,
    engine,
    library,
    seconds,
  };
}

/** What was decided for rows of each class, and how that fared, with the rarest class by itself. */
function decisionsJson({ confusion, precisionRecall }: Scores, classes: readonly string[]): Record<string, unknown> {
  const { number, ...rarest } = rarestClass(confusion);
  return {
    perClass: Object.fromEntries(classes.map((name, at) => [name, precisionRecall.perClass[at]])),
    confusion: toRows(confusion).map((counts) => Array.from(counts)),
    rarest: { class: classes[number], ...rarest },
  };
}

/** Measures with their intervals, as data. */
export function measuredJson({
  rows,
  level,
  errorRate,
  logLoss,
  areaUnderCurve,
  calibration,
  scores,
}: MeasuredScores): {
  rows: number;
  level: number;
  brier: number;
  [measure: string]: number | ScoreInterval | undefined;
} {
  return {
    rows,
    level,
    errorRate,
    logLoss,
    areaUnderCurve,
    calibration,
    brier: scores.brier,
    matthews: scores.matthews,
  };
}
