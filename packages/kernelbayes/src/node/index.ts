export { readPosterior, writePosterior } from "./posteriorFile.ts";
export { readTable, type ReadTableOptions } from "./readTable.ts";
export { serveTasks } from "./serveTasks.ts";
export { workerExecutor, type WorkerExecutorOptions } from "./workerExecutor.ts";
