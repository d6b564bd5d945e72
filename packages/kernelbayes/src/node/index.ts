import { registerNativeEngine } from "./native/register.ts";

export { readPosterior, writePosterior } from "./posteriorFile.ts";
export { readTable, type ReadTableOptions } from "./readTable.ts";
export { serveTasks } from "./serveTasks.ts";
export { workerExecutor, type WorkerExecutorOptions } from "./workerExecutor.ts";
export { createNativeEngine, type AsyncEngine, type NativeEngine, type NativeEngineOptions } from "./native/engine.ts";
export { installCommand } from "./native/installCommand.ts";

registerNativeEngine();
