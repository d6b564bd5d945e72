/** For executors of your own: how tasks are run and answered somewhere else, and how large data go there once. */
export { everySoOften } from "../run/everySoOften.ts";
export type { Shared } from "../run/executor.ts";
export { outcomeOf, outputOf, taskOutcome, type Outcome } from "../run/outcome.ts";
export { packData, packedPieces, unpackData } from "../run/packData.ts";
export { putBack, sharedContents, type Digest, type LightInput, type SharedContents } from "../run/sharedContents.ts";
export { giveClock } from "../run/threadClock.ts";
export { serialExecutor, type Executor, type MapOptions, type Tasks } from "../run/executor.ts";
export { tasks } from "../fit/tasks.ts";
