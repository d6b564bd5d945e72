import { type Warning } from "kernelbayes";
import { lacksSignal } from "kernelbayes/evaluate";
import { confusionLines } from "../measure/confusionLines.ts";
import { rarestLine } from "../measure/rarestLine.ts";
import { howText, scoreLines } from "../measure/scoreLines.ts";
import { chosenLines } from "./chosenLines.ts";
import type { FitOutcome } from "./fitAndMeasure.ts";
import type { PreparedTable } from "./preparedTable.ts";
import { thresholdLines } from "./thresholdLines.ts";
import { relevanceLines } from "./relevanceLines.ts";
import { warningsOf } from "./warningsOf.ts";
import type { WrittenFiles } from "./writeOutcome.ts";

/**
 * What came out of a fit, for a person: model and reason, measures, columns, warnings, files. Quiet, the measures and the files. That there
 * is no signal comes before all else, also when quiet.
 */
export function outcomeLines(
  prepared: PreparedTable,
  { outcome, files }: { readonly outcome: FitOutcome; readonly files: WrittenFiles },
  { isQuiet, seconds }: { readonly isQuiet: boolean; readonly seconds: number },
): string[] {
  const { posterior, heldOut, measured, relevance, threshold } = outcome;
  const scores =
    measured && heldOut
      ? [
          `Measured on ${howText(heldOut, measured.rows)}:`,
          "",
          scoreLines(measured),
          "",
          confusionLines(measured.scores.confusion, posterior.classes, measured.scores.precisionRecall),
          ...(heldOut.rounds !== undefined && heldOut.rounds > 1
            ? [`These counts are of the first of the ${heldOut.rounds} rounds, the measures above of all.`]
            : []),
          "",
          ...rarestLine(measured.scores.confusion, posterior.classes).flatMap((line) => [line, ""]),
        ]
      : [];
  const chosen = threshold ? thresholdLines(threshold, files.model) : [];
  // What could not be fitted is listed with what was tried.
  const isListed = ({ code }: Warning): boolean => code === "member-failed" && (posterior.candidates?.length ?? 0) > 1;
  const all = warningsOf(prepared, outcome).flatMap((warning) => (isListed(warning) ? [] : warning.message));
  const noSignal = lacksSignal(outcome) ? [all[0]] : [];
  if (isQuiet) return [...noSignal, ...scores.slice(2, 3), ...chosen, ...fileLines(files)];
  const warnings = all.slice(noSignal.length).map((message) => `Note: ${message}`);
  return [
    "",
    ...noSignal.flatMap((message) => [message, ""]),
    ...chosenLines(posterior),
    "",
    ...scores,
    ...(chosen.length > 0 ? [...chosen, ""] : []),
    ...(relevance ? [...relevanceLines(relevance, posterior.encoding.columns.length), ""] : []),
    ...(warnings.length > 0 ? [...warnings, ""] : []),
    ...fileLines(files),
    `Seed ${posterior.seed}, engine ${posterior.engine}, ${seconds.toFixed(1)} s.`,
  ];
}

function fileLines({ model, report, card, figures }: WrittenFiles): string[] {
  return [
    `Model   ${model}   (kernelbayes predict ${model} NEW_TABLE)`,
    ...(report === undefined ? [] : [`Report  ${report}`]),
    ...(card === undefined ? [] : [`Card    ${card}`]),
    ...(figures === undefined ? [] : [`Charts  ${figures.names.length} files in ${figures.folder}`]),
  ];
}
