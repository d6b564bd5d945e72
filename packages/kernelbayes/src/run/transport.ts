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
    };

export function outcomeOf(compute: () => unknown): Outcome {
  try {
    return { ok: true, output: compute() };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
    const code = error instanceof InputError || error instanceof NumericalError ? error.code : "";
    return { ok: false, name, message, code, place: error instanceof InputError ? error.place : {} };
  }
}

/** The output, or the error thrown again as what it was. */
export function outputOf(outcome: Outcome): unknown {
  if (outcome.ok) return outcome.output;
  if (outcome.name === "InputError") throw new InputError(outcome.code, outcome.message, outcome.place);
  if (outcome.name === "NumericalError") throw new NumericalError(outcome.code, outcome.message);
  throw new Error(`${outcome.name}: ${outcome.message}`);
}
