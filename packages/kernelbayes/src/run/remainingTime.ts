import type { Job } from "./job.ts";

/** Estimates when a run will be done, from the jobs that are. All times are in seconds of one clock. */
export interface RemainingTime {
  begin(job: Job, now: number): void;
  end(job: Job, now: number): void;
  /** Undefined until a first job has ended. */
  estimate(now: number): number | undefined;
}

interface Tally {
  seconds: number;
  cost: number;
}

/**
 * Seconds a unit of cost are averaged within each kind of job; a kind of which none has ended yet is taken at the average
 * of all. What is left is shared by the workers, none of which can be done before its present job:
 *
 *     left = max( Σ_jobs max(0, rate_kind · cost − elapsed) / workers,  longest remainder of a running job )
 */
export function remainingTime(jobs: readonly Job[], workers: number): RemainingTime {
  const left = new Map<string, number>();
  for (const { kind, cost } of jobs) left.set(kind, (left.get(kind) ?? 0) + cost);
  const spent = new Map<string, Tally>();
  const all: Tally = { seconds: 0, cost: 0 };
  const running = new Map<Job, number>();

  const rateOf = (kind: string): number => {
    const { seconds, cost } = spent.get(kind) ?? all;
    return seconds / cost;
  };
  return {
    begin(job, now) {
      running.set(job, now);
      left.set(job.kind, left.get(job.kind)! - job.cost);
    },
    end(job, now) {
      const tally = spent.get(job.kind) ?? { seconds: 0, cost: 0 };
      spent.set(job.kind, tally);
      for (const sum of [tally, all]) {
        sum.seconds += now - running.get(job)!;
        sum.cost += job.cost;
      }
      running.delete(job);
    },
    estimate(now) {
      if (all.cost === 0) return undefined;
      let total = 0;
      for (const [kind, cost] of left) total += Math.max(0, cost) * rateOf(kind);
      let longest = 0;
      for (const [{ kind, cost }, began] of running) {
        const remainder = Math.max(0, rateOf(kind) * cost - (now - began));
        total += remainder;
        longest = Math.max(longest, remainder);
      }
      return Math.max(total / workers, longest);
    },
  };
}
