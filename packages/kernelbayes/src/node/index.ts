import { registerNativeEngine } from "./native/registerNativeEngine.ts";

export { outputFile, outputFolder, type OutputContent, type OutputFile, type OutputFileOptions } from "./outputFile.ts";
export { parseAnyTable } from "./parseAnyTable.ts";
export { removePartialFiles } from "./partialFile.ts";
export { decompressed, readTable, type ReadTableOptions } from "./readTable.ts";
export { readPosterior, writePosterior } from "./posteriorFile.ts";
export { readTableChunks, type ReadTableChunksOptions } from "./readTableChunks.ts";
export { isRunning, startOfProcess } from "./runningProcess.ts";
export { tableChunks } from "./tableChunks.ts";
export { serveTasks } from "./serveTasks.ts";
export { unwritableFile } from "./errorInFile.ts";
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
