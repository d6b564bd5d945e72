import { InputError } from "../errors.ts";
import { checkPlainData } from "./checkPlainData.ts";
import { refuseClosed, type Executor, type MapOptions } from "./executor.ts";
import { outputOf, type Outcome } from "./outcome.ts";
import { progress } from "./work.ts";

/** How a pool of workers is set up, in Node and in pages. */
export interface WorkerExecutorOptions {
  /** Number of workers. Default: one for each processor. */
  readonly workers?: number;
  /**
   * The JavaScript of the workers, for bundles that move it and for tasks of one's own (see `serveTasks`). Default: the
   * script of the library, beside this module.
   */
  readonly script?: string | URL;
}

/** What is needed of a pool: a job can be waited for and cancelled, the whole can be ended. */
export interface WorkerPool {
  exec(
    method: "runTask",
    parameters: [task: string, input: unknown],
    options: { readonly on: (message: unknown) => void },
  ): PromiseLike<unknown> & { cancel(): unknown };
  /** Gives a promise that is kept when all workers have ended. */
  terminate(force: boolean): unknown;
}

/** The number of workers that was asked for, which must be one. */
export function checkWorkers(workers: number): number {
  if (Number.isInteger(workers) && workers >= 1) return workers;
  throw new InputError("invalid-option", `workers must be a whole number from 1; got ${String(workers)}.`);
}

/** An executor over a pool whose workers run the methods of `taskMethods`; the script is named in errors. */
export function poolExecutor(pool: WorkerPool, workers: number, script: string): Executor {
  let closed = false;
  return {
    workers,
    async map(task: string, inputs: readonly unknown[], options: MapOptions = {}): Promise<unknown[]> {
      const { signal, onProgress, onFraction } = options;
      refuseClosed(closed);
      signal?.throwIfAborted();
      inputs.forEach((input, at) => checkPlainData(input, `Input ${at + 1} of the task "${task}"`));
      let done = 0;
      let fail: (error: unknown) => void = () => {};
      const failed = new Promise<never>((_, reject) => (fail = reject));
      const running = inputs.map((input, at) =>
        pool.exec("runTask", [task, input], {
          // What is thrown here would reach nobody: the pool calls it outside of all promises.
          on: guarded(fail, (fraction) => onFraction?.(at, fraction as number)),
        }),
      );
      // A task that is cancelled takes its worker down; the pool starts another when it needs one.
      const cancel = (): void => running.forEach((job) => void job.cancel());
      signal?.addEventListener("abort", cancel, { once: true });
      const outputs = running.map(async (job, at) => {
        const output = outputOf(await outcomeOfJob(job, script));
        onFraction?.(at, 1);
        onProgress?.(progress(task, ++done, inputs.length));
        return output;
      });
      try {
        return await Promise.race([Promise.all(outputs), failed]);
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

/** A listener whose errors go to a handler. */
function guarded(fail: (error: unknown) => void, listen: (message: unknown) => void): (message: unknown) => void {
  return (message) => {
    try {
      listen(message);
    } catch (error) {
      fail(error);
    }
  };
}

/** What the worker sent; an error here is one of the worker, not of the task. */
async function outcomeOfJob(job: PromiseLike<unknown>, script: string): Promise<Outcome> {
  try {
    return (await job) as Outcome;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    throw new Error(`A worker thread ended before its task was done: ${reason} (its script is ${script}).`, {
      cause: error,
    });
  }
}
