import type { Matrix } from "kernelbayes";
import type { Address, AnswerParts } from "./answer.ts";
import { explanationOfRow, howExplained } from "./explanationText.ts";
import { jsonNumber, jsonTexts } from "./jsonText.ts";

/** Rows whose text is put together before it is taken: what a text is put together from stays in memory until then. */
const rowsOfPiece = 64;

/**
 * The answer of `/models/NAME/predict`: an object for each row. Written by hand, because most of the time of a cheap prediction would
 * go into making objects that are written at once. What `take` does not take, all of it where it is absent, is returned.
 */
export function rowsText({ name, version }: Address, parts: AnswerParts, take?: (piece: string) => void): string {
  const { predicted, outside, level, decisions, sets, explanation } = parts;
  const { classes, labels, probabilities, lower, upper } = predicted;
  const names = jsonTexts(classes);
  const actions = decisions && jsonTexts(decisions.actions);
  let text = `{"model":${JSON.stringify(name)},"version":${JSON.stringify(version)}`;
  if (level !== undefined) text += `,"level":${level}`;
  if (explanation) text += `,"explanation":${howExplained(explanation)}`;
  text += ',"predictions":[';
  for (let row = 0; row < predicted.rows; row++) {
    text += `${row === 0 ? "" : ","}{"label":${names[classes.indexOf(labels[row])]},"probabilities":${byClass(names, probabilities, row)}`;
    if (lower && upper) text += `,"lower":${byClass(names, lower, row)},"upper":${byClass(names, upper, row)}`;
    if (decisions && actions) {
      const decision = decisions.decisions[row];
      text += `,"decision":${decision < 0 ? "null" : actions[decision]}`;
      if (decisions.expectedCosts) text += `,"expectedCost":${jsonNumber(decisions.expectedCosts[row])}`;
    }
    if (sets) text += `,"set":[${Array.from(sets[row], (number) => names[number]).join(",")}]`;
    const columns = outside.columns[row];
    text += `,"outside":${columns.length === 0 ? "[]" : JSON.stringify(columns)}`;
    if (outside.distance) text += `,"distance":${jsonNumber(outside.distance[row])}`;
    if (explanation) text += `,"explanation":${explanationOfRow(explanation, row, decidedClass(parts, row))}`;
    text += "}";
    if (take && (row + 1) % rowsOfPiece === 0) {
      take(text);
      text = "";
    }
  }
  return `${text}]}`;
}

/** The class that a row is decided for, or its label where it is not decided for a class. */
function decidedClass({ predicted: { classes, labels }, decisions }: AnswerParts, row: number): string {
  const action = decisions && decisions.decisions[row] >= 0 ? decisions.actions[decisions.decisions[row]] : undefined;
  return action !== undefined && classes.includes(action) ? action : labels[row];
}

function byClass(names: readonly string[], { data, columns }: Matrix, row: number): string {
  let text = "";
  for (let c = 0; c < columns; c++) text += `${c === 0 ? "{" : ","}${names[c]}:${data[row * columns + c]}`;
  return `${text}}`;
}
