import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isRunning, startOfProcess } from "kernelbayes/node";
import type { BlobStore } from "./blobStore.ts";
import { isBlobName } from "./folderStore.ts";

/** Large data on the disk of a worker's machine, where each is fetched once. */
export interface DiskCache {
  /** The file that holds the bytes; fetched if it is not there. Undefined if the store does not have them. */
  fetch(key: string): Promise<string | undefined>;
  /** Removes a file that turned out to be damaged. */
  forget(key: string): Promise<void>;
  /** Bytes that were fetched. */
  readonly fetched: number;
}

/** Milliseconds between two looks at a fetch of another process. */
const pause = 50;

/** A cache in a folder that other workers of the machine may share. Beyond the limit, what was used longest ago goes. */
export function diskCache(folder: string, store: BlobStore, limit: number): DiskCache {
  const pathOf = (key: string): string => join(folder, key);
  const under = new Map<string, Promise<string | undefined>>();
  let fetched = 0;

  const fetchOnce = async (key: string): Promise<string | undefined> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const lock = `${pathOf(key)}.lock`;
    for (;;) {
      if (await isPresent(pathOf(key))) return pathOf(key);
      if (await takeLock(lock)) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    const partial = `${pathOf(key)}.${randomUUID()}.partial`;
    try {
      const bytes = await store.get(key);
      if (!bytes) return undefined;
      fetched += bytes.length;
      // What came over the network may be anything.
      if (createHash("sha256").update(bytes).digest("hex") !== key) return undefined;
      await writeFile(partial, bytes);
      await rename(partial, pathOf(key));
    } finally {
      await rm(partial, { force: true });
      await rm(lock, { force: true });
    }
    await removeOldest(folder, limit, [...under.keys()]);
    return pathOf(key);
  };
  return {
    get fetched() {
      return fetched;
    },
    async fetch(key) {
      if (!isBlobName(key)) return undefined;
      const running = under.get(key) ?? fetchOnce(key).finally(() => under.delete(key));
      under.set(key, running);
      return running;
    },
    forget: (key) => rm(pathOf(key), { force: true }),
  };
}

async function isPresent(path: string): Promise<boolean> {
  const now = new Date();
  try {
    // The time of the last use.
    await utimes(path, now, now);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** One process of the machine fetches; the lock of one that was killed is taken over. */
async function takeLock(path: string): Promise<boolean> {
  const own = JSON.stringify({ process: process.pid, started: startOfProcess(process.pid) });
  try {
    const file = await open(path, "wx");
    await file.writeFile(own);
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const text = await readFile(path, "utf8").catch(() => "");
  // Between its making and its writing a lock is empty.
  if (text === "") {
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > 5000) await rm(path, { force: true });
    return false;
  }
  const owner = JSON.parse(text) as { readonly process: number; readonly started: string };
  if (!isRunning(owner.process, owner.started)) await rm(path, { force: true });
  return false;
}

async function removeOldest(folder: string, limit: number, spared: readonly string[]): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}$/.test(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { name, size, mtimeMs };
    }),
  );
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { name, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (total <= limit) return;
    if (spared.includes(name)) continue;
    await rm(join(folder, name), { force: true });
    total -= size;
  }
}
