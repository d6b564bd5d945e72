let clock: (() => number) | undefined;

/** Gives this thread a clock, in seconds: done by the script of a worker, whose tasks are given plain data only. */
export function giveClock(given: () => number): void {
  clock = given;
}

/** The clock that this thread was given, if any. */
export function threadClock(): (() => number) | undefined {
  return clock;
}
