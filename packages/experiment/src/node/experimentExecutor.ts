import type { Executor } from "kernelbayes";
import { workerExecutor, type WorkerExecutorOptions } from "kernelbayes/node";

/** Worker threads that serve the task `experiment`, which the jobs of `modelJobs` name, beside the tasks of the library. */
export function experimentExecutor(options: Omit<WorkerExecutorOptions, "script"> = {}): Executor {
  return workerExecutor({ ...options, script: new URL("./experimentWorker.js", import.meta.url) });
}
