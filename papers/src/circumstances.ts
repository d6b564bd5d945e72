/** What a time on the wall is to be judged by. */
export interface Circumstances {
  /** Processes that wanted to run, on average of the minute before: it falls slowly after others have stopped. */
  readonly load: number;
  /** Share of the time in which the process had no processor. Missing in results of earlier versions. */
  readonly waited?: number;
}

/** Share of a time on the wall in which a process that never sleeps did not compute. Threads beside it, such as those that collect garbage, hide some of it. */
export function waitedShare(seconds: number, cpuSeconds: number): number {
  return Math.max(0, 1 - cpuSeconds / seconds);
}
