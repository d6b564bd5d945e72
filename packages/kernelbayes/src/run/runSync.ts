import type { Tasks } from "./executor.ts";
import { progress, type Progress, type Work } from "./work.ts";

export interface RunSyncOptions {
  /** The tasks for parallel requests, which are run here one after the other. */
  readonly tasks?: Tasks;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Runs long work through to its result. */
export function runSync<Result>(work: Work<Result>, { tasks = {}, onProgress }: RunSyncOptions = {}): Result {
  let next = work.next();
  while (!next.done) {
    const step = next.value;
    if (step.kind === "progress") {
      onProgress?.(step);
      next = work.next();
    } else {
      const { inputs } = step;
      const task = findTask(tasks, step.task);
      const outputs = inputs.map((input, index) => {
        const output = runSync(task(input as never), { tasks });
        onProgress?.(progress(step.task, index + 1, inputs.length));
        return output;
      });
      next = work.next(outputs);
    }
  }
  return next.value;
}

/** The task of that name; an unknown name is a mistake in a program, not in its input. */
export function findTask(tasks: Tasks, name: string): Tasks[string] {
  if (!Object.hasOwn(tasks, name)) throw new RangeError(`There is no task "${name}".`);
  return tasks[name] as Tasks[string];
}
