import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { InputError } from "kernelbayes";
import { isRunning, startOfProcess } from "kernelbayes/node";

interface Owner {
  readonly process: number;
  readonly host: string;
  /** When the process was started, as far as the system tells: numbers of processes are used again. */
  readonly started: string;
}

/**
 * Keeps other processes out of a folder by the file `lock.json` in it, which names the process that has the folder.
 * Returns what gives the folder free again. A lock whose process is gone, because it was killed, does not count.
 */
export async function lockFolder(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, "lock.json");
  const owner: Owner = { process: process.pid, host: hostname(), started: startOfProcess(process.pid) };
  const own = `${path}.${process.pid}.partial`;
  await writeFile(own, JSON.stringify(owner));
  try {
    for (;;) {
      // A link is made with its content or fails, where a file would be empty for a moment.
      if (await succeeds(link(own, path), "EEXIST")) return () => rm(path, { force: true });
      const text = await textOf(path);
      if (text === undefined) continue;
      refuseIfAlive(ownerIn(text), path, directory);
      await removeStale(path, text);
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** What a file holds; undefined if it has gone meanwhile. A lock that cannot be read would be asked for again without end. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Moves a stale lock away. Of several that found it stale one succeeds; a new lock that has taken its place is put back. */
async function removeStale(path: string, text: string): Promise<void> {
  const moved = `${path}.stale.${process.pid}.partial`;
  if (!(await succeeds(rename(path, moved), "ENOENT"))) return;
  if ((await readFile(moved, "utf8")) !== text) await succeeds(link(moved, path), "EEXIST");
  await rm(moved, { force: true });
}

function refuseIfAlive(owner: Owner | undefined, path: string, directory: string): void {
  if (owner === undefined) return;
  if (owner.host === hostname() && !isRunning(owner.process, owner.started)) return;
  throw new InputError(
    "store-in-use",
    `${directory} is in use by process ${owner.process} on ${owner.host}. Wait for it to end, choose another folder for ` +
      `the results, or, if there is no such process, remove ${path}.`,
  );
}

function ownerIn(text: string): Owner | undefined {
  try {
    const { process, host, started } = JSON.parse(text) as Owner;
    return Number.isSafeInteger(process) ? { process, host, started } : undefined;
  } catch {
    return undefined;
  }
}

async function succeeds(action: Promise<void>, expected: string): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === expected) return false;
    throw error;
  }
}
