import type { Tasks } from "./executor.ts";
import { progress, type ParallelRequest, type Progress, type Work } from "./work.ts";

export interface RunSyncOptions {
  /** The tasks for parallel requests, which are run here one after the other. By default what each request brings. */
  readonly tasks?: Tasks | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Runs long work through to its result, as `run` does but at once. */
export function runSync<Result>(work: Work<Result>, options: RunSyncOptions = {}): Result {
  try {
    let next = work.next();
    while (!next.done) {
      const step = next.value;
      if (step.kind === "progress") {
        options.onProgress?.(step);
        next = work.next();
      } else {
        let outputs: unknown[];
        try {
          outputs = runTasks(step, options);
        } catch (error) {
          next = work.throw(error);
          continue;
        }
        next = work.next(outputs);
      }
    }
    return next.value;
  } finally {
    // Nothing happens when it has ended.
    work.return(undefined as Result);
  }
}

function runTasks(request: ParallelRequest, { tasks, onProgress }: RunSyncOptions): unknown[] {
  const { task: name, inputs, stage = name } = request;
  const task = taskOf(request, tasks);
  return inputs.map((input, index) => {
    const output = runSync(task(input as never), { tasks });
    onProgress?.(progress(stage, index + 1, inputs.length));
    return output;
  });
}

/** The task of a request: by its name, where there is a table of tasks, else the one that it brings. */
export function taskOf({ task: name, here }: ParallelRequest, tasks?: Tasks): Tasks[string] {
  return tasks || !here ? findTask(tasks ?? {}, name) : here;
}

/** The task of that name; an unknown name is a mistake in a program, not in its input. */
export function findTask(tasks: Tasks, name: string): Tasks[string] {
  if (!Object.hasOwn(tasks, name)) throw new RangeError(`There is no task "${name}".`);
  return tasks[name];
}
