import { randomUUID } from "node:crypto";
import { availableParallelism, homedir, hostname, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeFingerprint } from "@kernelbayes/experiment/node";
import { DelayedError, Worker as QueueWorker, type Job } from "bullmq";
import type { Redis } from "ioredis";
import { InputError } from "kernelbayes";
import { version } from "kernelbayes/models";
import type { ClusterAddress } from "../address.ts";
import { blobStoreOf } from "../blobs/blobStore.ts";
import { diskCache } from "../blobs/diskCache.ts";
import { connect, hangUp } from "../connect.ts";
import { keysOf, libraryService, type Keys } from "../keys.ts";
import { messageOf, type WorkerCall } from "../messages.ts";
import { announce, depart, heartbeat, workersOf, type WorkerDescription } from "../registry.ts";
import { jobProcesses } from "./jobProcesses.ts";
import { leaving, processJob, type Workshop } from "./processJob.ts";

export interface StartWorkerOptions {
  readonly address: ClusterAddress;
  /** Jobs at the same time, each in a process of its own. Default: one for each processor. */
  readonly slots?: number | undefined;
  /** The name of the machine. Default: that of the host. */
  readonly machine?: string | undefined;
  /** The folder for large data, which the workers of a machine may share. Default: `~/.cache/kernelbayes`. */
  readonly cache?: string | undefined;
  /** Bytes that the folder holds at most. Default: 10 GB. */
  readonly cacheLimit?: number | undefined;
  /** The name of the tasks that the script knows. Default: those of the library and of experiments. */
  readonly service?: string | undefined;
  /** A script that calls `serveJobs`. Default: one with the tasks of the library and of experiments. */
  readonly script?: string | URL | undefined;
  /** Milliseconds after which the jobs of a worker that went away are given to others. Default: 15 000. */
  readonly silence?: number | undefined;
  /** Told what the worker's owner should know, such as that Redis is out of reach. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}

/** A worker of a cluster. */
export interface RunningWorker {
  readonly description: WorkerDescription;
  /** Kept when the worker has ended, because it was drained or told to. */
  readonly ended: Promise<void>;
  /** Ends what is under way, takes nothing more, and leaves. */
  drain(): Promise<void>;
  /** Leaves at once; others do what was under way. */
  stop(): Promise<void>;
}

/**
 * Makes this process a worker: it takes jobs of a cluster, runs them in processes of their own, and answers for them until it is drained.
 *
 * @example const { ended } = await startWorker({ address: clusterAddress("redis://127.0.0.1:6379") });
 */
export async function startWorker(options: StartWorkerOptions): Promise<RunningWorker> {
  const { address, service = libraryService, onNotice = () => {} } = options;
  const slots = slotsOf(options.slots ?? availableParallelism());
  const keys = keysOf(address, service);
  const redis = await connect(address);
  const folder = options.cache ?? join(homedir(), ".cache", "kernelbayes");
  const processes = jobProcesses(pathOf(options.script ?? new URL("./jobProcess.js", import.meta.url)), folder);
  try {
    const { engines } = await processes.describe();
    const store = blobStoreOf(address, redis, keys);
    const cache = diskCache(folder, store, options.cacheLimit ?? 10 * 1024 ** 3);
    const description: WorkerDescription = {
      id: randomUUID(),
      machine: options.machine ?? hostname(),
      process: process.pid,
      service,
      slots,
      memory: totalmem(),
      node: process.versions.node,
      library: version,
      code: codeFingerprint(),
      engines,
      busy: 0,
      done: 0,
      isDraining: false,
      since: Date.now(),
    };
    const workshop: Workshop = {
      redis,
      keys,
      store,
      cache,
      processes,
      worker: description,
      room: totalmem() / (8 * slots),
      machines: machinesOf(redis, keys, description),
    };
    return await work(workshop, description, { address, slots, silence: options.silence ?? 15_000, onNotice });
  } catch (error) {
    processes.close();
    await hangUp(redis);
    throw error;
  }
}

interface WorkOptions {
  readonly address: ClusterAddress;
  readonly slots: number;
  readonly silence: number;
  readonly onNotice: (notice: string) => void;
}

async function work(
  workshop: Workshop,
  described: WorkerDescription,
  { slots, silence, onNotice }: WorkOptions,
): Promise<RunningWorker> {
  const { redis, keys, processes } = workshop;
  const running = new Map<string, AbortController>();
  let done = 0;
  let isDraining = false;
  const description = (): WorkerDescription => ({ ...described, busy: running.size, done, isDraining });

  const listener = redis.duplicate({ lazyConnect: true });
  listener.on("error", () => {});
  await listener.connect();
  await listener.subscribe(keys.calls);
  await announce(redis, keys, description());

  const queue = new QueueWorker(
    keys.queue,
    async (job: Job, token?: string) => {
      const controller = new AbortController();
      running.set(job.id!, controller);
      try {
        const asked = { key: job.id!, data: job.data as unknown, since: job.timestamp };
        const verdict = await processJob(workshop, asked, controller.signal);
        if (verdict.kind === "again") throw new Error(verdict.reason);
        if (verdict.kind === "later") {
          await job.moveToDelayed(Date.now() + verdict.milliseconds, token);
          throw new DelayedError();
        }
        done++;
      } finally {
        running.delete(job.id!);
      }
    },
    {
      connection: redis,
      prefix: keys.queuePrefix,
      name: described.machine,
      concurrency: slots,
      lockDuration: Math.ceil(silence),
      // Redis refuses fractions of milliseconds.
      stalledInterval: Math.ceil(silence / 3),
      // Lost workers are counted by themselves, see troubles.ts.
      maxStalledCount: 1_000_000,
      runRetryDelay: 1000,
      settings: { backoffStrategy: (attempts: number) => Math.min(1000 * 2 ** (attempts - 1), 30_000) },
    },
  );
  const tell = (error: Error): void => onNotice(error.message);
  queue.on("error", tell);

  let end: (reason?: Promise<void>) => void = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let isLeaving = false;
  const leave = async (): Promise<void> => {
    clearInterval(timer);
    await queue.close();
    await depart(redis, keys, described.id);
    processes.close();
    listener.disconnect();
    await hangUp(redis);
  };
  /** Once, whoever asks. What goes wrong is told to whoever waits for the end. */
  const leaveOnce = (): Promise<void> => {
    if (!isLeaving) end(leave());
    isLeaving = true;
    return ended;
  };
  const drain = async (): Promise<void> => {
    if (!isDraining) {
      isDraining = true;
      await announce(redis, keys, description());
    }
    await leaveOnce();
  };
  const stopJobs = (stopped: readonly string[]): void => {
    for (const key of stopped) running.get(key)?.abort(new Error("Nobody waits for the job any more."));
  };
  listener.on("message", (_, text: string) => {
    const call = messageOf<WorkerCall>(text);
    if (call?.kind === "stop") stopJobs(call.keys);
    else if (call?.kind === "drain" && call.ids.includes(described.id)) drain().catch(tell);
  });
  // A call may have been missed while the connection was lost.
  const beat = async (): Promise<void> => {
    await announce(redis, keys, description());
    const asked = [...running.keys()];
    const stops = asked.length === 0 ? [] : await redis.mget(asked.map(keys.stop));
    stopJobs(asked.filter((_, at) => stops[at] !== null));
  };
  const timer = setInterval(() => void beat().catch(tell), heartbeat.pause);

  return {
    description: described,
    ended,
    drain,
    async stop() {
      isDraining = true;
      const left = leaveOnce();
      for (const controller of running.values()) controller.abort(leaving);
      await left;
    },
  };
}

/** The machines that do jobs of this kind, asked for at most every second. */
function machinesOf(redis: Redis, keys: Keys, { service, library, machine }: WorkerDescription): Workshop["machines"] {
  let known: readonly string[] = [];
  let asked = -Infinity;
  return async () => {
    if (performance.now() - asked > 1000) {
      asked = performance.now();
      const workers = await workersOf(redis, keys);
      const same = workers.filter((worker) => worker.service === service && worker.library === library);
      known = [machine, ...same.flatMap((worker) => (worker.isDraining ? [] : [worker.machine]))];
    }
    return known;
  };
}

function slotsOf(slots: number): number {
  if (Number.isSafeInteger(slots) && slots >= 1) return slots;
  throw new InputError("invalid-option", `slots must be a whole number from 1; got ${String(slots)}.`);
}

function pathOf(script: string | URL): string {
  return script instanceof URL ? fileURLToPath(script) : script;
}
