import type { Answered, Answers, Asked, Question } from "../living/questions.ts";

type Kind = Question["kind"];
type Asks<K extends Kind> = Omit<Extract<Question, { kind: K }>, "kind">;

/** A model in a worker of its own. */
export interface Predictor {
  /** The answer to a question; undefined if another question of the same kind came before its turn. */
  ask<K extends Kind>(kind: K, question: Asks<K>): Promise<Answers[K] | undefined>;
}

interface Waiting {
  readonly question: Question;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Asks one question at a time, and of each kind only the last one waits: while a slider moves, what lies between two pictures is never computed.
 */
export function latestOnly(send: (question: Question) => Promise<unknown>): Predictor {
  const waiting = new Map<Kind, Waiting>();
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
  };
}

/** Starts a predictor from the text of its script. */
export function startPredictor(script: Uint8Array<ArrayBuffer>): Predictor {
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  let id = 0;
  let asked: Omit<Waiting, "question"> | undefined;
  worker.addEventListener("message", ({ data }: MessageEvent<Answered>) => {
    if (data.problem === undefined) asked?.resolve(data.answer as never);
    else asked?.reject(new Error(data.problem));
  });
  worker.addEventListener("error", ({ message }) => {
    asked?.reject(new Error(message || "The browser did not start the worker that predicts."));
  });
  return latestOnly(
    (question) =>
      new Promise((resolve, reject) => {
        asked = { resolve, reject };
        worker.postMessage({ id: ++id, question } satisfies Asked);
      }),
  );
}
