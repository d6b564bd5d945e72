import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { hostname } from "node:os";
import { codeFingerprint } from "@kernelbayes/experiment/node";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { EnvironmentError, type Executor } from "kernelbayes";
import { type MapOptions, outputOf, packedPieces, sharedContents, type LightInput } from "kernelbayes/executors";
import { version } from "kernelbayes/models";
import { progress } from "kernelbayes/progress";
import type { ClusterAddress } from "../address.ts";
import { blobServer, type BlobServer } from "../blobs/blobServer.ts";
import { blobStoreOf, type BlobStore } from "../blobs/blobStore.ts";
import { connect, hangUp } from "../connect.ts";
import { clusterJob, digestOf, type Build } from "../job.ts";
import { keysOf, libraryService, type Keys } from "../keys.ts";
import { announceCoordinator, departCoordinator, heartbeat, workersOf, type WorkerDescription } from "../registry.ts";
import { blobTime, jobRequests, type JobRequests } from "./jobRequests.ts";
import { hasBuild, negotiate } from "./negotiate.ts";

export interface ClusterExecutorOptions {
  readonly address: ClusterAddress;
  /** The engine of all jobs. Default: KERNELBAYES_ENGINE, or the fastest that this machine and all workers have. */
  readonly engine?: string | undefined;
  /** Whether workers may take part whose code or engine may compute other bits than this machine. Default: false. */
  readonly isMixed?: boolean | undefined;
  /** The name of the tasks that the workers know. Default: those of the library and of experiments. */
  readonly service?: string | undefined;
  /** Jobs in the queue or under way at most. Default: twice as many as the workers do at the same time. */
  readonly window?: number | undefined;
  /** Whether every job is done anew, even if its result is still there from another run. Default: false. */
  readonly fresh?: boolean | undefined;
  /** Seconds to wait for a first worker, and for another one when all have gone away. Default: 10 and 600. */
  readonly patience?: { readonly first?: number; readonly others?: number } | undefined;
  /** Told what the user should know, such as that no worker is left; each notice once until it changes. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}

/** An executor whose workers are the machines of a cluster. */
export interface ClusterExecutor extends Executor {
  /** The engine of all jobs: use it for what is computed here, too, to get the bits of a run on one machine. */
  readonly engine: string;
  /** Machines that did jobs, and whether some of them were of another build. */
  readonly record: ClusterRecord;
}

/** Who did the work. */
export interface ClusterRecord {
  readonly machines: readonly string[];
  readonly engine: string;
  readonly isMixed: boolean;
}

/**
 * An executor over the workers of a cluster. Results do not depend on it: they are, to the last bit, those of the serial executor on the same engine. Large inputs
 * go once to each machine. Call `close` when done, or the connections keep the process alive.
 *
 * @example
 * const executor = await clusterExecutor({ address: clusterAddress("redis://127.0.0.1:6379") });
 * const { scores } = await crossValidate(model, table, { target: "species", executor, engine: executor.engine });
 * await executor.close();
 */
export async function clusterExecutor(options: ClusterExecutorOptions): Promise<ClusterExecutor> {
  const { address, service = libraryService, isMixed = false, onNotice = () => {} } = options;
  const keys = keysOf(address, service);
  const redis = await connect(address);
  const open: (() => unknown)[] = [() => hangUp(redis)];
  try {
    const crew = crewOf(redis, keys, service);
    const workers = await crew.wait(options.patience?.first ?? 10, address);
    const build = negotiate(workers, {
      code: codeFingerprint(),
      engine: options.engine ?? process.env.KERNELBAYES_ENGINE,
      isMixed,
    });
    const { store, server } = await storeOf(address, redis, keys);
    if (server) open.unshift(() => server.close());
    const listener = redis.duplicate({ lazyConnect: true });
    listener.on("error", () => {});
    open.unshift(() => listener.disconnect());
    await listener.connect();
    await listener.subscribe(keys.events);
    const queue = new Queue(keys.queue, {
      connection: redis,
      prefix: keys.queuePrefix,
      streams: { events: { maxLen: 100 } },
    });
    queue.on("error", () => {});
    open.unshift(() => queue.close());
    const parts: Parts = {
      id: randomUUID(),
      address,
      redis,
      keys,
      store,
      listener,
      queue,
      crew,
      build,
      isMixed,
      onNotice,
    };
    return executorOf(parts, options, async () => {
      for (const close of open) await close();
    });
  } catch (error) {
    for (const close of open) await close();
    throw error;
  }
}

interface Parts {
  /** Different for each executor that ever was. */
  readonly id: string;
  readonly address: ClusterAddress;
  readonly redis: Redis;
  readonly keys: Keys;
  readonly store: BlobStore;
  readonly listener: Redis;
  readonly queue: Queue;
  readonly crew: Crew;
  readonly build: Build;
  readonly isMixed: boolean;
  readonly onNotice: (notice: string) => void;
}

function executorOf(parts: Parts, options: ClusterExecutorOptions, disconnect: () => Promise<void>): ClusterExecutor {
  const { redis, keys, store, crew, build, isMixed } = parts;
  const machines = new Map<string, boolean>();
  const contents = sharedContents(digestOf, (key, pieces) => store.put(key, pieces, blobTime));
  const notices = noticesOnce(parts.onNotice);
  const slots = (): number => crew.slots(build, isMixed);
  const requests = jobRequests({
    ...parts,
    window: () => options.window ?? Math.max(2, 2 * slots()),
    onBuild: (machine, { code, engine }) =>
      machines.set(
        machine,
        (machines.get(machine) ?? false) || code !== build.code || engine.digest !== build.engine.digest,
      ),
    onRefusal: (machine, reason) => notices(`${machine} takes no part: ${reason}.`),
    async bring(gone) {
      const inUse = contents.keys();
      for (const key of gone)
        if (inUse.includes(key)) await store.put(key, packedPieces(contents.dataOf(key), key), blobTime);
    },
  });
  const watch = watcher(parts, options, requests, notices);
  let closed: Promise<void> | undefined;
  const nonce = options.fresh ? randomUUID() : "";
  return {
    engine: build.engine.name,
    get record() {
      return {
        machines: [...machines.keys()].toSorted(),
        engine: build.engine.name,
        isMixed: [...machines.values()].includes(true),
      };
    },
    get workers() {
      return Math.max(2, 2 * slots());
    },
    async map(task: string, inputs: readonly unknown[], mapOptions: MapOptions = {}): Promise<unknown[]> {
      if (closed) throw new RangeError("This executor was closed; it takes no more work.");
      mapOptions.signal?.throwIfAborted();
      const { inputs: light, release } = await contents.takeOut(inputs, mapOptions.shared ?? []);
      try {
        return await mapOver(requests, task, light, mapOptions, { build, isMixed, nonce });
      } finally {
        release();
      }
    },
    share: (data: object) => contents.share(data),
    close() {
      closed ??= (async () => {
        clearInterval(watch);
        await requests.close(new Error("The executor was closed before its jobs were done."));
        await departCoordinator(redis, keys, parts.id);
        await disconnect();
      })();
      return closed;
    },
  };
}

async function mapOver(
  requests: JobRequests,
  task: string,
  inputs: readonly LightInput[],
  { signal, onProgress, onFraction }: MapOptions,
  how: Parameters<typeof clusterJob>[2],
): Promise<unknown[]> {
  const jobs = inputs.map((light) => clusterJob(task, light, how));
  const stop = new AbortController();
  const halt = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  // One listener for each input.
  setMaxListeners(0, halt);
  let done = 0;
  try {
    return await Promise.all(
      jobs.map(async (job, at) => {
        const outcome = await requests.ask(job, {
          signal: halt,
          // What is thrown here would reach nobody else.
          onFraction: (fraction) => guard(stop, () => onFraction?.(at, fraction)),
        });
        const output = outputOf(outcome);
        onFraction?.(at, 1);
        onProgress?.(progress(task, ++done, inputs.length));
        return output;
      }),
    );
  } catch (error) {
    stop.abort(error);
    signal?.throwIfAborted();
    throw error;
  }
}

function guard(stop: AbortController, act: () => void): void {
  try {
    act();
  } catch (error) {
    stop.abort(error);
  }
}

/** The workers that can do jobs of a service and of this version. */
interface Crew {
  /** Waits for a first one. */
  wait(seconds: number, address: ClusterAddress): Promise<readonly WorkerDescription[]>;
  /** Asks who is there. */
  refresh(): Promise<void>;
  /** Jobs that they do at the same time. */
  slots(build: Build, isMixed: boolean): number;
}

function crewOf(redis: Redis, keys: Keys, service: string): Crew {
  let known: readonly WorkerDescription[] = [];
  const ask = async (): Promise<readonly WorkerDescription[]> => {
    const all = await workersOf(redis, keys);
    known = all.filter((worker) => worker.service === service && worker.library === version && !worker.isDraining);
    return all;
  };
  return {
    async wait(seconds, address) {
      const end = performance.now() + seconds * 1000;
      for (;;) {
        const all = await ask();
        if (known.length > 0) return known;
        if (performance.now() > end) throw noWorkers(all, service, address);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
    async refresh() {
      await ask();
    },
    slots: (build, isMixed) =>
      known.reduce((sum, worker) => sum + (isFit(worker, build, isMixed) ? worker.slots : 0), 0),
  };
}

function isFit(worker: WorkerDescription, { code, engine }: Build, isMixed: boolean): boolean {
  return (isMixed || worker.code === code) && hasBuild(worker, engine, isMixed);
}

function noWorkers(
  others: readonly WorkerDescription[],
  service: string,
  { shown, prefix }: ClusterAddress,
): EnvironmentError {
  const versions = [...new Set(others.filter((worker) => worker.service === service).map(({ library }) => library))];
  const other =
    versions.length > 0
      ? ` There are workers of version ${versions.join(", ")}, which cannot do the jobs of ${version}.`
      : "";
  return new EnvironmentError(
    "no-workers",
    `No worker of version ${version} is there at ${shown}, prefix "${prefix}", for the tasks of "${service}".${other}`,
    "Start one with: kernelbayes worker --cluster ADDRESS",
  );
}

/** Gives signs of life, sees who is there, and gives up if nobody comes. */
function watcher(
  { id, redis, keys, crew, build, isMixed, address }: Parts,
  options: ClusterExecutorOptions,
  requests: JobRequests,
  notice: (text: string) => void,
): NodeJS.Timeout {
  const since = Date.now();
  const patience = options.patience?.others ?? 600;
  let lastSeen = performance.now();
  const look = async (): Promise<void> => {
    if (redis.status !== "ready") {
      if (performance.now() - lastSeen > heartbeat.silence)
        notice(`Redis at ${address.shown} is out of reach; waiting for it.`);
    } else {
      await announceCoordinator(redis, keys, {
        id,
        machine: hostname(),
        process: process.pid,
        library: version,
        engine: build.engine.name,
        outstanding: requests.outstanding,
        since,
      });
      await crew.refresh();
      if (crew.slots(build, isMixed) > 0) {
        lastSeen = performance.now();
        return;
      }
      if (requests.outstanding === 0) lastSeen = performance.now();
      else if (performance.now() - lastSeen > heartbeat.silence)
        notice(`No worker is left at ${address.shown}; waiting for one.`);
    }
    if (performance.now() - lastSeen > patience * 1000) requests.fail(noWorkers([], keys.service, address));
  };
  // A command may wait until Redis is back; one look at a time.
  let isLooking = false;
  return setInterval(() => {
    if (isLooking && redis.status === "ready") return;
    isLooking = true;
    look()
      .catch(() => {})
      .finally(() => (isLooking = false));
  }, heartbeat.pause);
}

function noticesOnce(onNotice: (notice: string) => void): (notice: string) => void {
  let last: string | undefined;
  return (notice) => {
    if (notice !== last) onNotice(notice);
    last = notice;
  };
}

async function storeOf(
  address: ClusterAddress,
  redis: Redis,
  keys: Keys,
): Promise<{ readonly store: BlobStore; readonly server: BlobServer | undefined }> {
  if (address.blobs.kind !== "http") return { store: blobStoreOf(address, redis, keys), server: undefined };
  const token = randomUUID();
  const server = await blobServer(address.blobs.port, token, address.limit);
  await redis.set(keys.token, token);
  return { store: server.store, server };
}
