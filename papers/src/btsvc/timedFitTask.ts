import { loadavg } from "node:os";
import type { Work } from "kernelbayes/progress";
import type { ExperimentInput, Measured, ResultRow } from "@kernelbayes/experiment/node";
import { waitedShare, type Circumstances } from "../circumstances.ts";
import { fitStudy } from "../fitStudy.ts";

/** How long a fit took. */
export interface FitTime extends Circumstances {
  /** Seconds of all processors. */
  readonly fitCpuSeconds: number;
}

/** Fits a model while nothing else runs in the process, measures it, and keeps the time of the fit. */
export function* timedFitTask(input: ExperimentInput): Work<Measured> {
  const { measured, found, fitSeconds, fitCpuSeconds } = yield* fitStudy(input);
  const time: FitTime = { fitCpuSeconds, load: loadavg()[0], waited: waitedShare(fitSeconds, fitCpuSeconds) };
  return { ...measured, found: JSON.stringify({ ...found, ...time }) };
}

/** What a row of the store keeps of it. */
export function fitTimeOf({ found }: Pick<ResultRow, "found">): FitTime {
  return JSON.parse(found) as FitTime;
}
