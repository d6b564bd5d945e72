import { refuseClosed, type Executor, type MapOptions, type Tasks } from "./executor.ts";
import { run } from "./run.ts";
import { findTask } from "./runSync.ts";
import { progress } from "./work.ts";

/** Does everything here, one input after the other, giving the event loop its turn in between. */
export function serialExecutor(tasks: Tasks): Executor {
  let closed = false;
  const executor: Executor = {
    workers: 1,
    async map(name: string, inputs: readonly unknown[], options: MapOptions = {}): Promise<unknown[]> {
      const { signal, onProgress } = options;
      refuseClosed(closed);
      const task = findTask(tasks, name);
      const outputs: unknown[] = [];
      for (const input of inputs) {
        outputs.push(await run(task(input as never), { executor, signal }));
        onProgress?.(progress(name, outputs.length, inputs.length));
      }
      return outputs;
    },
    async close() {
      closed = true;
    },
  };
  return executor;
}
