/** How far a long computation has come. `step` never falls within a stage and ends at `of`. */
export interface Progress {
  readonly kind: "progress";
  readonly stage: string;
  readonly step: number;
  readonly of: number;
  /** The criterion at its best so far, where there is one. */
  readonly objective?: number;
  /** How much of the whole work is done, from 0 to 1. Default: `step / of`, as of work that has one stage. */
  readonly fraction?: number;
}

/** Progress as a caller receives it: `fraction` never falls, and it is 1 when the work has ended. */
export interface OverallProgress extends Progress {
  readonly fraction: number;
}

/** A request, yielded by a computation, to run one named task on many inputs; it is resumed with the outputs in order. */
export interface ParallelRequest {
  readonly kind: "parallel";
  readonly task: string;
  readonly inputs: readonly unknown[];
  /** The task itself, for a driver that does the work where it was asked for and has nothing to look the name up in. */
  readonly here: ((input: never) => Work<unknown>) | undefined;
  /** The stage under which its progress is reported. Default: the name of the task. */
  readonly stage?: string | undefined;
  /** The estimated work of each input, in any unit. Default: the same for all. */
  readonly weights?: readonly number[] | undefined;
  /** Places in the inputs of data that are large and the same in many of them: see `MapOptions`. */
  readonly shared?: readonly string[] | undefined;
  /** How much of the whole work is done before and after it. Default: 0 and 1. */
  readonly span?: readonly [from: number, to: number];
}

/**
 * A request, yielded by a computation, for sums over the rows that are not in memory: the named task takes `state` and the rows of one chunk
 * and gives numbers, and those of all chunks are added in the order of the chunks, whoever was first. It is resumed with the sums.
 */
export interface SumRequest {
  readonly kind: "sum";
  readonly task: string;
  /** What the task needs to know beside the rows: plain data, the same for all chunks. */
  readonly state: unknown;
  /** The task itself, as in `ParallelRequest`. */
  readonly here: (input: never) => Work<Sums>;
  /** The stage under which its progress is reported. */
  readonly stage: string;
  /** How much of the whole work is done before and after it. Default: 0 and 1. */
  readonly span?: readonly [from: number, to: number];
}

/** Numbers that are added over chunks of rows, entry by entry. */
export type Sums = Readonly<Record<string, Float64Array>>;

/** A moment at which other events may have their turn and an abort takes effect, with nothing to report. */
export interface Pause {
  readonly kind: "pause";
}

/** Yielded by work between two parts of a computation that may take long. */
export const pause: Pause = { kind: "pause" };

/** What long work yields. */
export type Step = Progress | ParallelRequest | SumRequest | Pause;

/**
 * Long work: a generator that yields its progress and its wishes for parallel work, so that the caller decides about
 * display, cancelling and threads.
 */
// The type of what is sent back into the generator depends on the request, which TypeScript cannot express.
export type Work<Result> = Generator<Step, Result, unknown>;

/** How far a stage has come, to be yielded by work: step of so many, and the objective where one is minimized. */
export function progress(stage: string, step: number, of: number, objective?: number): Progress {
  return objective === undefined
    ? { kind: "progress", stage, step, of }
    : { kind: "progress", stage, step, of, objective };
}

/** What a request for parallel work may say beside its inputs. */
export type ParallelOptions = Pick<ParallelRequest, "stage" | "weights" | "shared">;

/**
 * Runs the named task on every input, wherever the driver of this work sees fit. Inputs and outputs are plain data. Given
 * the task itself, `here`, the work needs no table of tasks as long as nobody shares it out; it must do what the task of
 * that name does. A task that is run again in one computation needs a `stage` of its own each time, because progress never falls
 * within a stage. `weights` is the estimated work of each input, for the overall progress. `shared` names the places of data that are the same
 * in many inputs, so that they are sent once to each worker.
 */
export function* parallel<Input, Output>(
  task: string,
  inputs: readonly Input[],
  here?: (input: Input) => Work<Output>,
  { stage, weights, shared }: ParallelOptions = {},
): Work<Output[]> {
  return (yield { kind: "parallel", task, inputs, here, stage, weights, shared }) as Output[];
}

/** Asks for sums over all rows that are not in memory. A driver that has no such rows refuses. */
export function* sumOver<State, Input extends { readonly state: State }>(
  task: string,
  state: State,
  here: (input: Input) => Work<Sums>,
  stage: string,
): Work<Sums> {
  return (yield { kind: "sum", task, state, here, stage }) as Sums;
}

/** The same work with each of its steps changed. Errors of tasks reach it, and it is left as the caller leaves this. */
export function* withSteps<Result>(work: Work<Result>, change: (step: Step) => Step): Work<Result> {
  try {
    let next = work.next();
    while (!next.done) {
      let answer: unknown;
      try {
        answer = yield change(next.value);
      } catch (error) {
        next = work.throw(error);
        continue;
      }
      next = work.next(answer);
    }
    return next.value;
  } finally {
    // Nothing happens when it has ended.
    work.return(undefined as Result);
  }
}

/** Waits for a value that may take long: it is there, or work leads to it. The progress of that work is not reported. */
export function* finished<Value>(value: Value | Work<Value>): Work<Value> {
  return isWork(value) ? yield* withSteps(value, (step) => (step.kind === "progress" ? pause : step)) : value;
}

function isWork<Value>(value: Value | Work<Value>): value is Work<Value> {
  return typeof value === "object" && value !== null && "throw" in value && typeof value.throw === "function";
}

/** The work of a minimization, its progress reported as that of the maximization it stands for. */
export function rising<Result>(work: Work<Result>): Work<Result> {
  return withSteps(work, (step) =>
    step.kind === "progress" && step.objective !== undefined ? { ...step, objective: -step.objective } : step,
  );
}
