import { heldTrainingTable } from "kernelbayes/explain";
import { loadPosterior, type ModelFactory } from "kernelbayes/predict";
import { atPlaces } from "../living/heldPlaces.ts";
import type { Answered, Answers, Asked, Question } from "../living/questions.ts";
import { answerTo, type Started } from "./answerTo.ts";

/** As much of a worker as is needed here: the types of workers and of pages exclude each other. */
interface WorkerScope {
  onmessage: ((event: { readonly data: Asked }) => void) | null;
  postMessage(message: Answered): void;
}

/** Answers the questions of a page, in a worker of its own, with the model of the report. */
export function servePredictor(models: readonly ModelFactory[]): void {
  const scope = globalThis as unknown as WorkerScope;
  let started: Started | undefined;
  scope.onmessage = ({ data: { id, question } }) => {
    const send = (answer: Answers[Question["kind"]]): void => scope.postMessage({ id, answer });
    const fail = (error: unknown): void =>
      scope.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
    try {
      if (question.kind === "start") {
        started = startedOf(question, models);
        send({ table: question.table ? undefined : started.table });
      } else if (started === undefined) fail("The predictor was not started.");
      else send(answerTo(started, question));
    } catch (error) {
      fail(error);
    }
  };
}

function startedOf(
  { model, table, heldPlaces }: Extract<Question, { kind: "start" }>,
  models: readonly ModelFactory[],
): Started {
  const posterior = loadPosterior(model, { models });
  const held = heldPlaces && heldTrainingTable(posterior);
  return { posterior, table: table ?? (held && atPlaces(held, heldPlaces)) };
}
