export { readPosterior, writePosterior } from "./posteriorFile.ts";
export { readTable, type ReadTableOptions } from "./readTable.ts";
export { workerExecutor, type WorkerExecutorOptions } from "./workerExecutor.ts";
