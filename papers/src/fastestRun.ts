import { loadavg } from "node:os";
import { progress, type Work } from "kernelbayes/progress";
import { waitedShare, type Circumstances } from "./circumstances.ts";

/** A time and what it is to be judged by. */
export interface FastestRun extends Circumstances {
  /** By the clock on the wall. */
  readonly seconds: number;
  /** Seconds that all threads of the process computed, the least of any run: hardly longer where the machine is busy. */
  readonly cpuSeconds: number;
}

/** Runs go on until they have computed this long, in seconds. */
const least = 0.25;

/** Runs something at least twice, small things many times, and takes the shortest time: what disturbs a run only makes it slower. */
export function* fastestRun(run: () => void): Work<FastestRun> {
  let [fastest, leastCpu] = [Infinity, Infinity];
  let waited = 1;
  for (let spent = 0, runs = 1; ; runs++) {
    const [began, beganCpu] = [performance.now(), process.cpuUsage()];
    run();
    const { user, system } = process.cpuUsage(beganCpu);
    const cpuSeconds = (user + system) / 1e6;
    spent += cpuSeconds;
    const seconds = (performance.now() - began) / 1000;
    if (seconds < fastest) waited = waitedShare(seconds, cpuSeconds);
    fastest = Math.min(fastest, seconds);
    leastCpu = Math.min(leastCpu, cpuSeconds);
    yield progress("runs", runs, runs);
    if ((runs >= 2 && spent >= least) || spent > 40 * least) break;
  }
  return { seconds: fastest, cpuSeconds: leastCpu, load: loadavg()[0], waited };
}
