import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import workerpool from "workerpool";
import { InputError } from "../errors.ts";
import { refuseClosed, type Executor, type MapOptions } from "../run/executor.ts";
import { outputOf, type Outcome } from "../run/transport.ts";
import { progress } from "../run/work.ts";

export interface WorkerExecutorOptions {
  /** Number of worker threads. Default: one for each processor. */
  readonly workers?: number;
  /**
   * The JavaScript of the workers, for bundles that move it and for tasks of one's own (see `serveTasks`). Default:
   * `worker.js` beside this module.
   */
  readonly script?: string | URL;
}

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
  const { workers = availableParallelism(), script = new URL("./worker.js", import.meta.url) } = options;
  if (!Number.isInteger(workers) || workers < 1) {
    throw new InputError("invalid-option", `workers must be a whole number from 1; got ${String(workers)}.`);
  }
  const pool = workerpool.pool(script instanceof URL ? fileURLToPath(script) : script, {
    maxWorkers: workers,
    workerType: "thread",
    // A task cannot be asked to stop; its thread is ended at once.
    workerTerminateTimeout: 1,
    // The flags of the program are not for its threads, and some (--input-type) would keep them from starting.
    workerThreadOpts: { execArgv: [] },
  });
  let closed = false;
  return {
    workers,
    async map(task: string, inputs: readonly unknown[], options: MapOptions = {}): Promise<unknown[]> {
      const { signal, onProgress, onOutput } = options;
      refuseClosed(closed);
      signal?.throwIfAborted();
      let done = 0;
      const running = inputs.map((input) => pool.exec("runTask", [task, input]));
      // A task that is cancelled takes its thread down; the pool starts another when it needs one.
      const cancel = (): void => running.forEach((job) => void job.cancel());
      signal?.addEventListener("abort", cancel, { once: true });
      try {
        return await Promise.all(
          running.map(async (job, index) => {
            const output = outputOf(await outcomeOfJob(job));
            await onOutput?.(output, index);
            onProgress?.(progress(task, ++done, inputs.length));
            return output;
          }),
        );
      } catch (error) {
        cancel();
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener("abort", cancel);
      }
    },
    async close() {
      closed = true;
      await pool.terminate(true);
    },
  };
}

/** What the worker sent; an error here is one of the thread, not of the task. */
async function outcomeOfJob(job: PromiseLike<unknown>): Promise<Outcome> {
  try {
    return (await job) as Outcome;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    throw new Error(`A worker thread ended before its task was done: ${reason}`, { cause: error });
  }
}
