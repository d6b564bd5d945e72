import type { ClusterAddress } from "./address.ts";
import { connect, hangUp } from "./connect.ts";
import { keysOf } from "./keys.ts";
import { workersOf, type WorkerDescription } from "./registry.ts";

export interface DrainOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the workers that are still there. */
  readonly onProgress?: ((left: readonly WorkerDescription[]) => void) | undefined;
}

/** Milliseconds between two looks. */
const pause = 500;

/** Lets the workers that are there now end what is under way, take nothing more, and leave; returns those that did when they have. */
export async function drainCluster(
  address: ClusterAddress,
  { signal, onProgress }: DrainOptions = {},
): Promise<readonly WorkerDescription[]> {
  const redis = await connect(address);
  try {
    const keys = keysOf(address);
    const asked = await workersOf(redis, keys);
    const ids = new Set(asked.map(({ id }) => id));
    for (;;) {
      const left = (await workersOf(redis, keys)).filter(({ id }) => ids.has(id));
      if (left.length === 0) return asked;
      onProgress?.(left);
      // Again and again: a worker may have been out of reach.
      await redis.publish(keys.calls, JSON.stringify({ kind: "drain", ids: left.map(({ id }) => id) }));
      await new Promise((resolve) => setTimeout(resolve, pause));
      signal?.throwIfAborted();
    }
  } finally {
    await hangUp(redis);
  }
}
