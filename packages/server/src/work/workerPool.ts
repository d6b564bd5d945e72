import { Worker } from "node:worker_threads";
import { Refusal, tryAgain } from "../problem/problem.ts";
import type { Reply, Request, Results } from "./messages.ts";

/** A document that workers load when they first need it. */
export interface PoolModel {
  /** A number of its own: a file that changes is another model. */
  readonly id: number;
  /** In memory that threads share. */
  readonly bytes: Uint8Array;
}

/** Work for a worker. */
export interface Job {
  readonly model: PoolModel;
  /** The request, made when a worker is free; undefined if nobody waits for it any more. It is made again if the worker is lost. */
  start(): Request | undefined;
  done(result: Results[keyof Results]): void;
  failed(error: Error): void;
  /** Whether nobody waits for its result any more. */
  isForgotten(): boolean;
}

export interface PoolOptions {
  readonly workers: number;
  readonly engine: string | undefined;
  /** Called with each worker that ended by itself. */
  readonly onLost: (reason: string) => void;
}

/** Threads that predict. Each does one job at a time; the others wait in line. */
export interface WorkerPool {
  run(job: Job): void;
  /** Ends the workers that are busy with what nobody waits for any more; others take their seats. */
  endForgotten(): void;
  /** Makes the workers forget a model. */
  drop(model: PoolModel): void;
  readonly workers: number;
  readonly idle: number;
  readonly waiting: number;
  /** Workers that were replaced. */
  readonly replaced: number;
  /** Ends all workers, busy or not. */
  close(): Promise<void>;
  /** The threads, for tests that end one. */
  readonly threads: readonly Worker[];
}

/** How often a job is begun: once more if its worker is lost. */
const mostAttempts = 2;

/** A worker that ends sooner than this after its start is replaced after a pause, which grows. */
const shortLife = 1000;
const longestPause = 5000;

interface Seat {
  thread: Worker;
  readonly models: Set<number>;
  job: { readonly job: Job; readonly attempts: number } | undefined;
  /** Replies that belong to no job: of loading and dropping. */
  pending: ((reply: Reply) => void)[];
  readonly born: number;
}

export function workerPool({ workers, engine, onLost }: PoolOptions): WorkerPool {
  const script = new URL("./worker.js", import.meta.url);
  const line: { job: Job; attempts: number }[] = [];
  const seats: Seat[] = [];
  let replaced = 0;
  let isClosed = false;
  let pause = 0;

  const open = (): void => {
    const thread = new Worker(script, { execArgv: [] });
    const seat: Seat = { thread, models: new Set(), job: undefined, pending: [], born: performance.now() };
    seats.push(seat);
    thread.on("message", (reply: Reply) => {
      seat.pending.shift()!(reply);
      next(seat);
    });
    let reason = "it was ended";
    thread.on("error", (error) => (reason = error instanceof Error ? (error.stack ?? error.message) : String(error)));
    thread.once("exit", () => lose(seat, reason));
  };

  const lose = (seat: Seat, reason: string): void => {
    seats.splice(seats.indexOf(seat), 1);
    if (isClosed) return;
    replaced++;
    onLost(reason);
    const lost = seat.job;
    if (lost !== undefined) {
      if (lost.attempts < mostAttempts && !lost.job.isForgotten()) line.unshift(lost);
      else lost.job.failed(tryAgain("worker-lost", "The thread that predicted these rows ended before it was done."));
    }
    pause = performance.now() - seat.born < shortLife ? Math.min(longestPause, 2 * pause + 50) : 0;
    const replace = (): void => {
      if (isClosed) return;
      open();
      next(seats.at(-1)!);
    };
    if (pause === 0) replace();
    else setTimeout(replace, pause).unref();
    for (const other of seats) next(other);
  };

  const send = (seat: Seat, request: Request, hear: (reply: Reply) => void): void => {
    seat.pending.push(hear);
    seat.thread.postMessage(request);
  };

  /** Gives a worker that has nothing to do the next job for which somebody waits. */
  const next = (seat: Seat): void => {
    if (isClosed) return;
    while (seat.job === undefined) {
      const waiting = line.shift();
      if (waiting === undefined) return;
      const request = waiting.job.start();
      if (request !== undefined) begin(seat, waiting.job, waiting.attempts + 1, request);
    }
  };

  const begin = (seat: Seat, job: Job, attempts: number, request: Request): void => {
    const mine = { job, attempts };
    seat.job = mine;
    const end = (finish: () => void): void => {
      if (seat.job !== mine) return;
      seat.job = undefined;
      finish();
    };
    if (request.do === "load") seat.models.add(job.model.id);
    else if (!seat.models.has(job.model.id)) {
      seat.models.add(job.model.id);
      send(seat, { do: "load", model: job.model.id, bytes: job.model.bytes, engine }, (reply) => {
        // The request that follows fails for the same reason, if it does.
        if (!reply.ok) seat.models.delete(job.model.id);
      });
    }
    send(seat, request, (reply) => end(() => (reply.ok ? job.done(reply.result) : job.failed(errorOf(reply)))));
  };

  for (let worker = 0; worker < workers; worker++) open();

  return {
    run(job) {
      line.push({ job, attempts: 0 });
      const free = seats.find((seat) => seat.job === undefined);
      if (free) next(free);
    },
    endForgotten() {
      for (const { job, thread } of seats) if (job?.job.isForgotten()) void thread.terminate();
    },
    drop(model) {
      for (const seat of seats) {
        if (seat.models.delete(model.id)) send(seat, { do: "drop", model: model.id }, () => undefined);
      }
    },
    workers,
    get idle() {
      return seats.filter(({ job }) => job === undefined).length;
    },
    get waiting() {
      return line.length;
    },
    get replaced() {
      return replaced;
    },
    get threads() {
      return seats.map(({ thread }) => thread);
    },
    async close() {
      isClosed = true;
      await Promise.all(seats.map(({ thread }) => thread.terminate()));
    },
  };
}

function errorOf({ problem, reason }: Reply & { ok: false }): Error {
  if (reason === undefined) return new Refusal(problem);
  const error = new Error("A worker failed.");
  error.stack = reason;
  return error;
}
