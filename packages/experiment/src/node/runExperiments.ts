import type { Executor } from "kernelbayes";
import type { Job } from "../job.ts";
import { runJobs, type JobCounts, type JobProgress } from "../runJobs.ts";
import { codeFingerprint } from "./codeFingerprint.ts";
import type { Experiment, ResultRow } from "./experiment.ts";
import { openResultStore } from "./resultStore.ts";

export interface RunExperimentsOptions {
  readonly jobs: readonly Job<Experiment>[];
  /** Serves the tasks of the jobs; closed at the end. */
  readonly executor: Executor;
  /** The folder of the store. */
  readonly directory: string;
  /** Whether to remove what the store holds. Default: false. */
  readonly fresh?: boolean;
  /** Stops the run; every result that was finished is in the store. */
  readonly signal?: AbortSignal | undefined;
  /** Called at the start and after each result that the store has taken; see `progressLines`. */
  readonly onProgress?: ((progress: JobProgress<Experiment>) => void) | undefined;
  /** Called before the first job with each notice about the state of the store. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}

export interface ExperimentResults {
  /** The rows of the jobs, stored before or new; the store may hold others. */
  readonly rows: readonly ResultRow[];
  readonly counts: JobCounts;
  /** What the user should know about the rows. */
  readonly notices: readonly string[];
}

/**
 * Runs the jobs whose results a store does not hold yet and returns the rows of all jobs. A run that is aborted rejects with the
 * reason of its signal; the same call resumes it. Signals of the process, such as Ctrl-C, are left to the caller, who turns them
 * into an `AbortSignal`.
 *
 * @example
 * const stop = new AbortController();
 * process.once("SIGINT", () => stop.abort());
 * const { rows } = await runExperiments({ jobs, executor: experimentExecutor(), directory: "results", signal: stop.signal });
 */
export async function runExperiments(options: RunExperimentsOptions): Promise<ExperimentResults> {
  const { jobs, executor, directory, fresh = false, signal, onProgress, onNotice } = options;
  const code = codeFingerprint();
  try {
    const store = await openResultStore(directory, { code, fresh });
    try {
      for (const notice of store.notices) onNotice?.(notice);
      const clock = (): number => performance.now() / 1000;
      const counts = await runJobs({ jobs, store, executor, clock, signal, onProgress });
      const keys = new Set(jobs.map(({ key }) => key));
      const rows = store.rows().filter(({ key }) => keys.has(key));
      return { rows, counts, notices: [...store.notices, ...otherCode(rows, code)] };
    } finally {
      await store.close();
    }
  } finally {
    await executor.close();
  }
}

function otherCode(rows: readonly ResultRow[], code: string): string[] {
  const others = rows.filter((row) => row.code !== code).length;
  if (others === 0) return [];
  return [
    `${others} of ${rows.length} results were computed by another state of the library (same version, other code). ` +
      "If the change matters to them, begin anew with the option `fresh`.",
  ];
}
