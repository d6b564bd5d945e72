export { serveTasks } from "./serveTasks.ts";
export { workerExecutor } from "./workerExecutor.ts";
export type { WorkerExecutorOptions } from "../run/poolExecutor.ts";
