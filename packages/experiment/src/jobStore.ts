import type { Job } from "./job.ts";

/** How a job ended: with the output of its task, or with an error that belongs to its data and not to the program. */
export type JobOutcome<Identity = unknown> = JobDone<Identity> | JobFailed<Identity>;

export interface JobDone<Identity = unknown> {
  readonly status: "done";
  readonly job: Job<Identity>;
  readonly output: unknown;
}

export interface JobFailed<Identity = unknown> {
  readonly status: "failed";
  readonly job: Job<Identity>;
  /** The code of the `InputError` or `NumericalError`, and what it said. */
  readonly code: string;
  readonly message: string;
}

/** Where outcomes are kept. What a store holds does not depend on the order in which they came. */
export interface JobStore<Identity = unknown> {
  /** The keys of all jobs whose outcome it holds, failures included. */
  finished(): Promise<ReadonlySet<string>>;
  /**
   * Keeps outcomes. When the promise resolves they outlast anything that may happen to the process; before that, all of
   * them or none. There is never more than one call at a time.
   */
  append(outcomes: readonly JobOutcome<Identity>[]): Promise<void>;
}
