import { InputError, NumericalError, type Place, EnvironmentError, type EnvironmentErrorCode } from "../errors.ts";
import type { Wording } from "../wording.ts";
import { checkPlainData } from "./checkPlainData.ts";
import type { Tasks } from "./executor.ts";
import { findTask, runSync } from "./run.ts";
import type { OverallProgress } from "./work.ts";

/** An outcome that can be sent between threads: an error keeps its kind and its data, which a plain clone would lose. */
export type Outcome =
  | { readonly ok: true; readonly output: unknown }
  | ({ readonly ok: false; readonly name: "InputError" } & InputErrorData)
  | ({ readonly ok: false; readonly name: "EnvironmentError" } & EnvironmentErrorData)
  | {
      readonly ok: false;
      readonly name: string;
      readonly message: string;
      readonly code: string;
      /** Where it happened, for errors that are mistakes in a program. */
      readonly stack: string | undefined;
    };

interface InputErrorData {
  readonly code: string;
  readonly problem: Wording;
  readonly place: Place;
  readonly remedy: Wording | undefined;
}

interface EnvironmentErrorData {
  readonly lack: EnvironmentErrorCode;
  readonly problem: string;
  readonly remedy: string | undefined;
}

/** What a computation gives or throws, as plain data. */
export function outcomeOf(compute: () => unknown): Outcome {
  try {
    return { ok: true, output: compute() };
  } catch (error) {
    if (error instanceof InputError) {
      const { code, problem, place, remedy } = error;
      return { ok: false, name: "InputError", code, problem, place, remedy };
    }
    if (error instanceof EnvironmentError) {
      const { code: lack, problem, remedy } = error;
      return { ok: false, name: "EnvironmentError", lack, problem, remedy };
    }
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    return { ok: false, name, message, code: error instanceof NumericalError ? error.code : "", stack };
  }
}

/** The output, or the error thrown again as what it was. */
export function outputOf(outcome: Outcome): unknown {
  if (outcome.ok) return outcome.output;
  if ("lack" in outcome) throw new EnvironmentError(outcome.lack, outcome.problem, outcome.remedy);
  if ("problem" in outcome) throw new InputError(outcome.code, outcome.problem, outcome.place, outcome.remedy);
  const { name, message, code, stack } = outcome;
  if (name === "NumericalError") throw new NumericalError(code, message);
  const error =
    name === "RangeError"
      ? new RangeError(message)
      : name === "TypeError"
        ? new TypeError(message)
        : new Error(message);
  if (error.name !== name) error.name = name;
  if (stack !== undefined) error.stack = stack;
  throw error;
}

/** Runs the task of that name on one input. How far it has come goes to `onFraction`. */
export function taskOutcome(
  tasks: Tasks,
  name: string,
  input: unknown,
  onFraction: (fraction: number) => void,
): Outcome {
  return outcomeOf(() => {
    const onProgress = ({ fraction }: OverallProgress): void => onFraction(fraction);
    const output = runSync(findTask(tasks, name)(input as never), { tasks, onProgress });
    checkPlainData(output, `The output of the task "${name}"`);
    return output;
  });
}
