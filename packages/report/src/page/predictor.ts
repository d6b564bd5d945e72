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
 * Starts a predictor from the text of its script. It is asked one question at a time, and of each kind only the last one waits: while a slider moves,
 * what lies between two pictures is never computed.
 */
export function startPredictor(script: Uint8Array<ArrayBuffer>): Predictor {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(url);
  const waiting = new Map<Kind, Waiting>();
  let asked: Waiting | undefined;
  let id = 0;
  const next = (): void => {
    const [first] = waiting.values();
    if (asked || !first) return;
    waiting.delete(first.question.kind);
    asked = first;
    worker.postMessage({ id: ++id, question: first.question } satisfies Asked);
  };
  worker.addEventListener("message", ({ data }: MessageEvent<Answered>) => {
    const { resolve, reject } = asked!;
    asked = undefined;
    if (data.problem === undefined) resolve(data.answer as never);
    else reject(new Error(data.problem));
    next();
  });
  worker.addEventListener("error", ({ message }) => {
    const error = new Error(message || "The browser did not start the worker that predicts.");
    asked?.reject(error);
    for (const { reject } of waiting.values()) reject(error);
    asked = undefined;
    waiting.clear();
  });
  return {
    ask: (kind, question) =>
      new Promise((resolve, reject) => {
        waiting.get(kind)?.resolve(undefined as never);
        waiting.set(kind, { question: { kind, ...question } as unknown as Question, resolve, reject });
        next();
      }),
  };
}
