import { InputError } from "../errors.ts";
import { option, wording } from "../wording.ts";

/** What whoever asks for intervals hears from a model that was saved without them. */
export function noIntervals(): InputError {
  return new InputError(
    "no-intervals",
    "This model was saved without what intervals need.",
    {},
    wording`Predict with ${option("intervals", false)}, or save the model again with its intervals.`,
  );
}

/** A part of a model that only intervals need, which files without intervals leave out. */
export function ofIntervals<Part>(part: Part | undefined): Part {
  if (part === undefined) throw noIntervals();
  return part;
}
