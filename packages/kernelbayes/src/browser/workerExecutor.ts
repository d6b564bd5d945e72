import workerpool from "workerpool/dist/workerpool.js";
import { EnvironmentError } from "../errors.ts";
import type { Executor } from "../run/executor.ts";
import { sha256OfPage } from "./sha256OfPage.ts";
import { checkWorkers, poolExecutor, type WorkerExecutorOptions } from "../run/poolExecutor.ts";

/** How a pool of web workers is set up. */
export interface PageExecutorOptions extends WorkerExecutorOptions {
  /**
   * How the script of the workers is started. "classic" is for a script that imports nothing, made from a text in a page that was opened from a file:
   * browsers start no module there. Default: "module".
   */
  readonly type?: "module" | "classic";
}

/**
 * An executor that shares tasks out to web workers, so that the page stays free. Results do not depend on the number of
 * workers and are those of no workers at all, to the last bit. They share no memory, so the page needs no
 * isolation headers. Large inputs are sent once to each worker in a secure context (https, localhost), and otherwise with every task. Call `close` when done, to give the workers back.
 *
 * @example
 * const executor = workerExecutor();
 * const { scores } = await crossValidate(model, table, { target: "species", executor });
 * await executor.close();
 */
export function workerExecutor(options: PageExecutorOptions = {}): Executor {
  if (typeof Worker === "undefined") {
    throw new EnvironmentError(
      "no-workers",
      "There are no web workers here.",
      "Leave out the executor, and the work is done where it was begun.",
    );
  }
  const script = String(options.script ?? new URL("./browserWorker.js", import.meta.url));
  const workers = checkWorkers(options.workers ?? navigator.hardwareConcurrency);
  const pool = workerpool.pool(script, {
    maxWorkers: workers,
    workerType: "web",
    workerOpts: { type: options.type ?? "module" },
    // A task cannot be asked to stop; its worker is ended at once.
    workerTerminateTimeout: 1,
  });
  return poolExecutor(pool, workers, script, sha256OfPage());
}
