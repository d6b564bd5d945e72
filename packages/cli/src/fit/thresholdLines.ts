import type { ThresholdFigures } from "kernelbayes/evaluate";
import { rateText, textTable } from "@kernelbayes/report";
import type { FittedThreshold } from "./fittedThreshold.ts";

/** A threshold with what to expect of it, beside deciding for the most probable class, and the words by which `predict` uses it. */
export function thresholdLines(threshold: FittedThreshold, model: string): string[] {
  const { class: name, threshold: p, goal, isReached, expected, mostProbable } = threshold;
  const why = goal === undefined ? "" : `, chosen for ${goalText(goal)}`;
  return [
    `Threshold: label a row "${name}" where the probability of that class is at least ${p}${why}.`,
    ...(isReached ? [] : ["No threshold reaches that on the held-out rows: this one comes nearest."]),
    "",
    textTable([line(`threshold ${p}`, expected), line("most probable class", mostProbable)]),
    ...(goal === undefined ? [] : ["(Held-out rows, each decided by a threshold that was chosen on other rows.)"]),
    `To use it: kernelbayes predict ${model} NEW_TABLE --threshold ${quoted(`${name}=${p}`)}`,
  ];
}

function goalText({ recall, precision, cost }: NonNullable<FittedThreshold["goal"]>): string {
  if (recall !== undefined) return `a recall of at least ${rateText(recall)} and the best precision with it`;
  if (precision !== undefined) return `a precision of at least ${rateText(precision)} and the best recall with it`;
  return `the least cost where a missed row costs as much as ${cost} false alarms`;
}

function line(decided: string, { recall, precision, f1, flagged }: ThresholdFigures): Record<string, string> {
  return {
    "decided by": decided,
    recall: rateText(recall),
    precision: rateText(precision),
    F1: f1.toFixed(3),
    "labeled so": `${rateText(flagged)} of rows`,
  };
}

/** A word of a command line, in quotation marks where a shell would divide it. */
function quoted(word: string): string {
  return /^[\w=.%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
