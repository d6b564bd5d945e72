import { InputError } from "../errors.ts";

/** Refuses a level of coverage that does not lie strictly between 0 and 1. */
export function checkLevel(level: number): void {
  if (!(level > 0 && level < 1)) {
    throw new InputError("invalid-level", `The level of prediction sets must lie between 0 and 1; got ${level}.`);
  }
}
