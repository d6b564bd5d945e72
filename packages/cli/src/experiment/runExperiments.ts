import { InputError, runJobs, type Executor, type Job, type JobCounts } from "kernelbayes";
import { codeFingerprint } from "./codeFingerprint.ts";
import type { Experiment, ResultRow } from "./experiment.ts";
import { progressLines, type ProgressLinesOptions } from "./progressLines.ts";
import { openResultStore } from "./resultStore.ts";

export interface RunExperimentsOptions {
  readonly title: string;
  readonly jobs: readonly Job<Experiment>[];
  /** Serves the tasks of the jobs; closed at the end. */
  readonly executor: Executor;
  /** The folder of the store. */
  readonly directory: string;
  /** Whether to remove what is in it. */
  readonly fresh?: boolean;
  /** Where progress goes. Default: standard error. */
  readonly stream?: ProgressLinesOptions["stream"];
  readonly signal?: AbortSignal;
}

export interface ExperimentResults {
  /** The rows of the jobs, found or new; the store may hold others. */
  readonly rows: readonly ResultRow[];
  readonly counts: JobCounts;
  /** What the user should know about the rows. */
  readonly notices: readonly string[];
}

/** Runs what a store does not hold yet and returns the rows of all jobs. An interruption (Ctrl-C) leaves the rest for next time. */
export async function runExperiments(options: RunExperimentsOptions): Promise<ExperimentResults> {
  const { title, jobs, executor, directory, fresh = false, stream = process.stderr, signal } = options;
  const code = codeFingerprint();
  const interruption = interrupted(signal);
  try {
    const store = await openResultStore(directory, { code, fresh });
    for (const notice of store.notices) stream.write(`${notice}\n`);
    try {
      const clock = (): number => performance.now() / 1000;
      const onProgress = progressLines({ title, stream, clock });
      const counts = await runJobs({ jobs, store, executor, clock, signal: interruption.signal, onProgress });
      const keys = new Set(jobs.map(({ key }) => key));
      const rows = store.rows().filter(({ key }) => keys.has(key));
      return { rows, counts, notices: [...store.notices, ...otherCode(rows, code)] };
    } catch (error) {
      if (!interruption.signal.aborted) throw error;
      const kept = `${stream.isTTY ? "\n" : ""}Stopped. ${store.rows().length} results are kept in ${directory}`;
      const again = `the same command${fresh ? " without --fresh" : ""} goes on from there.`;
      throw new InputError("interrupted", `${kept}; ${again}`);
    } finally {
      await store.close();
    }
  } finally {
    await executor.close();
    interruption.release();
  }
}

/** Signals that come this soon after each other, in seconds, are one: npm passes on what the terminal has sent as well. */
const onePress = 1;

/** A signal that is aborted by Ctrl-C or a request to end; a second one ends the process at once. */
function interrupted(other: AbortSignal | undefined): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  let first = Infinity;
  const stop = (): void => {
    first = Math.min(first, performance.now() / 1000);
    controller.abort();
    if (performance.now() / 1000 - first > onePress) process.exit(130);
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, stop);
  return {
    signal: other ? AbortSignal.any([other, controller.signal]) : controller.signal,
    release() {
      for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, stop);
    },
  };
}

function otherCode(rows: readonly ResultRow[], code: string): string[] {
  const others = rows.filter((row) => row.code !== code).length;
  if (others === 0) return [];
  return [
    `${others} of ${rows.length} results were computed by another state of the library (same version, other code). ` +
      "If the change matters to them, begin anew with --fresh.",
  ];
}
