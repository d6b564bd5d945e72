import { InputError } from "../src/errors.ts";

/** The `InputError` that the function throws; anything else fails the test. */
export function thrown(run: () => unknown): InputError {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}
