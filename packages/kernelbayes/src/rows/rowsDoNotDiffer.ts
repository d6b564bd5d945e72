import { InputError } from "../errors.ts";

/** The error of a fit to rows that are all equal, for models that need a distance between rows. */
export function rowsDoNotDiffer(): InputError {
  return new InputError(
    "rows-do-not-differ",
    "All rows are equal, so nothing tells the classes apart.",
    {},
    "Add columns.",
  );
}
