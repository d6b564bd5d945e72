import { Worker } from "node:worker_threads";
import { Refusal, tryAgain } from "../problem/problem.ts";
import { ready, type Reply, type Request, type Results } from "./messages.ts";
import { nobodyWaits } from "./nobodyWaits.ts";

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

/**
 * Megabytes for what is new in the memory of a worker. A batch of 10 000 rows is some ten megabytes of objects; with Node's default they are copied and kept until a full
 * collection, which takes a sixth of the processor time.
 */
const youngMegabytes = 64;

interface Seat {
  thread: Worker;
  readonly models: Set<number>;
  job: { readonly job: Job; readonly attempts: number } | undefined;
  /** Whether the thread has begun with what the job asks for, and is not starting or loading. */
  isWorking: boolean;
  /** Whether the thread has started. */
  isReady: boolean;
  /** What hears of the replies to come, in order. */
  readonly pending: ((reply: Reply) => void)[];
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
    const thread = new Worker(script, { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } });
    const seat: Seat = {
      thread,
      models: new Set(),
      job: undefined,
      isWorking: false,
      isReady: false,
      pending: [],
      born: performance.now(),
    };
    seats.push(seat);
    thread.on("message", (message: Reply | typeof ready) => {
      if (message === ready) seat.isReady = true;
      else seat.pending.shift()!(message);
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
    if (pause === 0) open();
    else setTimeout(() => void (isClosed || open()), pause).unref();
    for (const other of seats) next(other);
  };

  const send = (seat: Seat, request: Request, hear: (reply: Reply) => void): void => {
    seat.pending.push(hear);
    seat.thread.postMessage(request);
  };

  /** Gives a worker that has nothing to do the next job for which somebody waits. */
  const next = (seat: Seat): void => {
    if (isClosed || !seat.isReady) return;
    while (seat.job === undefined) {
      const waiting = line.shift();
      if (waiting === undefined) return;
      // The seat is taken before the request is made, which may bring further jobs.
      const mine = { job: waiting.job, attempts: waiting.attempts + 1 };
      seat.job = mine;
      const request = waiting.job.start();
      if (request === undefined) seat.job = undefined;
      else begin(seat, mine, request);
    }
  };

  const begin = (seat: Seat, { job }: NonNullable<Seat["job"]>, request: Request): void => {
    const end = (finish: () => void): void => {
      seat.job = undefined;
      seat.isWorking = false;
      finish();
    };
    const work = (): void => {
      seat.isWorking = true;
      send(seat, request, (reply) => end(() => (reply.ok ? job.done(reply.result) : job.failed(errorOf(reply)))));
    };
    const { id, bytes } = job.model;
    if (request.do === "load" || seat.models.has(id)) {
      seat.models.add(id);
      return work();
    }
    seat.models.add(id);
    send(seat, { do: "load", model: id, bytes, engine, isMeasured: false }, (reply) => {
      if (!reply.ok) {
        seat.models.delete(id);
        end(() => job.failed(errorOf(reply)));
      } else if (job.isForgotten()) end(() => job.failed(nobodyWaits()));
      else work();
    });
  };

  for (let worker = 0; worker < workers; worker++) open();

  return {
    run(job) {
      line.push({ job, attempts: 0 });
      const free = seats.find(({ job: busy, isReady }) => isReady && busy === undefined);
      if (free) next(free);
    },
    endForgotten() {
      for (const { job, isWorking, thread } of seats) if (isWorking && job?.job.isForgotten()) void thread.terminate();
    },
    drop(model) {
      for (const seat of seats) {
        if (seat.models.delete(model.id)) send(seat, { do: "drop", model: model.id }, () => undefined);
      }
    },
    workers,
    get idle() {
      return seats.filter(({ job, isReady }) => isReady && job === undefined).length;
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
