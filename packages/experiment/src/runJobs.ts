import { EnvironmentError, InputError, NumericalError, type Executor } from "kernelbayes";
import type { Job } from "./job.ts";
import type { JobOutcome, JobStore } from "./jobStore.ts";
import { recorder } from "./recorder.ts";
import { remainingTime } from "./remainingTime.ts";

export interface RunJobsOptions<Identity = unknown> {
  /** In the order in which they are begun. */
  readonly jobs: readonly Job<Identity>[];
  readonly store: JobStore<Identity>;
  /** As many jobs are under way as it has workers, and no more inputs are sent to it than that. */
  readonly executor: Executor;
  /** Seconds since any moment that stays the same. */
  readonly clock: () => number;
  /** Ends the jobs under way; what had been finished is in the store. */
  readonly signal?: AbortSignal | undefined;
  /** Called at the start and after each outcome that the store has taken. */
  readonly onProgress?: ((progress: JobProgress<Identity>) => void) | undefined;
}

/** How many jobs there were and what became of them. */
export interface JobCounts {
  readonly of: number;
  /** Found in the store or finished in this run, failures included. */
  readonly done: number;
  /** Of these, found in the store. */
  readonly resumed: number;
  /** Failed in this run. */
  readonly failed: number;
}

export interface JobProgress<Identity = unknown> extends JobCounts {
  /** Estimated from the jobs of this run; undefined until one has ended. */
  readonly secondsLeft: number | undefined;
  /** What has just been kept; undefined at the start. */
  readonly outcome: JobOutcome<Identity> | undefined;
}

/**
 * Runs every job whose outcome the store does not hold yet, and hands each outcome to the store as soon as it is there. A
 * run that was ended in whatever way is resumed by running the same jobs on the same store.
 *
 * A job that fails by its data (`InputError`, `NumericalError`) is an outcome like any other and does not disturb the
 * rest. A job that fails because its machine lacks something (`EnvironmentError`) is never kept as failed: it is tried again after
 * the others, and ends the run if the machines fail three times each in a row. Any other error, also one of the store, ends the run and is thrown; what was finished until then is kept. What
 * the store holds in the end depends on the jobs alone, not on the number of workers nor on who was faster.
 *
 * @example
 * const jobs = [1, 2, 3].map((partition) => jobOf({ dataset: "heart", partition, method: "lda" }, { task: "experiment" }));
 * const { done, failed } = await runJobs({ jobs, store, executor, clock: () => performance.now() / 1000 });
 */
export async function runJobs<Identity>(options: RunJobsOptions<Identity>): Promise<JobCounts> {
  const { jobs, store, executor, clock, signal, onProgress } = options;
  refuseEqualKeys(jobs);
  signal?.throwIfAborted();
  const finished = await store.finished();
  const pending = jobs.filter(({ key }) => !finished.has(key));
  const time = remainingTime(pending, executor.workers);
  let counts: JobCounts = {
    of: jobs.length,
    done: jobs.length - pending.length,
    resumed: jobs.length - pending.length,
    failed: 0,
  };
  onProgress?.({ ...counts, secondsLeft: undefined, outcome: undefined });

  const stop = new AbortController();
  const halt = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const { put, flush } = recorder(store, {
    limit: executor.workers,
    onKept(outcome) {
      const failed = counts.failed + (outcome.status === "failed" ? 1 : 0);
      counts = { ...counts, done: counts.done + 1, failed };
      onProgress?.({ ...counts, secondsLeft: time.estimate(clock()), outcome });
    },
    onError: (error) => stop.abort(error),
  });

  let next = 0;
  let failedMachines = 0;
  const work = async (): Promise<void> => {
    while (next < pending.length && !halt.aborted) {
      const job = pending[next++];
      time.begin(job, clock());
      const outcome = await outcomeOf(job, executor, halt);
      if (outcome instanceof EnvironmentError) {
        if (++failedMachines >= triesInVain * executor.workers) throw outcome;
        time.putBack(job);
        pending.push(job);
        continue;
      }
      failedMachines = 0;
      time.end(job, clock());
      await put(outcome);
    }
  };
  // Each worker ends by itself, so that nothing is under way when this returns; the first error stops all of them.
  await Promise.all(
    Array.from({ length: executor.workers }, () => work().catch((error: unknown) => stop.abort(error))),
  );
  await flush();
  halt.throwIfAborted();
  return counts;
}

/** As often for each worker a machine may fail before the run ends, if no job succeeds meanwhile. */
const triesInVain = 3;

function refuseEqualKeys(jobs: readonly Job[]): void {
  const seen = new Set<string>();
  for (const { key } of jobs) {
    if (seen.has(key)) throw new RangeError(`Two jobs have the same identity: ${key}`);
    seen.add(key);
  }
}

async function outcomeOf<Identity>(
  job: Job<Identity>,
  executor: Executor,
  signal: AbortSignal,
): Promise<JobOutcome<Identity> | EnvironmentError> {
  try {
    const [output] = await executor.map(job.task, [job.input], { signal, shared: job.shared });
    return { status: "done", job, output };
  } catch (error) {
    // Whatever is thrown after the end of the run is its reason, not a failure of the job.
    if (signal.aborted) throw error;
    if (error instanceof EnvironmentError) return error;
    if (!(error instanceof InputError || error instanceof NumericalError)) throw error;
    return { status: "failed", job, code: error.code, message: error.message };
  }
}
