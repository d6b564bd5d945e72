import type { ConformalThreshold, Matrix } from "kernelbayes";
import type { Predicted } from "../answers/predicted.ts";
import { wholeAnswer } from "../answers/wholeAnswer.ts";
import type { ServedModel } from "../models/servedModel.ts";
import { tryAgain } from "../problem/problem.ts";
import type { RawRequest } from "../requests/asked.ts";
import type { PredictSettings } from "../requests/predictSettings.ts";
import { batches, nothingPredicted, type BatchOptions } from "./batches.ts";
import type { LoadedFront, Request, WholeAnswer } from "./messages.ts";
import { deadlines, type Deadline, type Deadlines } from "./deadlines.ts";
import { nobodyWaits } from "./nobodyWaits.ts";
import type { Job, WorkerPool } from "./workerPool.ts";

export interface SchedulerOptions extends BatchOptions {
  /** The thread that explains; started when it is first asked for. Absent where the serving thread does everything. */
  readonly explainers: (() => WorkerPool) | undefined;
  /** Requests that may wait. */
  readonly queue: number;
  /** Seconds after which a request is given up. */
  readonly timeLimit: number;
}

/** Decides where rows are predicted, and bounds how many requests wait and for how long. */
export interface Scheduler {
  /** The predictions of encoded rows. `isGone` says whether nobody waits for them any more. */
  predict(model: ServedModel, X: Matrix, settings: PredictSettings, isGone: () => boolean): Promise<Predicted>;
  /** The whole answer to a request, made by a worker. */
  answer(model: ServedModel, request: RawRequest, isGone: () => boolean): Promise<WholeAnswer>;
  /** The whole answer to a request that asks for an explanation. */
  explain(model: ServedModel, request: RawRequest, isGone: () => boolean): Promise<WholeAnswer>;
  threshold(model: ServedModel, level: number, seed: number): Promise<ConformalThreshold>;
  /** Checks a document in a worker, and loads it there. */
  load(model: Job["model"], engine: string | undefined): Promise<Measured>;
  /** Requests that wait. */
  readonly waiting: number;
}

/** A model that was loaded for the first time. */
type Measured = LoadedFront & { readonly costs: NonNullable<LoadedFront["costs"]> };

/** Ends a promise; only the first end counts. */
interface Ends<Result> {
  resolve(result: Result): void;
  reject(error: Error): void;
}

interface AloneOptions {
  readonly limits?: Limits;
  readonly isGone?: () => boolean;
  /** Where it is done. */
  readonly on?: WorkerPool;
}

/** Deadlines with the time that they leave, in seconds. */
interface Limits extends Deadlines {
  readonly seconds: number;
}

function limitsOf(seconds: number): Limits {
  return { ...deadlines(1000 * seconds), seconds };
}

/** Seconds that the check of a document may take. */
const loadLimit = 300;

export function scheduler(options: SchedulerOptions): Scheduler {
  const { pool, explainers, queue, timeLimit } = options;
  // The other half is for waiting; beyond the whole limit the thread would be ended.
  const explainTime = 500 * timeLimit;
  const batched = batches(options);
  const usual = limitsOf(timeLimit);
  const loading = limitsOf(loadLimit);
  let waiting = 0;

  /** A promise that is kept or broken once, by the time limit if by nothing else. `begin` returns what happens then. */
  const limited = <Result>(limits: Limits, begin: (ends: Ends<Result>) => () => void): Promise<Result> => {
    if (waiting >= queue) throw tryAgain("busy", `This server has ${queue} requests waiting, as many as it takes.`);
    waiting++;
    return new Promise<Result>((resolve, reject) => {
      let expire: () => void = () => undefined;
      let deadline: Deadline | undefined;
      const isFirst = (): boolean => {
        if (deadline === undefined) return false;
        limits.remove(deadline);
        deadline = undefined;
        waiting--;
        return true;
      };
      const ends: Ends<Result> = {
        resolve: (result) => void (isFirst() && resolve(result)),
        reject: (error) => void (isFirst() && reject(error)),
      };
      deadline = limits.add(() => {
        ends.reject(tryAgain("time-limit", `The prediction was not there within ${limits.seconds} s.`));
        expire();
      });
      expire = begin(ends);
    });
  };

  /** Work of one request in the pool. */
  const alone = <Result>(
    model: Job["model"],
    request: Request,
    { limits = usual, isGone = () => false, on = pool! }: AloneOptions = {},
  ): Promise<Result> =>
    limited<Result>(limits, ({ resolve, reject }) => {
      let isExpired = false;
      const isOver = (): boolean => isExpired || isGone();
      on.run({
        model,
        start() {
          if (!isOver()) return request;
          reject(nobodyWaits());
          return undefined;
        },
        done: (result) => resolve(result as Result),
        failed: reject,
        isForgotten: isOver,
      });
      return () => {
        isExpired = true;
        on.endForgotten();
      };
    });

  const answerRequest = (model: ServedModel, request: RawRequest): Request & { do: "answer" } => {
    const address = { name: model.name, version: model.version };
    return { do: "answer", model: model.id, address, request, explainTime };
  };

  return {
    predict(model, X, settings, isGone) {
      if (X.rows === 0) return Promise.resolve(nothingPredicted(model));
      return limited<Predicted>(usual, ({ resolve, reject }) => {
        let isExpired = false;
        const takeOut = batched.add(model, settings, { X, resolve, reject, isOver: () => isExpired || isGone() });
        return () => {
          isExpired = true;
          takeOut();
          pool?.endForgotten();
        };
      });
    },
    answer: (model, request, isGone) => alone(model, answerRequest(model, request), { isGone }),
    async explain(model, request, isGone) {
      if (explainers) return alone(model, answerRequest(model, request), { isGone, on: explainers() });
      const { text, ...counted } = await wholeAnswer(model.local!, model, request, explainTime);
      return { ...counted, bytes: new TextEncoder().encode(text) };
    },
    threshold: async (model, level, seed) =>
      model.local?.threshold(level, seed) ?? alone(model, { do: "threshold", model: model.id, level, seed }),
    load: (model, engine) =>
      alone(model, { do: "load", model: model.id, bytes: model.bytes, engine, isMeasured: true }, { limits: loading }),
    get waiting() {
      return waiting;
    },
  };
}
