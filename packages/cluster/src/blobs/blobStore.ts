import type { Redis } from "ioredis";
import type { ClusterAddress } from "../address.ts";
import type { Keys } from "../keys.ts";
import { folderStore } from "./folderStore.ts";
import { httpStore } from "./httpStore.ts";
import { redisStore } from "./redisStore.ts";

/** Where large data lie, each under the SHA-256 of its bytes. */
export interface BlobStore {
  /** Keeps bytes for so many seconds at least. Bytes that are there already are kept longer. */
  put(key: string, pieces: readonly Uint8Array[], seconds: number): Promise<void>;
  /** Undefined if they are not there. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Keeps what is there for so many seconds longer, and returns the keys of what is not. */
  touch(keys: readonly string[], seconds: number): Promise<string[]>;
  remove(key: string): Promise<void>;
}

/** The store that an address names. Workers follow their own address, never one that comes with a job. */
export function blobStoreOf(address: ClusterAddress, redis: Redis, keys: Keys): BlobStore {
  const { blobs, limit } = address;
  switch (blobs.kind) {
    case "redis":
      return redisStore(redis, keys, limit);
    case "folder":
      return folderStore(blobs.path);
    case "http":
      return httpStore(blobs, () => redis.get(keys.token));
  }
}
