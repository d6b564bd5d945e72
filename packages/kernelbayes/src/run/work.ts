/** How far a long computation has come. `step` never falls within a stage and ends at `of`. */
export interface Progress {
  readonly kind: "progress";
  readonly stage: string;
  readonly step: number;
  readonly of: number;
  /** The criterion at its best so far, where there is one. */
  readonly objective?: number;
}

/** A request, yielded by a computation, to run one named task on many inputs; it is resumed with the outputs in order. */
export interface ParallelRequest {
  readonly kind: "parallel";
  readonly task: string;
  readonly inputs: readonly unknown[];
  /** The task itself, for a driver that does the work where it was asked for and has nothing to look the name up in. */
  readonly here: ((input: never) => Work<unknown>) | undefined;
  /** The stage that progress is told of; the name of the task where it has none. */
  readonly stage?: string | undefined;
}

/**
 * Long work: a generator that yields its progress and its wishes for parallel work, so that the caller decides about
 * display, cancelling and threads.
 */
// The type of what is sent back into the generator depends on the request, which TypeScript cannot express.
export type Work<Result> = Generator<Progress | ParallelRequest, Result, unknown>;

/** How far a stage has come, to be yielded by work: step of so many, and the objective where one is minimized. */
export function progress(stage: string, step: number, of: number, objective?: number): Progress {
  return objective === undefined
    ? { kind: "progress", stage, step, of }
    : { kind: "progress", stage, step, of, objective };
}

/**
 * Runs the named task on every input, wherever the driver of this work sees fit. Inputs and outputs are plain data. Given
 * the task itself, `here`, the work needs no table of tasks as long as nobody shares it out; it must do what the task of
 * that name does. A task that is run again in one computation needs a `stage` of its own each time, because progress never falls
 * within a stage.
 */
export function* parallel<Input, Output>(
  task: string,
  inputs: readonly Input[],
  here?: (input: Input) => Work<Output>,
  stage?: string,
): Work<Output[]> {
  return (yield { kind: "parallel", task, inputs, here, stage }) as Output[];
}

/** The work of a minimization, its progress reported as that of the maximization it stands for. */
export function* rising<Result>(work: Work<Result>): Work<Result> {
  let step = work.next();
  while (!step.done) {
    const { value } = step;
    const isProgress = value.kind === "progress" && value.objective !== undefined;
    step = work.next(yield isProgress ? { ...value, objective: -(value.objective ?? 0) } : value);
  }
  return step.value;
}
