import type { Redis } from "ioredis";
import { packData, unpackData, type Outcome } from "kernelbayes/executors";
import type { BlobStore } from "./blobs/blobStore.ts";
import { digestOf, isKey, type Build } from "./job.ts";
import type { Keys } from "./keys.ts";

/** What became of a job, and who did it. */
export interface JobResult {
  readonly outcome: Outcome;
  /** The key of the large data that it was read from, if it was. */
  readonly blob: string | undefined;
  readonly machine: string;
  readonly build: Build;
}

/** Longer results go into the store. */
const longestResult = 262_144;

/** Seconds for which a result waits for whoever asked, and for others after one of them took it. */
const [waiting, taken] = [86_400, 300];

/** Keeps what a job gave. The first result stays: one that comes later is the same. */
export async function writeResult(
  { redis, keys, store }: { readonly redis: Redis; readonly keys: Keys; readonly store: BlobStore },
  key: string,
  { outcome, machine, build }: { readonly outcome: Uint8Array; readonly machine: string; readonly build: Build },
): Promise<void> {
  let place: Record<string, unknown> = { bytes: outcome };
  if (outcome.length > longestResult) {
    const blob = digestOf([outcome]);
    await store.put(blob, [outcome], waiting);
    place = { key: blob };
  }
  const bytes = packData({ ...place, machine, build });
  await redis.set(keys.result(key), Buffer.from(bytes), "EX", waiting, "NX");
}

/** The result of a job, if there is one: that which `bytes` are, as they lie in Redis. Undefined, too, if a long one is gone. */
export async function readResult(store: BlobStore, bytes: Uint8Array): Promise<JobResult | undefined> {
  const { machine, build, ...place } = unpackData(bytes) as {
    readonly bytes?: Uint8Array;
    readonly key?: unknown;
    readonly machine: string;
    readonly build: Build;
  };
  const blob = isKey(place.key) ? place.key : undefined;
  const outcome = place.bytes ?? (blob === undefined ? undefined : await store.get(blob));
  return outcome && { outcome: unpackData(outcome) as Outcome, blob, machine, build };
}

/** Lets the result of a job go that was taken: a long one at once, another when nobody else can be waiting for it. */
export async function letGo(
  { redis, keys, store }: { readonly redis: Redis; readonly keys: Keys; readonly store: BlobStore },
  key: string,
  blob: string | undefined,
): Promise<void> {
  if (blob === undefined) {
    await redis.expire(keys.result(key), taken);
    return;
  }
  await redis.del(keys.result(key));
  await store.remove(blob);
}
