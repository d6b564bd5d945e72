import type { Matrix } from "kernelbayes";
import type { ConformalThreshold } from "kernelbayes/compare";
import type { Predicted } from "../answers/predicted.ts";
import { wholeAnswer, type WholeAnswer } from "../answers/wholeAnswer.ts";
import type { ServedModel } from "../models/servedModel.ts";
import { refusal, tryAgain, type Refusal } from "../problem/problem.ts";
import type { RawRequest } from "../requests/asked.ts";
import type { PredictSettings } from "../requests/predictSettings.ts";
import { readRequest } from "../requests/readRequest.ts";
import { batches, nothingPredicted, type BatchOptions } from "./batches.ts";
import type { LoadedFront, Request } from "./messages.ts";
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
  /** The predictions of encoded rows, if they are made without waiting for others; else undefined. */
  predictNow(model: ServedModel, X: Matrix, settings: PredictSettings): Predicted | undefined;
  /** The predictions of encoded rows. `isGone` says whether nobody waits for them any more. */
  predict(model: ServedModel, X: Matrix, settings: PredictSettings, isGone: () => boolean): Promise<Predicted>;
  /** What is being loaded for a request, which takes one of the places in the queue meanwhile. */
  loaded(loading: Promise<ServedModel>): Promise<ServedModel>;
  /** The whole answer to a request, made by a worker; undefined if it asks for an explanation. */
  answer(model: ServedModel, request: RawRequest, isGone: () => boolean): Promise<WholeAnswer | undefined>;
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

/** Deadlines, and what is said after them. */
interface Limits extends Deadlines {
  readonly late: () => Refusal;
  /** Whether what waits takes one of the places in the queue. */
  readonly isQueued: boolean;
}

/** Seconds that the check of a document may take. */
const loadLimit = 300;

/** Models are loaded however many requests wait, since these may wait for one of them. */
const loading: Limits = {
  ...deadlines(1000 * loadLimit),
  late: () => refusal(503, "model-too-slow", `The file was not read and checked within ${loadLimit} s.`),
  isQueued: false,
};

export function scheduler(options: SchedulerOptions): Scheduler {
  const { pool, explainers, queue, timeLimit } = options;
  // The other half is for waiting; beyond the whole limit the thread would be ended.
  const explainTime = 500 * timeLimit;
  const batched = batches(options);
  const ofRequests = deadlines(1000 * timeLimit);
  const limitsOf = (late: string): Limits => ({
    ...ofRequests,
    late: () => tryAgain("time-limit", `${late} within ${timeLimit} s.`),
    isQueued: true,
  });
  const predicting = limitsOf("The prediction was not there");
  const awaiting = limitsOf("The model was not loaded");
  let waiting = 0;

  /** A promise that is kept or broken once, by the time limit if by nothing else. `begin` returns what happens then. */
  const limited = <Result>(limits: Limits, begin: (ends: Ends<Result>) => () => void): Promise<Result> => {
    const places = limits.isQueued ? 1 : 0;
    if (waiting + places > queue)
      throw tryAgain("busy", `This server has ${queue} requests waiting, as many as it takes.`);
    waiting += places;
    return new Promise<Result>((resolve, reject) => {
      let expire: () => void = () => undefined;
      let deadline: Deadline | undefined;
      const isFirst = (): boolean => {
        if (deadline === undefined) return false;
        limits.remove(deadline);
        deadline = undefined;
        waiting -= places;
        return true;
      };
      const ends: Ends<Result> = {
        resolve: (result) => void (isFirst() && resolve(result)),
        reject: (error) => void (isFirst() && reject(error)),
      };
      deadline = limits.add(() => {
        ends.reject(limits.late());
        expire();
      });
      expire = begin(ends);
    });
  };

  /** Work of one request in the pool. */
  const alone = <Result>(
    model: Job["model"],
    request: Request,
    { limits = predicting, isGone = () => false, on = pool! }: AloneOptions = {},
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

  const answerRequest = (model: ServedModel, request: RawRequest, time?: number): Request & { do: "answer" } => {
    const address = { name: model.name, version: model.version };
    return { do: "answer", model: model.id, address, request, explainTime: time };
  };

  return {
    predictNow: (model, X, settings) => (X.rows === 0 ? undefined : batched.now(model, settings, X)),
    predict(model, X, settings, isGone) {
      if (X.rows === 0) return Promise.resolve(nothingPredicted(model));
      return limited<Predicted>(predicting, ({ resolve, reject }) => {
        let isExpired = false;
        const takeOut = batched.add(model, settings, { X, resolve, reject, isOver: () => isExpired || isGone() });
        return () => {
          isExpired = true;
          takeOut();
          pool?.endForgotten();
        };
      });
    },
    loaded(promise) {
      // A failure is in the log, also where nobody waits for it.
      promise.catch(() => undefined);
      return limited(awaiting, (ends) => following(promise, ends));
    },
    answer: (model, request, isGone) => alone(model, answerRequest(model, request), { isGone }),
    async explain(model, request, isGone) {
      if (explainers) return alone(model, answerRequest(model, request, explainTime), { isGone, on: explainers() });
      return limited<WholeAnswer>(predicting, (ends) =>
        following(wholeAnswer(model.local!, model, readRequest(model.front, request), explainTime), ends),
      );
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

/** Ends as a promise does; what it stands for does not end with the time limit. */
function following<Result>(promise: Promise<Result>, { resolve, reject }: Ends<Result>): () => void {
  promise.then(resolve, reject);
  return () => undefined;
}
