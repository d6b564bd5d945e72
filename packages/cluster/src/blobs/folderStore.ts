import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BlobStore } from "./blobStore.ts";

/** Large data in a folder that all machines see. Files outlast runs; `kernelbayes cluster clean` removes them. */
export function folderStore(folder: string): BlobStore {
  const pathOf = (key: string): string => join(folder, key);
  const use = async (key: string): Promise<boolean> => {
    const now = new Date();
    return unlessMissing(() => utimes(pathOf(key), now, now).then(() => true), false);
  };
  return {
    async put(key, pieces) {
      if (await use(key)) return;
      await mkdir(folder, { recursive: true });
      const partial = `${pathOf(key)}.${randomUUID()}.partial`;
      try {
        await writeFile(partial, pieces);
        await rename(partial, pathOf(key));
      } finally {
        await rm(partial, { force: true });
      }
    },
    get: (key) => unlessMissing(() => readFile(pathOf(key)), undefined),
    async touch(keys) {
      const there = await Promise.all(keys.map(use));
      return keys.filter((_, at) => !there[at]);
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** Whether a name in such a folder is that of large data, whole or not. */
export function isBlobName(name: string): boolean {
  return /^[0-9a-f]{64}(\..*\.partial)?$/.test(name);
}

async function unlessMissing<Result>(act: () => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return otherwise;
    throw error;
  }
}
