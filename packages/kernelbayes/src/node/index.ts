import { registerNativeEngine } from "./native/registerNativeEngine.ts";

export { readPosterior, writePosterior } from "./posteriorFile.ts";
export { readTable, type ReadTableOptions } from "./readTable.ts";
export { readTableChunks, type ReadTableChunksOptions } from "./readTableChunks.ts";
export { serveTasks } from "./serveTasks.ts";
export { writeTable, type WriteTableOptions } from "./writeTable.ts";
export { workerExecutor } from "./workerExecutor.ts";
export type { WorkerExecutorOptions } from "../run/poolExecutor.ts";
export {
  createNativeEngine,
  type AsyncEngine,
  type NativeEngine,
  type NativeEngineOptions,
} from "./native/createNativeEngine.ts";
export { installCommand } from "./native/installCommand.ts";

registerNativeEngine();
