/** How far long work has come: for displays, and for work of one's own. */
export { timeLeft } from "../run/timeLeft.ts";
export { share, stages } from "../run/share.ts";
export { pause, type OverallProgress, type Pause, type Step } from "../run/work.ts";
export { parallel, progress, type ParallelRequest, type Progress, type Work } from "../run/work.ts";
export { run, runSync, type RunOptions, type RunSyncOptions } from "../run/run.ts";
export { fitWork, type FitOptions } from "../fit/fitWork.ts";
export type { DataFitOptions, RunControl } from "../fit/fit.ts";
