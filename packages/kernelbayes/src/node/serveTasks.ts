import workerpool from "workerpool";
import type { Tasks } from "../run/executor.ts";
import { everySoOften } from "../run/everySoOften.ts";
import { taskMethods } from "../run/taskMethods.ts";
import { registerNativeEngine } from "./native/registerNativeEngine.ts";

/**
 * Makes the script that calls it a worker of `workerExecutor`, which runs the given tasks. All engines of
 * `kernelbayes/node` are known there.
 *
 * @example serveTasks({ ...tasks, experiment }); // in worker.js; then workerExecutor({ script: new URL("worker.js", import.meta.url) })
 */
export function serveTasks(tasks: Tasks): void {
  registerNativeEngine();
  workerpool.worker(
    taskMethods(
      tasks,
      everySoOften(workerpool.workerEmit, () => performance.now() / 1000),
    ),
  );
}
