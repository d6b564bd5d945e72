import type { Job } from "./job.ts";

/** Estimates when a run will be done, from the jobs that are. All times are in seconds of one clock. */
export interface RemainingTime {
  begin(job: Job, now: number): void;
  end(job: Job, now: number): void;
  /** A job that was begun and has to be begun again. */
  putBack(job: Job): void;
  /** Undefined until a first job has ended. */
  estimate(now: number): number | undefined;
}

/** Of the jobs of one kind: seconds and cost of those that have ended, cost and number of those that have not begun. */
interface Tally {
  seconds: number;
  cost: number;
  costLeft: number;
  jobsLeft: number;
}

/**
 * Seconds a unit of cost are averaged within each kind of job. A job of a kind of which none has ended yet is taken to last
 * as long as those of all kinds on average; costs of different kinds have different units. What is left is shared by the
 * workers, none of which can be done before its present job:
 *
 *     left = max( Σ_jobs max(0, expected − elapsed) / workers,  longest remainder of a running job )
 */
export function remainingTime(jobs: readonly Job[], workers: number): RemainingTime {
  const tallies = new Map<string, Tally>();
  for (const { kind, cost } of jobs) {
    const tally = tallies.get(kind) ?? { seconds: 0, cost: 0, costLeft: 0, jobsLeft: 0 };
    tallies.set(kind, tally);
    tally.costLeft += cost;
    tally.jobsLeft++;
  }
  const running = new Map<Job, number>();
  let ended = 0;
  let seconds = 0;

  /** Seconds that so many jobs of a kind, of so much cost together, are expected to take. */
  const expected = (kind: string, cost: number, jobs: number): number => {
    const tally = tallies.get(kind)!;
    return tally.cost > 0 ? (tally.seconds / tally.cost) * cost : (seconds / ended) * jobs;
  };
  return {
    begin(job, now) {
      running.set(job, now);
      const tally = tallies.get(job.kind)!;
      // Of sums of fractions something may be left in the end.
      tally.costLeft = Math.max(0, tally.costLeft - job.cost);
      tally.jobsLeft--;
    },
    end(job, now) {
      const taken = now - running.get(job)!;
      const tally = tallies.get(job.kind)!;
      tally.seconds += taken;
      tally.cost += job.cost;
      seconds += taken;
      ended++;
      running.delete(job);
    },
    putBack(job) {
      running.delete(job);
      const tally = tallies.get(job.kind)!;
      tally.costLeft += job.cost;
      tally.jobsLeft++;
    },
    estimate(now) {
      if (ended === 0) return undefined;
      let total = 0;
      for (const [kind, { costLeft, jobsLeft }] of tallies) {
        if (jobsLeft > 0) total += expected(kind, costLeft, jobsLeft);
      }
      let longest = 0;
      for (const [{ kind, cost }, began] of running) {
        const remainder = Math.max(0, expected(kind, cost, 1) - (now - began));
        total += remainder;
        longest = Math.max(longest, remainder);
      }
      return Math.max(total / workers, longest);
    },
  };
}
