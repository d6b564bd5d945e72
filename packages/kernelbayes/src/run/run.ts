import type { Executor, MapOptions, Tasks } from "./executor.ts";
import { follow } from "./follow.ts";
import { progress, type OverallProgress, type ParallelRequest, type SumRequest, type Sums, type Work } from "./work.ts";

export interface RunOptions {
  /** Where parallel work is done. By default here, one input after the other. */
  readonly executor?: Executor | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with every step, those within tasks included. */
  readonly onProgress?: ((progress: OverallProgress) => void) | undefined;
  /** Adds up what work asks for of rows that are not in memory, and reports which share of them has been read. */
  readonly sum?: ((request: SumRequest, onFraction: (fraction: number) => void) => Promise<Sums>) | undefined;
}

/**
 * Runs long work without holding up the event loop: after each step other events get their turn, and an abort takes effect.
 * An aborted run rejects with the reason of the signal (an `AbortError` unless the caller gave another). A task that fails
 * throws its error where the work asked for it. However the run ends, the work leaves through its `finally` blocks.
 */
export async function run<Result>(
  work: Work<Result>,
  { executor, signal, onProgress, sum }: RunOptions,
): Promise<Result> {
  const follower = follow(onProgress);
  const answer = (step: ParallelRequest | SumRequest): Promise<unknown> => {
    if (step.kind === "sum") return sum ? sum(step, follower.sum(step)) : Promise.reject(noOtherRows(step));
    const options = { signal, shared: step.shared, ...follower.request(step) };
    return executor ? executor.map(step.task, step.inputs, options) : mapHere(step, options);
  };
  try {
    signal?.throwIfAborted();
    let next = work.next();
    while (!next.done) {
      const step = next.value;
      if (step.kind === "progress" || step.kind === "pause") {
        if (step.kind === "progress") follower.step(step);
        await nextTurn();
        signal?.throwIfAborted();
        next = work.next();
        continue;
      }
      const outcome = await settle(answer(step));
      signal?.throwIfAborted();
      next = outcome.ok ? work.next(outcome.value) : work.throw(outcome.error);
    }
    follower.end();
    return next.value;
  } finally {
    // Nothing happens when it has ended.
    work.return(undefined as Result);
  }
}

function mapHere(request: ParallelRequest, options: MapOptions): Promise<unknown[]> {
  const task = taskOf(request);
  return mapInTurn(request.task, request.inputs, options, (input, inner) => run(task(input as never), inner));
}

/** Runs a task on one input after the other, and reports how far each has come. */
export async function mapInTurn(
  task: string,
  inputs: readonly unknown[],
  { signal, onProgress, onFraction }: MapOptions,
  runOne: (input: unknown, options: Pick<RunOptions, "signal" | "onProgress">) => Promise<unknown>,
): Promise<unknown[]> {
  const outputs: unknown[] = [];
  for (const [at, input] of inputs.entries()) {
    const inner = onFraction && (({ fraction }: OverallProgress): void => onFraction(at, fraction));
    outputs.push(await runOne(input, { signal, onProgress: inner }));
    onFraction?.(at, 1);
    onProgress?.(progress(task, outputs.length, inputs.length));
    // A task without steps of its own would hold up the event loop from the first input to the last.
    await nextTurn();
    signal?.throwIfAborted();
  }
  return outputs;
}

/** A mistake in a program: all rows of a problem are in memory unless it says so, and then its driver can sum over the others. */
function noOtherRows({ task }: SumRequest): RangeError {
  return new RangeError(`Nobody can sum ${task} over rows that are not in memory.`);
}

async function settle(
  answer: Promise<unknown>,
): Promise<{ readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown }> {
  try {
    return { ok: true, value: await answer };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Waits until the event loop has served what is pending. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") {
      setImmediate(resolve);
      return;
    }
    // In pages timers that follow each other wait four milliseconds each; a message comes as soon as its turn has come.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

export interface RunSyncOptions {
  /** The tasks for parallel requests, which are run here one after the other. By default what each request brings. */
  readonly tasks?: Tasks | undefined;
  readonly onProgress?: ((progress: OverallProgress) => void) | undefined;
}

/** Runs long work through to its result, as `run` does but at once. */
export function runSync<Result>(work: Work<Result>, { tasks, onProgress }: RunSyncOptions = {}): Result {
  const follower = follow(onProgress);
  try {
    let next = work.next();
    while (!next.done) {
      const step = next.value;
      if (step.kind === "sum") next = work.throw(noOtherRows(step));
      else if (step.kind !== "parallel") {
        if (step.kind === "progress") follower.step(step);
        next = work.next();
      } else {
        let outputs: unknown[];
        try {
          outputs = runTasks(step, tasks, follower.request(step));
        } catch (error) {
          next = work.throw(error);
          continue;
        }
        next = work.next(outputs);
      }
    }
    follower.end();
    return next.value;
  } finally {
    // Nothing happens when it has ended.
    work.return(undefined as Result);
  }
}

function runTasks(
  request: ParallelRequest,
  tasks: Tasks | undefined,
  { onProgress, onFraction }: ReturnType<ReturnType<typeof follow>["request"]>,
): unknown[] {
  const { task: name, inputs } = request;
  const task = taskOf(request, tasks);
  return inputs.map((input, at) => {
    const output = runSync(task(input as never), { tasks, onProgress: ({ fraction }) => onFraction(at, fraction) });
    onFraction(at, 1);
    onProgress(progress(name, at + 1, inputs.length));
    return output;
  });
}

/** The task of a request: by its name, where there is a table of tasks, else the one that it brings. */
function taskOf({ task: name, here }: ParallelRequest, tasks?: Tasks): Tasks[string] {
  return tasks || !here ? findTask(tasks ?? {}, name) : here;
}

/** The task of that name; an unknown name is a mistake in a program, not in its input. */
export function findTask(tasks: Tasks, name: string): Tasks[string] {
  if (!Object.hasOwn(tasks, name)) throw new RangeError(`There is no task "${name}".`);
  return tasks[name];
}
