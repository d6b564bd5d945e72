import { EnvironmentError, NumericalError } from "kernelbayes";
import { version } from "kernelbayes/models";
import { outcomeOf, packData, unpackData, type Outcome } from "kernelbayes/executors";
import type { Redis } from "ioredis";
import type { BlobStore } from "../blobs/blobStore.ts";
import type { DiskCache } from "../blobs/diskCache.ts";
import { isPayload, type Build, type JobPayload } from "../job.ts";
import type { Keys } from "../keys.ts";
import type { WorkerEvent } from "../messages.ts";
import type { WorkerDescription } from "../registry.ts";
import { writeResult } from "../result.ts";
import {
  forgetTroubles,
  isForOthers,
  isLastLack,
  noteEnd,
  noteStart,
  reasonToSetAside,
  troublesOf,
} from "../troubles.ts";
import type { JobProcesses } from "./jobProcesses.ts";

/** What a worker has to process jobs with. */
export interface Workshop {
  readonly redis: Redis;
  readonly keys: Keys;
  readonly store: BlobStore;
  readonly cache: DiskCache;
  readonly processes: JobProcesses;
  readonly worker: Pick<WorkerDescription, "id" | "machine" | "code" | "engines">;
  /** Bytes of large data that each process may keep in memory. */
  readonly room: number;
  /** The machines that do jobs of this kind now, this one among them. */
  machines(): Promise<readonly string[]>;
}

/** What becomes of a job in the queue. */
export type Verdict =
  /** It is over: there is a result, or nobody waits for one. */
  | { readonly kind: "over"; readonly hasResult: boolean }
  /** Another worker is to do it, or this one later. */
  | { readonly kind: "later"; readonly milliseconds: number }
  /** It failed, and is tried again after a pause that grows. */
  | { readonly kind: "again"; readonly reason: string };

const over: Verdict = { kind: "over", hasResult: true };
const stopped: Verdict = { kind: "over", hasResult: false };

/** Milliseconds after which a job that this worker cannot do, or for which data are missing, is looked at again. */
const pause = 1000;

/** Milliseconds after which a job whose data nobody brings is given up: its coordinator would ask for it again. */
const patience = 600_000;

/** The reason of a signal that ends jobs because the worker leaves: others are to do them. */
export const leaving: Error = new Error("The worker leaves.");

/** Processes one job of the queue and keeps its result under the key of the job. */
export async function processJob(
  workshop: Workshop,
  job: { readonly key: string; readonly data: unknown; readonly since: number },
  signal: AbortSignal,
): Promise<Verdict> {
  const { redis, keys, worker } = workshop;
  const { key, data } = job;
  const [isDone, isStopped, troubles] = await Promise.all([
    redis.exists(keys.result(key)),
    redis.exists(keys.stop(key)),
    troublesOf(redis, keys, key, worker.id),
  ]);
  // It was done by a worker that lost its place in the queue since.
  if (isDone) {
    await report(workshop, { kind: "done", key });
    return over;
  }
  if (isStopped) return stopped;
  if (!isPayload(data)) {
    return keep(workshop, key, failure(new NumericalError("invalid-job", "The queue holds something that is no job.")));
  }
  const refusal = refusalOf(data, worker);
  if (refusal !== undefined) {
    await report(workshop, { kind: "refused", machine: worker.machine, reason: refusal });
    return { kind: "later", milliseconds: pause };
  }
  const reason = reasonToSetAside(troubles);
  if (reason !== undefined) return setAside(workshop, key, data, reason);
  if (isForOthers(troubles, worker.machine, await workshop.machines())) return { kind: "later", milliseconds: pause };
  await noteStart(redis, keys, key, worker);
  try {
    const verdict = await run(workshop, key, data, signal);
    const isOrphan = verdict.kind === "later" && Date.now() - job.since > patience;
    await noteEnd(redis, keys, key, worker.id);
    return isOrphan ? stopped : verdict;
  } catch (error) {
    if (signal.aborted) {
      await noteEnd(redis, keys, key, worker.id);
      return signal.reason === leaving ? { kind: "later", milliseconds: 0 } : stopped;
    }
    if (!(error instanceof EnvironmentError)) throw error;
    if (isLastLack(troubles)) return keep(workshop, key, failure(error));
    await noteEnd(redis, keys, key, worker.id, { kind: "lack", machine: worker.machine, reason: error.message });
    return { kind: "again", reason: error.message };
  }
}

/** Why this worker cannot do a job; undefined if it can. */
function refusalOf({ library, build, isMixed }: JobPayload, { code, engines }: Workshop["worker"]): string | undefined {
  if (library !== version) return `it has version ${version} of the library, and the job ${library}`;
  const engine = engines.find(({ name }) => name === build.engine.name);
  if (!engine) return `it has no engine "${build.engine.name}"`;
  if (isMixed) return undefined;
  if (engine.digest !== build.engine.digest) return `its engine "${engine.name}" computes other bits`;
  return code === build.code ? undefined : "it has another state of the code";
}

async function run(workshop: Workshop, key: string, payload: JobPayload, signal: AbortSignal): Promise<Verdict> {
  const { cache, processes, redis, keys, worker, room } = workshop;
  const files = await fetchFiles(workshop, payload);
  if (!files) return { kind: "later", milliseconds: pause };
  const { task, build, parts } = payload;
  const ran = await processes.run(
    {
      task,
      engine: build.engine.name,
      input: "key" in payload.input ? files.get(payload.input.key)! : Buffer.from(payload.input.bytes, "base64"),
      parts: Object.entries(parts).map(([place, part]) => ({ place, key: part, path: files.get(part)! })),
      room,
    },
    {
      signal,
      // Progress that cannot be reported is no reason to end the job.
      onFraction: (fraction) => void report(workshop, { kind: "progress", key, fraction }).catch(() => {}),
    },
  );
  if (ran.kind === "damaged") {
    await cache.forget(ran.key);
    return { kind: "later", milliseconds: 0 };
  }
  if (ran.kind === "crashed") {
    await noteEnd(redis, keys, key, worker.id, { kind: "crash", machine: worker.machine, reason: ran.reason });
    return { kind: "again", reason: ran.reason };
  }
  const outcome = unpackData(ran.bytes) as Outcome;
  if (!outcome.ok && "lack" in outcome) {
    throw new EnvironmentError(outcome.lack, outcome.problem, outcome.remedy);
  }
  return keep(workshop, key, ran.bytes, build.engine.name);
}

/** The files of the large data of a job; undefined if the store does not have them all, which is then reported. */
async function fetchFiles(workshop: Workshop, { input, parts }: JobPayload): Promise<Map<string, string> | undefined> {
  const wanted = new Set([...Object.values(parts), ...("key" in input ? [input.key] : [])]);
  const files = new Map<string, string>();
  for (const key of wanted) {
    const path = await workshop.cache.fetch(key);
    if (path === undefined) {
      await report(workshop, { kind: "lacking", blob: key });
      return undefined;
    }
    files.set(key, path);
  }
  return files;
}

async function setAside(workshop: Workshop, key: string, { task }: JobPayload, reason: string): Promise<Verdict> {
  const { redis, keys } = workshop;
  const message =
    `A job of the task "${task}" was set aside, because it took down the processes that ran it (${reason}). ` +
    "It may need more memory than these machines have.";
  await redis.hset(keys.aside, key, JSON.stringify({ task, reason, at: Date.now() }));
  return keep(workshop, key, failure(new NumericalError("job-set-aside", message)));
}

/** Keeps what a job gave, computed by the engine of that name, or by none. */
async function keep(workshop: Workshop, key: string, outcome: Uint8Array, engineName?: string): Promise<Verdict> {
  const { redis, keys, worker } = workshop;
  const engine = worker.engines.find(({ name }) => name === engineName) ?? worker.engines[0];
  const build: Build = { code: worker.code, engine };
  await writeResult(workshop, key, { outcome, machine: worker.machine, build });
  // Somebody may be waiting for it: that it is there goes first.
  await Promise.all([report(workshop, { kind: "done", key }), forgetTroubles(redis, keys, key)]);
  return over;
}

function failure(error: Error): Uint8Array {
  return packData(
    outcomeOf(() => {
      throw error;
    }),
  );
}

async function report({ redis, keys }: Workshop, event: WorkerEvent): Promise<void> {
  await redis.publish(keys.events, JSON.stringify(event));
}
