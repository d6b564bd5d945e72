import { loadavg } from "node:os";
import { progress, type Work } from "kernelbayes";

/** A time and what it is to be judged by. */
export interface FastestRun {
  /** By the clock on the wall. */
  readonly seconds: number;
  /** Processes that wanted to run, on average of the minute before. */
  readonly load: number;
}

/** Runs go on until they have taken this long, in seconds. */
const least = 0.25;

/** Runs something at least twice, small things many times, and takes the fastest run: what disturbs a run only makes it slower. */
export function* fastestRun(run: () => void): Work<FastestRun> {
  let fastest = Infinity;
  for (let spent = 0, runs = 1; ; runs++) {
    const began = performance.now();
    run();
    const seconds = (performance.now() - began) / 1000;
    spent += seconds;
    fastest = Math.min(fastest, seconds);
    yield progress("runs", runs, runs);
    if ((runs >= 2 && spent >= least) || spent > 40 * least) break;
  }
  return { seconds: fastest, load: loadavg()[0] };
}
