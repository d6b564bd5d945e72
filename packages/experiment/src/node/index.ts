export {
  partitionOf,
  problemNames,
  readProblem,
  target,
  type BenchmarkProblem,
  type Partition,
} from "./benchmarkData.ts";
export { codeFingerprint } from "./codeFingerprint.ts";
export { compareRows, rowOf, type Experiment, type Measured, type ResultRow } from "./experiment.ts";
export { experimentExecutor } from "./experimentExecutor.ts";
export { chosenProblems, experimentJobs, modelJobs, type ExperimentJobsOptions } from "./experimentJobs.ts";
export { cachedProblem, experimentTask, refuseChanged, type ExperimentInput } from "./experimentTask.ts";
export { packForecasts, unpackForecasts, type Forecasts } from "./forecasts.ts";
export { measure, type Predictions } from "./measure.ts";
export { progressLines, type ProgressLinesOptions } from "./progressLines.ts";
export { openResultStore, resultsFile, type ResultStore, type ResultStoreOptions } from "./resultStore.ts";
export { formatResults, parseResults, timeless } from "./resultTable.ts";
export { runExperiments, type ExperimentResults, type RunExperimentsOptions } from "./runExperiments.ts";
export { lockFolder } from "./storeLock.ts";
export { ranksBy, summarize, type Figure, type Ranks, type Summary } from "./summary.ts";
