import { InputError, NumericalError, type Place } from "../errors.ts";

/** An outcome that can be sent between threads: an error keeps its kind, code and place, which a plain clone would lose. */
export type Outcome =
  | { readonly ok: true; readonly output: unknown }
  | {
      readonly ok: false;
      readonly name: string;
      readonly message: string;
      readonly code: string;
      readonly place: Place;
      /** Where it happened, for errors that are mistakes in a program. */
      readonly stack: string | undefined;
    };

export function outcomeOf(compute: () => unknown): Outcome {
  try {
    return { ok: true, output: compute() };
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    const code = error instanceof InputError || error instanceof NumericalError ? error.code : "";
    return { ok: false, name, message, code, place: error instanceof InputError ? error.place : {}, stack };
  }
}

/** The output, or the error thrown again as what it was. */
export function outputOf(outcome: Outcome): unknown {
  if (outcome.ok) return outcome.output;
  const { name, message, code, place, stack } = outcome;
  if (name === "InputError") throw new InputError(code, message, place);
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
