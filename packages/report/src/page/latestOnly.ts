import type { Question } from "../living/questions.ts";
import type { Predictor } from "./predictor.ts";

interface Waiting {
  readonly question: Question;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A predictor over a worker of a program: it is asked one question at a time, and of each kind only the last one waits. A search that is under way
 * runs to its end.
 */
export function latestOnly(send: (question: Question) => Promise<unknown>): Predictor {
  const waiting = new Map<Question["kind"], Waiting>();
  let isBusy = false;
  const next = (): void => {
    const [first] = waiting.values();
    if (isBusy || !first) return;
    waiting.delete(first.question.kind);
    isBusy = true;
    void send(first.question)
      .then((answer) => first.resolve(answer as never), first.reject)
      .finally(() => {
        isBusy = false;
        next();
      });
  };
  return {
    ask: (kind, question) =>
      new Promise((resolve, reject) => {
        waiting.get(kind)?.resolve(undefined as never);
        waiting.set(kind, { question: { kind, ...question } as unknown as Question, resolve, reject });
        next();
      }),
    stopSearch() {
      waiting.get("change")?.resolve(undefined as never);
      waiting.delete("change");
    },
  };
}
