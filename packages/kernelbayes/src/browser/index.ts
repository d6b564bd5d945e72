export { serveTasks } from "./serveTasks.ts";
export { type PageExecutorOptions, workerExecutor } from "./workerExecutor.ts";
export type { WorkerExecutorOptions } from "../run/poolExecutor.ts";
