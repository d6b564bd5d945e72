import { InputError } from "../errors.ts";
import { checkPlainData } from "./checkPlainData.ts";
import { refuseClosed, type Executor, type MapOptions } from "./executor.ts";
import { outputOf, type Outcome } from "./outcome.ts";
import { sharedContents, type Digest, type LightInput, type SharedContents } from "./sharedContents.ts";
import type { PartsAnswer, SentParts } from "./taskMethods.ts";
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
    parameters: [task: string, input: unknown, sent?: SentParts],
    options: { readonly on: (message: unknown) => void; readonly transfer?: object[] },
  ): PromiseLike<unknown> & { cancel(): unknown };
  /** Gives a promise that is kept when all workers have ended. */
  terminate(force: boolean): unknown;
}

/** The number of workers that was asked for, which must be one. */
export function checkWorkers(workers: number): number {
  if (Number.isInteger(workers) && workers >= 1) return workers;
  throw new InputError("invalid-option", `workers must be a whole number from 1; got ${String(workers)}.`);
}

/**
 * An executor over a pool whose workers run the methods of `taskMethods`; the script is named in errors. Without a digest, large data go along with
 * every input.
 */
export function poolExecutor(pool: WorkerPool, workers: number, script: string, digest: Digest | undefined): Executor {
  let closed = false;
  const contents = digest && sharedContents(digest);
  return {
    workers,
    async map(task: string, inputs: readonly unknown[], options: MapOptions = {}): Promise<unknown[]> {
      const { signal, shared = [] } = options;
      const checkOpen = (): void => {
        refuseClosed(closed);
        signal?.throwIfAborted();
      };
      checkOpen();
      const taken = contents && shared.length > 0 ? await contents.takeOut(inputs, shared) : undefined;
      try {
        checkOpen();
        const light = taken?.inputs ?? inputs.map((input) => ({ input, parts: {} }));
        return await mapInPool({ pool, contents, script }, task, light, options);
      } finally {
        taken?.release();
      }
    },
    ...(contents && { share: (data: object) => contents.share(data) }),
    async close() {
      closed = true;
      await pool.terminate(true);
    },
  };
}

interface Surroundings {
  readonly pool: WorkerPool;
  readonly contents: SharedContents | undefined;
  readonly script: string;
}

async function mapInPool(
  { pool, contents, script }: Surroundings,
  task: string,
  inputs: readonly LightInput[],
  { signal, onProgress, onFraction }: MapOptions,
): Promise<unknown[]> {
  inputs.forEach(({ input }, at) => checkPlainData(input, `Input ${at + 1} of the task "${task}"`));
  let done = 0;
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => (fail = reject));
  const supplies = inputs.map(({ parts }) => contents && Object.keys(parts).length > 0 && supply(contents, parts));
  const running = inputs.map(({ input }, at) => {
    // What is thrown here would reach nobody: the pool calls it outside of all promises.
    const on = guarded(fail, (fraction) => onFraction?.(at, fraction as number));
    const { sent } = supplies[at] || {};
    return sent
      ? pool.exec("runTask", [task, input, sent], { on, transfer: [sent.port] })
      : pool.exec("runTask", [task, input], { on });
  });
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
    for (const each of supplies) if (each) each.end();
  }
}

/** Answers the worker of one input what it does not have of the large parts. */
function supply(contents: SharedContents, parts: LightInput["parts"]): { readonly sent: SentParts; end(): void } {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: keys }: MessageEvent<readonly string[]>) => {
    const answer: PartsAnswer = { data: keys.map((key) => contents.dataOf(key)), inUse: contents.keys() };
    port1.postMessage(answer);
  };
  return { sent: { parts, port: port2 }, end: () => port1.close() };
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
