import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import workerpool from "workerpool";
import type { Executor } from "../run/executor.ts";
import { sha256 } from "./sha256.ts";
import { checkWorkers, poolExecutor, type WorkerExecutorOptions } from "../run/poolExecutor.ts";

/**
 * An executor that shares tasks out to worker threads of Node. Results do not depend on the number of workers. Call
 * `close` when done, or the threads keep the process alive.
 *
 * @example
 * const executor = workerExecutor();
 * const { scores } = await crossValidate(model, table, { target: "species", executor });
 * await executor.close();
 */
export function workerExecutor(options: WorkerExecutorOptions = {}): Executor {
  const { script: given = new URL("./worker.js", import.meta.url) } = options;
  const script = given instanceof URL ? fileURLToPath(given) : given;
  const workers = checkWorkers(options.workers ?? availableParallelism());
  const pool = workerpool.pool(script, {
    maxWorkers: workers,
    workerType: "thread",
    // A task cannot be asked to stop; its thread is ended at once.
    workerTerminateTimeout: 1,
    // The flags of the program are not for its threads, and some (--input-type) would keep them from starting.
    workerThreadOpts: { execArgv: [] },
  });
  return poolExecutor(pool, workers, script, sha256);
}
