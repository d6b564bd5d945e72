import type { Progress, Work } from "./work.ts";
import { findTask, mapInTurn, run } from "./run.ts";

/**
 * The tasks that may be asked for by name. Inputs and outputs are plain data (numbers, strings, typed arrays and objects of
 * them), so that a task runs the same way here, in a worker or on another machine.
 */
export type Tasks = Readonly<Record<string, (input: never) => Work<unknown>>>;

export interface MapOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called as each input is done; the stage is the name of the task. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Called as an input comes on, with its number from 0 and how much of its work is done, and with 1 before `onProgress` counts it. An
   * executor may leave that out: then inputs count when they are done.
   */
  readonly onFraction?: ((input: number, fraction: number) => void) | undefined;
  /**
   * The places in the inputs of data that are large and the same in many of them, such as "table" or "problem.X". An executor may send such
   * data once to each worker, and references along with the inputs. Default: none, and every input is sent as it is.
   */
  readonly shared?: readonly string[] | undefined;
}

/** Data that an executor keeps ready; see `Executor.share`. */
export interface Shared {
  /** The executor need not keep them any longer. */
  release(): void;
}

/** Where parallel work is done. The outputs stand in the order of the inputs, whatever the number of workers. */
export interface Executor {
  /** How many inputs can be worked on at the same time. */
  readonly workers: number;
  map(task: string, inputs: readonly unknown[], options?: MapOptions): Promise<unknown[]>;
  /**
   * Announces large data that inputs of many calls will hold at places named by `shared`: they are read and sent once, and not again with each call. They must not change until
   * they are released. Data are known by their content, so that without it calls give the same and only take longer. An executor may leave
   * it out.
   *
   * @example
   * const shared = await executor.share?.(table);
   * for (const model of models) await crossValidate(model, table, { target: "species", executor });
   * shared?.release();
   */
  share?(data: object): Promise<Shared>;
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
      refuseClosed(closed);
      const task = findTask(tasks, name);
      return mapInTurn(name, inputs, options, (input, inner) => run(task(input as never), { executor, ...inner }));
    },
    // Nothing is sent anywhere.
    share: async () => ({ release() {} }),
    async close() {
      closed = true;
    },
  };
  return executor;
}
