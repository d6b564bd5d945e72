import { InputError, NumericalError } from "../errors.ts";
import { parallel, type ParallelOptions, type Work } from "../run/work.ts";
import type { Optimum } from "./optimizer.ts";

/** A search that could not be carried out, as plain data. */
export interface Failure {
  readonly failed: true;
  readonly code: string;
  readonly message: string;
}

export interface MultiStartResult<Result extends Optimum = Optimum> {
  /** The number of the start with the lowest value, the first of equals. */
  readonly best: number;
  /** What became of each start, in order. */
  readonly optima: readonly (Result | Failure)[];
}

/** Whether a start ended in an error, and not at an optimum. */
export function isFailure(outcome: Optimum | Failure): outcome is Failure {
  return "failed" in outcome;
}

/**
 * Runs a search and turns a `NumericalError` into plain data, so that one start that fails does not end the others. Other
 * errors pass through. The tasks of `multiStart` end with this.
 */
export function* attempt<Result extends Optimum>(search: Work<Result>): Work<Result | Failure> {
  try {
    return yield* search;
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    return { failed: true, code: error.code, message: error.message };
  }
}

/**
 * Searches from many starts, each input being one call of the named task, wherever the driver of this work runs them; the
 * result does not depend on where; `here` is the task itself, and `options` are those of `parallel`. Starts that fail numerically are reported in their place; when all of them fail it is a
 * `NumericalError` with the first failure's message.
 */
export function* multiStart<Input, Result extends Optimum = Optimum>(
  task: string,
  inputs: readonly Input[],
  here?: (input: Input) => Work<Result | Failure>,
  options?: ParallelOptions,
): Work<MultiStartResult<Result>> {
  if (inputs.length === 0) throw new InputError("no-starts", "A search from many starts needs at least one; got none.");
  const outcomes = yield* parallel<Input, Result | Failure>(task, inputs, here, options);
  const optima = outcomes.map((outcome) => {
    if (isFailure(outcome) || Number.isFinite(outcome.value)) return outcome;
    return failureOf("value-not-finite", `The search ended at a value that is not finite: ${outcome.value}.`);
  });
  const values = optima.map((outcome) => (isFailure(outcome) ? Infinity : outcome.value));
  const best = values.indexOf(Math.min(...values));
  const [first] = optima;
  if (values[best] === Infinity && isFailure(first)) {
    throw new NumericalError(
      "all-starts-failed",
      `None of ${optima.length} starts succeeded. The first: ${first.message}`,
    );
  }
  return { best, optima };
}

function failureOf(code: string, message: string): Failure {
  return { failed: true, code, message };
}
