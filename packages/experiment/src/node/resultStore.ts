import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { EnvironmentError, InputError } from "kernelbayes";
import { outputFile, outputFolder } from "kernelbayes/node";
import type { JobOutcome, JobStore } from "../jobStore.ts";
import { compareRows, rowOf, type Experiment, type ResultRow } from "./experiment.ts";
import { formatResults, parseResults } from "./resultTable.ts";
import { lockFolder } from "./storeLock.ts";

/** The file that holds all rows when no run is under way. */
export const resultsFile = "results.parquet";

export interface ResultStoreOptions {
  /** What is written to the column `code`. */
  readonly code: string;
  /** Whether to remove what an earlier run left. */
  readonly fresh?: boolean;
  /** More parts than this are gathered into the one file while a run goes on. Default 200. */
  readonly mostParts?: number;
}

/** Results in a folder, which this process has for itself until it closes the store. */
export interface ResultStore extends JobStore<Experiment> {
  readonly directory: string;
  /** What the user should be told about the state in which the folder was found. */
  readonly notices: readonly string[];
  /** All rows, in the order of the file. */
  rows(): readonly ResultRow[];
  /** Gathers everything into one file and gives the folder free. */
  close(): Promise<void>;
}

/**
 * Opens a folder of results, or makes one.
 *
 * Each call of `append` leaves a new file `part-NUMBER-HASH.parquet`, complete or not there at all; now and then, and at
 * the end, all parts are gathered into `results.parquet`, which is replaced in one step, and then removed. A process can
 * be killed anywhere in this: what a half-done step leaves is either an incomplete file, whose name says so and which is
 * removed at the next opening, or a part whose rows are in `results.parquet` already and are recognised by their keys.
 */
export async function openResultStore(directory: string, options: ResultStoreOptions): Promise<ResultStore> {
  const { code, fresh = false, mostParts = 200 } = options;
  const unlock = await prepared(directory);
  try {
    const found = await writing(directory, async () => {
      if (fresh) await removeFiles(directory, (file) => file === resultsFile || isPart(file) || file.endsWith(damaged));
      await removeFiles(directory, (file) => /^(part-|results)/.test(file) && file.endsWith(".partial"));
      return readFolder(directory);
    });
    return storeOf({ directory, code, mostParts, ...found, unlock });
  } catch (error) {
    await unlock();
    throw error;
  }
}

interface Opened {
  readonly directory: string;
  readonly code: string;
  readonly mostParts: number;
  readonly rows: Map<string, ResultRow>;
  readonly parts: string[];
  readonly notices: readonly string[];
  readonly unlock: () => Promise<void>;
}

function storeOf({ directory, code, mostParts, rows, parts, notices, unlock }: Opened): ResultStore {
  let number = Math.max(0, ...parts.map(numberOfPart));
  const write = (file: string, bytes: Uint8Array): Promise<void> =>
    writing(directory, async () => (await outputFile(join(directory, file))).write(bytes));
  const sorted = (): ResultRow[] => [...rows.values()].toSorted(compareRows);
  const compact = async (): Promise<void> => {
    if (parts.length === 0) return;
    await write(resultsFile, formatResults(sorted()));
    await writing(directory, async () => {
      for (const part of parts.splice(0)) await rm(join(directory, part), { force: true });
    });
  };
  return {
    directory,
    notices,
    finished: async () => new Set(rows.keys()),
    async append(outcomes: readonly JobOutcome<Experiment>[]) {
      const added = outcomes.map((outcome) => rowOf(outcome, code));
      const bytes = formatResults(added);
      const part = `part-${String(++number).padStart(6, "0")}-${hashOf(bytes)}.parquet`;
      await write(part, bytes);
      parts.push(part);
      for (const row of added) rows.set(row.key, row);
      if (parts.length > mostParts) await compact();
    },
    rows: sorted,
    async close() {
      try {
        await compact();
      } finally {
        await writing(directory, unlock);
      }
    },
  };
}

async function readFolder(directory: string): Promise<Pick<Opened, "rows" | "parts" | "notices">> {
  const rows = new Map<string, ResultRow>();
  const parts: string[] = [];
  const notices: string[] = [];
  for (const file of await resultFiles(directory)) {
    try {
      await addRows(rows, directory, file);
      if (isPart(file)) parts.push(file);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // The one file may hold weeks of work: whoever has it decides. A part holds a job or a few.
      if (!isPart(file)) {
        const advice = "Put a good copy in its place, or begin anew with the option `fresh`.";
        throw new InputError(error.code, `${error.message} ${advice}`);
      }
      await rename(join(directory, file), join(directory, `${file}${damaged}`));
      notices.push(`${error.message} It was renamed to ${file}${damaged}, and its experiments are run again.`);
    }
  }
  return { rows, parts, notices };
}

/** The one file first, so that its rows count; then the parts, oldest first. */
async function resultFiles(directory: string): Promise<string[]> {
  const files = (await readdir(directory)).filter((file) => file === resultsFile || isPart(file));
  return files.toSorted((a, b) => numberOfPart(a) - numberOfPart(b));
}

async function addRows(rows: Map<string, ResultRow>, directory: string, file: string): Promise<void> {
  const path = join(directory, file);
  const bytes = await readFile(path);
  if (isPart(file) && hashOf(bytes) !== partName.exec(file)![2]) throw damagedFile(path, "its content was changed");
  try {
    for (const row of parseResults(bytes)) if (!rows.has(row.key)) rows.set(row.key, row);
  } catch (error) {
    throw error instanceof InputError ? damagedFile(path, error.message) : error;
  }
}

const damaged = ".damaged";
const partName = /^part-(\d+)-([0-9a-f]{16})\.parquet$/;

function isPart(file: string): boolean {
  return partName.test(file);
}

function numberOfPart(file: string): number {
  return Number(partName.exec(file)?.[1] ?? 0);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}

function damagedFile(path: string, reason: string): InputError {
  return new InputError("damaged-results", `${path} is damaged and cannot be used: ${reason.replace(/\.$/, "")}.`);
}

async function prepared(directory: string): Promise<() => Promise<void>> {
  return writing(directory, async () => {
    await outputFolder(directory);
    return lockFolder(directory);
  });
}

async function removeFiles(directory: string, isMeant: (file: string) => boolean): Promise<void> {
  for (const file of await readdir(directory)) if (isMeant(file)) await rm(join(directory, file), { force: true });
}

/** What the disk refuses is for the user to mend. */
async function writing<Result>(directory: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error instanceof InputError && error.code !== "unwritable-file") throw error;
    if (error instanceof EnvironmentError) {
      throw new EnvironmentError(error.code, `Results cannot be kept in ${directory}: ${error.problem}`, error.remedy);
    }
    const reason = error.message.replace(/\.$/, "");
    throw new InputError("unwritable-store", `Results cannot be kept in ${directory}: ${reason}.`);
  }
}
