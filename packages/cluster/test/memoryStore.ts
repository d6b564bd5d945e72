import type { BlobStore } from "../src/blobs/blobStore.ts";

/** A store in memory that counts what it gives. */
export function memoryStore(): BlobStore & { readonly kept: Map<string, Uint8Array>; gets: number } {
  const kept = new Map<string, Uint8Array>();
  const store = {
    kept,
    gets: 0,
    async put(name: string, pieces: readonly Uint8Array[]) {
      kept.set(name, Buffer.concat(pieces));
    },
    async get(name: string) {
      store.gets++;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return kept.get(name);
    },
    touch: async (names: readonly string[]) => names.filter((name) => !kept.has(name)),
    remove: async (name: string) => void kept.delete(name),
  };
  return store;
}
