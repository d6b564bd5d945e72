import { InputError } from "../src/errors.ts";

/** The `InputError` that the function throws; anything else fails the test. */
export function thrown(run: () => unknown): InputError;
export function thrown<Kind extends Error>(run: () => unknown, kind: new (...words: never[]) => Kind): Kind;
export function thrown(run: () => unknown, kind: new (...words: never[]) => Error = InputError): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}
