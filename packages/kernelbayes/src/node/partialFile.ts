import { createHash } from "node:crypto";
import { readlinkSync, rmSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { isRunning, startOfProcess } from "./runningProcess.ts";

/** Partial files that this process has begun and neither completed nor removed. */
const begun = new Set<string>();

/** Partial files named so far, so that two writes at the same time do not share one. */
let named = 0;

/** Bytes of a name that a partial file repeats; with what follows it stays below 143 bytes, the least that file systems allow. */
const longestStem = 96;

/**
 * A new name beside a file, under which its content is gathered until it is complete: `NAME.PROCESS-MACHINE-START.NUMBER.partial`. The name tells who writes
 * it, so that what a killed process has left can be removed.
 */
export function beginPartialFile(target: string): string {
  const writer = `${process.pid}-${machine()}-${digest(startOfProcess(process.pid), 8)}`;
  const path = join(dirname(target), `${stemOf(basename(target))}.${writer}.${++named}.partial`);
  begun.add(path);
  return path;
}

/** Forgets a partial file that was renamed or removed. */
export function endPartialFile(path: string): void {
  begun.delete(path);
}

/** Removes the files that this process has begun and not completed: for a process that has to end at once. */
export function removePartialFiles(): void {
  for (const path of begun) rmSync(path, { force: true });
  begun.clear();
}

/**
 * Removes partial files of a target whose process no longer runs, because it was killed. Those of other machines, which may share the folder, are
 * left alone: nobody here knows whether their processes run.
 */
export async function removeStalePartialFiles(target: string): Promise<void> {
  const folder = dirname(target);
  const stem = `${stemOf(basename(target))}.`;
  for (const name of await namesIn(folder)) {
    if (name.startsWith(stem) && isStale(name.slice(stem.length))) await rm(join(folder, name), { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // A folder may take files without listing them.
    if ((error as NodeJS.ErrnoException).code === "EACCES") return [];
    throw error;
  }
}

function isStale(ending: string): boolean {
  const found = /^(\d+)-([0-9a-f]{6})-([0-9a-f]{8})\.\d+\.partial$/.exec(ending);
  if (found === null || found[2] !== machine()) return false;
  const number = Number(found[1]);
  const started = startOfProcess(number);
  return !(isRunning(number, started) && digest(started, 8) === found[3]);
}

/** The name itself, or the beginning of a long one with a digest of the whole. */
function stemOf(name: string): string {
  if (Buffer.byteLength(name) <= longestStem) return name;
  const ending = `~${digest(name, 12)}`;
  let stem = "";
  for (const character of name) {
    if (Buffer.byteLength(stem + character + ending) > longestStem) break;
    stem += character;
  }
  return stem + ending;
}

/** Tells machines apart, and containers on one machine, whose processes have numbers of their own. */
function machine(): string {
  let space = "";
  try {
    space = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Only Linux has such spaces.
  }
  return digest(`${hostname()} ${space}`, 6);
}

function digest(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}
