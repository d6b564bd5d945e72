import type { Answered, Answers, Asked, Question } from "../living/questions.ts";

type Kind = Question["kind"];
type Asks<K extends Kind> = Omit<Extract<Question, { kind: K }>, "kind">;

/** A model in workers of its own. */
export interface Predictor {
  /** The answer to a question; undefined if another question of the same kind came before its turn, or if it is not wanted any more. */
  ask<K extends Exclude<Kind, "start">>(kind: K, question: Asks<K>): Promise<Answers[K] | undefined>;
  /** Ends a search that is under way. */
  stopSearch(): void;
}

/**
 * Starts a predictor from the text of its script. One worker predicts, and nothing else, so that a picture follows a slider at once; another one explains, and is
 * started when it is first asked.
 */
export function startPredictor(
  script: Uint8Array<ArrayBuffer>,
  start: Asks<"start">,
): { readonly predictor: Predictor; readonly started: Promise<Answers["start"]> } {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const first = startWorker(url);
  const started = first.ask({ kind: "start", ...start }) as Promise<Answers["start"]>;
  let second: Asking | undefined;
  const explaining = (): Asking => {
    if (second) return second;
    second = startWorker(url);
    // Its errors are those of what is asked next.
    second.ask({ kind: "start", ...start }).catch(() => undefined);
    return second;
  };
  return {
    predictor: {
      ask: <K extends Exclude<Kind, "start">>(kind: K, question: Asks<K>) =>
        (kind === "predict" ? first : explaining()).ask({ kind, ...question } as unknown as Question) as Promise<
          Answers[K] | undefined
        >,
      stopSearch() {
        if (second?.isBusyWith("change") !== true) return;
        second.end();
        second = undefined;
      },
    },
    started,
  };
}

/** A worker that is asked one question after the other. */
interface Asking {
  ask(question: Question): Promise<Answers[Kind] | undefined>;
  /** Whether a question of a kind waits, or is being answered. */
  isBusyWith(kind: Kind): boolean;
  /** Ends the worker; what was asked has no answer. */
  end(): void;
}

interface Waiting {
  readonly question: Question;
  readonly resolve: (answer: Answers[Kind] | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** Of each kind only the last question waits: while a slider moves, what lies between two pictures is never computed. */
function startWorker(url: string): Asking {
  const worker = new Worker(url);
  const waiting = new Map<Kind, Waiting>();
  let asked: Waiting | undefined;
  let id = 0;
  const next = (): void => {
    const [following] = waiting.values();
    if (asked || !following) return;
    waiting.delete(following.question.kind);
    asked = following;
    worker.postMessage({ id: ++id, question: following.question } satisfies Asked);
  };
  const drop = (settle: (each: Waiting) => void): void => {
    const all = [...(asked ? [asked] : []), ...waiting.values()];
    asked = undefined;
    waiting.clear();
    all.forEach(settle);
  };
  worker.addEventListener("message", ({ data }: MessageEvent<Answered>) => {
    const { resolve, reject } = asked!;
    asked = undefined;
    if (data.problem === undefined) resolve(data.answer);
    else reject(new Error(data.problem));
    next();
  });
  worker.addEventListener("error", ({ message }) => {
    drop(({ reject }) => reject(new Error(message || "The browser did not start the worker that predicts.")));
  });
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        waiting.get(question.kind)?.resolve(undefined);
        waiting.set(question.kind, { question, resolve, reject });
        next();
      }),
    isBusyWith: (kind) => asked?.question.kind === kind || waiting.has(kind),
    end() {
      worker.terminate();
      drop(({ resolve }) => resolve(undefined));
    },
  };
}
