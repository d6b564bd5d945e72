import type { Posterior, Table } from "kernelbayes";
import type { Answers, Question } from "../living/questions.ts";
import { changesOf } from "./changesOf.ts";
import { contributionsOf } from "./contributionsOf.ts";
import { nearRowsOf } from "./nearRowsOf.ts";
import { predictionOf } from "./predictionOf.ts";

/** What the worker knows since it was started. */
export interface Started {
  readonly posterior: Posterior;
  readonly table: Table | undefined;
}

/** What a model says about a row, and why. */
export function answerTo(started: Started, question: Exclude<Question, { kind: "start" }>): Answers[Question["kind"]] {
  switch (question.kind) {
    case "predict":
      return predictionOf(started, question.cells);
    case "explain":
      return contributionsOf(started, question.cells);
    case "neighbours":
      return nearRowsOf(started, question.cells);
    case "change":
      return changesOf(started, question);
  }
}
