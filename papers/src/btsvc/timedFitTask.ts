import { loadavg } from "node:os";
import type { Work } from "kernelbayes";
import type { ExperimentInput, Measured, ResultRow } from "@kernelbayes/experiment/node";
import { fitStudy } from "../fitStudy.ts";

/** How long a fit took. */
export interface FitTime {
  /** Seconds of all processors. */
  readonly fitCpuSeconds: number;
  /** Processes that wanted to run, on average of the minute before. */
  readonly load: number;
}

/** Fits a model while nothing else runs in the process, measures it, and keeps the time of the fit. */
export function* timedFitTask(input: ExperimentInput): Work<Measured> {
  const { measured, found, fitCpuSeconds } = yield* fitStudy(input);
  const time: FitTime = { fitCpuSeconds, load: loadavg()[0] };
  return { ...measured, found: JSON.stringify({ ...found, ...time }) };
}

/** What a row of the store keeps of it. */
export function fitTimeOf({ found }: Pick<ResultRow, "found">): FitTime {
  return JSON.parse(found) as FitTime;
}
