export { durationText } from "./durationText.ts";
export { canonicalText, jobOf, type Job, type JobOptions } from "./job.ts";
export type { JobDone, JobFailed, JobOutcome, JobStore } from "./jobStore.ts";
export { methodOf, methodsOfFamily, methodTitle, splitOptions, type Method } from "./method.ts";
export { routedExecutor } from "./routedExecutor.ts";
export { runJobs, type JobCounts, type JobProgress, type RunJobsOptions } from "./runJobs.ts";
export { spreadOf, type Spread } from "./spread.ts";
