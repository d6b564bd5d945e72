import { predictionSets, type ConformalThreshold } from "kernelbayes/compare";
import { decideRows, type RowDecisions } from "kernelbayes/evaluate";
import type { ShapleyValues } from "kernelbayes/explain";
import type { ModelFront } from "../models/modelFront.ts";
import type { Asked } from "../requests/asked.ts";
import type { Predicted } from "./predicted.ts";
import type { Explanation } from "./explanationText.ts";
import { rowsText } from "./rowsText.ts";
import { tensorsText } from "./tensorsText.ts";

/** What the metrics count of an answer. */
export interface RowCounts {
  readonly rows: number;
  /** Rows by the number of their label. */
  readonly classes: readonly number[];
  /** Rows that were not decided although decisions were asked for. */
  readonly abstained: number;
  /** Rows that are unlike the training rows in some column. */
  readonly outside: number;
}

/** The JSON text of an answer, and what it holds in figures. */
export interface Answer {
  readonly text: string;
  readonly counts: RowCounts;
}

/** Which model answers. */
export interface Address {
  readonly name: string;
  readonly version: string;
}

/** Everything that an answer is made of. */
export interface AnswerParts {
  readonly predicted: Predicted;
  readonly outside: Asked["encoded"]["outside"];
  readonly level: number | undefined;
  readonly decisions: RowDecisions | undefined;
  /** The class numbers in the set of each row. */
  readonly sets: readonly Int32Array[] | undefined;
  readonly explanation: Explanation | undefined;
}

/**
 * Answers a request with the predictions of its rows. `threshold` cuts the sets, where sets are asked for; `explanation` has what columns contribute, where that is. A long text is
 * handed to `take` in pieces, and its end is returned.
 */
export function answer(
  front: ModelFront,
  address: Address,
  asked: Asked,
  predicted: Predicted,
  threshold: ConformalThreshold | undefined,
  explanation?: ShapleyValues,
  take?: (piece: string) => void,
): Answer {
  const { rule, sets, level, explain } = asked.settings;
  const { outside } = asked.encoded;
  const parts: AnswerParts = {
    predicted,
    outside,
    level: predicted.lower && level,
    decisions: rule && decideRows(predicted, rule),
    sets: sets && threshold && predictionSets(predicted.probabilities, threshold),
    explanation: explanation && { values: explanation, classes: explain?.classes ?? "decided" },
  };
  return {
    text: asked.form === "rows" ? rowsText(address, parts, take) : tensorsText(address, asked.form, parts),
    counts: countsOf(front, parts),
  };
}

function countsOf({ classes: names }: ModelFront, { predicted, outside, decisions }: AnswerParts): RowCounts {
  const classes = new Array<number>(names.length).fill(0);
  for (const label of predicted.labels) classes[names.indexOf(label)]++;
  let strangers = 0;
  for (const columns of outside.columns) if (columns.length > 0) strangers++;
  let abstained = 0;
  if (decisions) for (const decision of decisions.decisions) if (decision < 0) abstained++;
  return { rows: predicted.rows, classes, abstained, outside: strangers };
}
