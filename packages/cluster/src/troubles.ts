import type { Redis } from "ioredis";
import type { Keys } from "./keys.ts";

/** What went wrong with a job so far. */
export interface Troubles {
  /** Processes that a job ended, each with the machine and the reason. */
  readonly crashes: readonly Trouble[];
  /** Workers that went away, with everything, while they did it. */
  readonly losses: readonly Trouble[];
  /** Things that machines lacked. */
  readonly lacks: readonly Trouble[];
}

export interface Trouble {
  readonly machine: string;
  readonly reason: string;
}

/**
 * So many processes a job may take down, each on another machine if there are so many, before it is set aside; and so many workers may go away while they do it: with
 * a worker all of its jobs are lost, most of them without being the cause.
 */
const mostCrashes = 3;
const mostLosses = 10;
/** So often a machine may lack something before its error is the result. */
const mostLacks = 5;

/** Seconds for which troubles are remembered. */
const memory = 86_400;

/** Notes that a worker begins a job. */
export async function noteStart(
  redis: Redis,
  keys: Keys,
  key: string,
  worker: { readonly id: string; readonly machine: string },
): Promise<void> {
  await redis
    .multi()
    .hset(keys.troubles(key), `start:${worker.id}`, worker.machine)
    .expire(keys.troubles(key), memory)
    .exec();
}

/** Notes that a worker ended a job, well or badly. */
export async function noteEnd(
  redis: Redis,
  keys: Keys,
  key: string,
  id: string,
  trouble?: { readonly kind: "crash" | "lack" } & Trouble,
): Promise<void> {
  const end = redis.multi().hdel(keys.troubles(key), `start:${id}`);
  if (trouble) {
    const { kind, machine, reason } = trouble;
    end
      .hset(keys.troubles(key), `${kind}:${id}:${Date.now()}`, JSON.stringify({ machine, reason }))
      .expire(keys.troubles(key), memory);
  }
  await end.exec();
}

/** Forgets all troubles of a job. */
export async function forgetTroubles(redis: Redis, keys: Keys, key: string): Promise<void> {
  await redis.del(keys.troubles(key));
}

/** What went wrong with a job until now, before the worker of that name begins it. */
export async function troublesOf(redis: Redis, keys: Keys, key: string, id: string): Promise<Troubles> {
  const fields = Object.entries(await redis.hgetall(keys.troubles(key)));
  const of = (kind: string): Trouble[] =>
    fields.flatMap(([name, text]) => (name.startsWith(`${kind}:`) ? [JSON.parse(text) as Trouble] : []));
  const begun = fields.filter(([name]) => name.startsWith("start:") && name !== `start:${id}`);
  const alive = await Promise.all(begun.map(([name]) => redis.exists(keys.worker(name.slice("start:".length)))));
  return {
    crashes: of("crash"),
    lacks: of("lack"),
    losses: begun.flatMap(([, machine], at) => (alive[at] ? [] : [{ machine, reason: "the worker went away" }])),
  };
}

/** Why a job is not to be tried again; undefined if it is. */
export function reasonToSetAside({ crashes, losses }: Troubles): string | undefined {
  if (crashes.length < mostCrashes && losses.length < mostLosses) return undefined;
  return [...crashes, ...losses].map(({ machine, reason }) => `on ${machine}: ${reason}`).join("; ");
}

/** Whether a lack was met so often that it is the result. */
export function isLastLack({ lacks }: Troubles): boolean {
  return lacks.length + 1 >= mostLacks;
}

/** Whether a machine should leave the job to others: it failed here, and there are others where it did not. */
export function isForOthers({ crashes, lacks }: Troubles, machine: string, machines: readonly string[]): boolean {
  const failed = new Set([...crashes, ...lacks].map((trouble) => trouble.machine));
  return failed.has(machine) && machines.some((other) => !failed.has(other));
}
