import workerpool from "workerpool/dist/workerpool.js";
import type { Tasks } from "../run/executor.ts";
import { everySoOften } from "../run/everySoOften.ts";
import { taskMethods } from "../run/taskMethods.ts";

/**
 * Makes the script that calls it a worker of `workerExecutor`, which runs the given tasks.
 *
 * @example serveTasks({ ...tasks, experiment }); // in worker.js, a module; then workerExecutor({ script: new URL("worker.js", import.meta.url) })
 */
export function serveTasks(tasks: Tasks): void {
  workerpool.worker(
    taskMethods(
      tasks,
      everySoOften(workerpool.workerEmit, () => performance.now() / 1000),
    ),
  );
}
