import type { Redis } from "ioredis";
import type { EngineBuild } from "./engineBuilds.ts";
import type { Keys } from "./keys.ts";

/** What a worker says about itself. */
export interface WorkerDescription {
  /** Different for each process that ever was a worker. */
  readonly id: string;
  /** The machine: by default the name of its host. */
  readonly machine: string;
  readonly process: number;
  /** The tasks that it knows, by the name of the service. */
  readonly service: string;
  /** Jobs that it does at the same time. */
  readonly slots: number;
  /** Bytes. */
  readonly memory: number;
  readonly node: string;
  /** The version of the library, and the state of its code. */
  readonly library: string;
  readonly code: string;
  readonly engines: readonly EngineBuild[];
  /** Jobs under way, and jobs done since it began. */
  readonly busy: number;
  readonly done: number;
  /** Whether it takes no more jobs. */
  readonly isDraining: boolean;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** A program that shares work out. */
export interface CoordinatorDescription {
  readonly id: string;
  readonly machine: string;
  readonly process: number;
  readonly library: string;
  readonly engine: string;
  /** Inputs that wait or are under way. */
  readonly outstanding: number;
  readonly since: number;
}

/** Milliseconds between two signs of life, and after which silence counts as an end. */
export const heartbeat = { pause: 2000, silence: 10_000 };

/** Gives a sign of life. */
export async function announce(redis: Redis, keys: Keys, worker: WorkerDescription): Promise<void> {
  await redis
    .multi()
    .set(keys.worker(worker.id), JSON.stringify(worker), "PX", heartbeat.silence)
    .sadd(keys.workers, worker.id)
    .exec();
}

/** Takes leave. */
export async function depart(redis: Redis, keys: Keys, id: string): Promise<void> {
  await redis.multi().del(keys.worker(id)).srem(keys.workers, id).exec();
}

export async function announceCoordinator(
  redis: Redis,
  keys: Keys,
  coordinator: CoordinatorDescription,
): Promise<void> {
  await redis
    .multi()
    .set(keys.coordinator(coordinator.id), JSON.stringify(coordinator), "PX", heartbeat.silence)
    .sadd(keys.coordinators, coordinator.id)
    .exec();
}

export async function departCoordinator(redis: Redis, keys: Keys, id: string): Promise<void> {
  await redis.multi().del(keys.coordinator(id)).srem(keys.coordinators, id).exec();
}

/** The workers that are alive, of all services and versions. */
export function workersOf(redis: Redis, keys: Keys): Promise<WorkerDescription[]> {
  return alive<WorkerDescription>(redis, keys.workers, keys.worker);
}

/** The coordinators that are alive. */
export function coordinatorsOf(redis: Redis, keys: Keys): Promise<CoordinatorDescription[]> {
  return alive<CoordinatorDescription>(redis, keys.coordinators, keys.coordinator);
}

/** Descriptions that have not expired; the names of others are removed. */
async function alive<Description extends { readonly id: string }>(
  redis: Redis,
  names: string,
  keyOf: (id: string) => string,
): Promise<Description[]> {
  const ids = await redis.smembers(names);
  if (ids.length === 0) return [];
  const texts = await redis.mget(ids.map(keyOf));
  const gone = ids.filter((_, at) => texts[at] === null);
  if (gone.length > 0) await redis.srem(names, gone);
  const found = texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as Description]));
  return found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
