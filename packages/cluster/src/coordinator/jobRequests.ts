import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Outcome } from "kernelbayes/executors";
import type { BlobStore } from "../blobs/blobStore.ts";
import type { Build, ClusterJob } from "../job.ts";
import type { Keys } from "../keys.ts";
import { messageOf, type WorkerEvent } from "../messages.ts";
import { letGo, readResult } from "../result.ts";

/** Asks for jobs and waits for their results, whatever happens to workers and to Redis meanwhile. */
export interface JobRequests {
  /** The outcome of a job. Equal jobs at the same time are done once. */
  ask(job: ClusterJob, options: AskOptions): Promise<Outcome>;
  /** Jobs that were asked for and have no result yet. */
  readonly outstanding: number;
  /** Gives up the jobs that were asked for. */
  fail(error: Error): void;
  /** Gives up all jobs, and takes no more. */
  close(error: Error): Promise<void>;
}

interface AskOptions {
  /** Gives up the job; the promise is rejected with the reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onFraction?: ((fraction: number) => void) | undefined;
}

export interface JobRequestsOptions {
  readonly redis: Redis;
  /** A connection that is subscribed to the events of workers. */
  readonly listener: Redis;
  readonly queue: Queue;
  readonly keys: Keys;
  readonly store: BlobStore;
  /** So many jobs are in the queue or under way at most; the others wait here. */
  readonly window: () => number;
  /** Called with the build of each worker that did a job. */
  readonly onBuild: (machine: string, build: Build) => void;
  /** Puts large data into the store again that are not there any more. */
  readonly bring: (keys: readonly string[]) => Promise<void>;
  readonly onRefusal: (machine: string, reason: string) => void;
}

interface Asker extends AskOptions {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface Request {
  readonly job: ClusterJob;
  readonly askers: Set<Asker>;
  /** Whether it was put into the queue. */
  isSent: boolean;
}

/** The requests of one coordinator. */
interface Office extends JobRequestsOptions {
  readonly requests: Map<string, Request>;
  /** Jobs that were given up in this turn of the event loop. */
  readonly givenUp: string[];
  closed: Error | undefined;
}

/** Milliseconds between two looks for results that no event announced, and how many of them until lost jobs are looked for. */
const pause = 1000;
const looksForLost = 3;

/** Seconds for which nobody begins a job that was given up. */
const stopTime = 300;

/** Seconds for which large data stay in the store after they were last needed. */
export const blobTime = 3600;

export function jobRequests(options: JobRequestsOptions): JobRequests {
  const office: Office = { ...options, requests: new Map(), givenUp: [], closed: undefined };
  options.listener.on("message", (_, text: string) => {
    const event = messageOf<WorkerEvent>(text);
    if (event) hear(office, event);
  });
  let looks = 0;
  let timer = setTimeout(lookAgain, pause);
  function lookAgain(): void {
    look(office, ++looks % looksForLost === 0)
      // The connection is lost, or the store: it is tried again.
      .catch(() => {})
      .finally(() => {
        if (!office.closed) timer = setTimeout(lookAgain, pause);
      });
  }
  return {
    get outstanding() {
      return office.requests.size;
    },
    ask: (job, asked) => ask(office, job, asked),
    fail: (error) => failAll(office, error),
    async close(error) {
      office.closed = error;
      clearTimeout(timer);
      failAll(office, error);
      await stopGivenUp(office);
    },
  };
}

function ask(office: Office, job: ClusterJob, { signal, onFraction }: AskOptions): Promise<Outcome> {
  const { requests, closed } = office;
  return new Promise<Outcome>((resolve, reject) => {
    if (closed) return reject(closed);
    if (signal?.aborted) return reject(signal.reason as Error);
    const request = requests.get(job.key) ?? { job, askers: new Set(), isSent: false };
    const leave = (): void => {
      request.askers.delete(asker);
      reject(signal?.reason as Error);
      if (request.askers.size > 0 || requests.get(job.key) !== request) return;
      requests.delete(job.key);
      if (request.isSent) giveUp(office, job.key);
      fill(office);
    };
    const free =
      <Value>(act: (value: Value) => void) =>
      (value: Value): void => {
        signal?.removeEventListener("abort", leave);
        act(value);
      };
    const asker: Asker = { onFraction, resolve: free(resolve), reject: free(reject) };
    signal?.addEventListener("abort", leave, { once: true });
    request.askers.add(asker);
    requests.set(job.key, request);
    fill(office);
  });
}

/** Puts jobs into the queue as long as the window has room. */
function fill(office: Office): void {
  let room = office.window();
  for (const request of office.requests.values()) {
    if (room-- <= 0) return;
    if (request.isSent) continue;
    request.isSent = true;
    send(office, request).catch((error: unknown) => settle(office, request.job.key, ({ reject }) => reject(error)));
  }
}

async function send(office: Office, { job }: Request): Promise<void> {
  const { redis, keys, queue } = office;
  const { key, payload, long } = job;
  if (long) await office.store.put(long.key, [long.bytes], blobTime);
  const [, isThere] = await Promise.all([redis.del(keys.stop(key)), collect(office, key)]);
  if (isThere) return;
  await queue.add(payload.task, payload, {
    jobId: key,
    removeOnComplete: true,
    removeOnFail: true,
    attempts: 1000,
    backoff: { type: "custom" },
  });
}

/** Takes the result of a job, if there is one; `bytes` is what lies in Redis. */
async function collect(office: Office, key: string, bytes?: Uint8Array | null): Promise<boolean> {
  const { redis, keys, store, requests } = office;
  const found = bytes ?? (await redis.getBuffer(keys.result(key)));
  if (!found || !requests.has(key)) return false;
  const result = await readResult(store, found);
  if (!result) {
    // It was long, and is not in the store any more: the job has to be done again.
    await redis.del(keys.result(key));
    return false;
  }
  office.onBuild(result.machine, result.build);
  settle(office, key, ({ resolve }) => resolve(result.outcome));
  await letGo(office, key, result.blob);
  return true;
}

function settle(office: Office, key: string, act: (asker: Asker) => void): void {
  const request = office.requests.get(key);
  office.requests.delete(key);
  request?.askers.forEach(act);
  fill(office);
}

/** Looks for results whose event was missed, and, if asked to, for jobs and data that Redis has lost. */
async function look(office: Office, isForLost: boolean): Promise<void> {
  const { redis, keys, requests } = office;
  const sent = [...requests.values()].filter(({ isSent }) => isSent);
  if (sent.length === 0) return;
  const results = await redis.mgetBuffer(sent.map(({ job }) => keys.result(job.key)));
  const missing: Request[] = [];
  for (const [at, request] of sent.entries()) {
    if (!results[at] || !(await collect(office, request.job.key, results[at]))) missing.push(request);
  }
  if (!isForLost) return;
  const wanted = missing.flatMap(({ job }) => [
    ...Object.values(job.payload.parts),
    ...(job.long ? [job.long.key] : []),
  ]);
  await bring(office, await office.store.touch([...new Set(wanted)], blobTime));
  for (const request of missing) {
    const { key } = request.job;
    if (requests.has(key) && !(await redis.exists(keys.job(key)))) await send(office, request);
  }
}

/** Puts large data into the store again. */
async function bring({ requests, store, ...office }: Office, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  for (const { job } of requests.values()) {
    if (job.long && gone.includes(job.long.key)) await store.put(job.long.key, [job.long.bytes], blobTime);
  }
  await office.bring(gone);
}

function hear(office: Office, event: WorkerEvent): void {
  switch (event.kind) {
    case "done":
      // What fails here is looked for later.
      if (office.requests.has(event.key)) collect(office, event.key).catch(() => {});
      break;
    case "progress":
      office.requests.get(event.key)?.askers.forEach(({ onFraction }) => onFraction?.(event.fraction));
      break;
    case "lacking":
      bring(office, [event.blob]).catch(() => {});
      break;
    case "refused":
      office.onRefusal(event.machine, event.reason);
      break;
  }
}

function failAll(office: Office, error: Error): void {
  const failed = [...office.requests.values()];
  office.requests.clear();
  for (const { job, askers, isSent } of failed) {
    if (isSent) giveUp(office, job.key);
    askers.forEach(({ reject }) => reject(error));
  }
}

/** An abort gives up many jobs in one turn of the event loop: one message stops all of them. */
function giveUp(office: Office, key: string): void {
  if (office.givenUp.push(key) > 1) return;
  // The connection is lost: what runs, runs to its end.
  setImmediate(() => void stopGivenUp(office).catch(() => {}));
}

async function stopGivenUp({ redis, keys, queue, requests, givenUp }: Office): Promise<void> {
  // Some may have been asked for again.
  const stopped = givenUp.splice(0).filter((key) => !requests.has(key));
  if (stopped.length === 0) return;
  const stops = redis.multi();
  for (const key of stopped) stops.set(keys.stop(key), "1", "EX", stopTime);
  await stops.publish(keys.calls, JSON.stringify({ kind: "stop", keys: stopped })).exec();
  // Those under way are ended by their workers.
  await Promise.all(stopped.map((key) => queue.remove(key).catch(() => 0)));
}
