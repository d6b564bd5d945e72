import { tmpdir } from "node:os";
import { join } from "node:path";
import { mkdtemp, rm } from "node:fs/promises";
import type { ModelName } from "kernelbayes/models";
import type { Section } from "../benchmark.ts";
import type { Verdict } from "../verdict.ts";

/** What the parts of the benchmark are given. */
export interface ServeSettings {
  readonly models: readonly ModelName[];
  /** Seconds for which each address is asked. */
  readonly seconds: number;
  readonly connections: number;
  /** Rows of a large batch. */
  readonly batchRows: number;
  readonly soakSeconds: number;
  /** Requests of the fuzzing. */
  readonly cases: number;
  readonly seed: number;
  /** Threads of the server. */
  readonly workers: number;
  /** Pythons to look for scikit-learn and FastAPI in. */
  readonly pythons: readonly string[];
  /** A folder that is removed at the end. */
  readonly folder: string;
  /** Says on the way what is being measured. */
  tell(line: string): void;
}

/** What a part found. */
export interface ServeReport {
  readonly sections: readonly Section[];
  readonly verdicts: readonly Verdict[];
}

/** Does work with a folder of its own. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "kernelbayes-serve-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
