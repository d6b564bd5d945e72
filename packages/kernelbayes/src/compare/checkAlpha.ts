import { InputError } from "../errors.ts";

/** Refuses a level of significance that is no probability strictly between 0 and 1. */
export function checkAlpha(alpha: number): void {
  if (!(alpha > 0 && alpha < 1)) {
    throw new InputError("invalid-alpha", `The level of a test must lie between 0 and 1; got ${alpha}.`);
  }
}
