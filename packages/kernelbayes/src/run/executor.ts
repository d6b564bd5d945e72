import { type Progress, type Work, progress } from "./work.ts";
import { run, findTask } from "./run.ts";

/**
 * The tasks that may be asked for by name. Inputs and outputs are plain data (numbers, strings, typed arrays and objects of
 * them), so that a task runs the same way here, in a worker or on another machine.
 */
export type Tasks = Readonly<Record<string, (input: never) => Work<unknown>>>;

export interface MapOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called as each input is done; the stage is the name of the task. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Where parallel work is done. The outputs stand in the order of the inputs, whatever the number of workers. */
export interface Executor {
  /** How many inputs can be worked on at the same time. */
  readonly workers: number;
  map(task: string, inputs: readonly unknown[], options?: MapOptions): Promise<unknown[]>;
  /** Ends the workers. A closed executor takes no more work. */
  close(): Promise<void>;
}

/** What an executor says to work that comes after its end: a mistake in a program. */
export function refuseClosed(closed: boolean): void {
  if (closed) throw new RangeError("This executor was closed; it takes no more work.");
}

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
