import type { Executor } from "kernelbayes";

/**
 * One executor for tasks that are done in different places, each by the executor that is given under its name. All together
 * are sent as much as the widest can take: what runs in one place leaves a processor less for the others.
 */
export function routedExecutor(executors: Readonly<Record<string, Executor>>): Executor {
  return {
    workers: Math.max(...Object.values(executors).map(({ workers }) => workers)),
    async map(task, inputs, options) {
      if (!Object.hasOwn(executors, task)) throw new RangeError(`There is no executor for the task "${task}".`);
      return executors[task].map(task, inputs, options);
    },
    async close() {
      await Promise.all(Object.values(executors).map((executor) => executor.close()));
    },
  };
}
