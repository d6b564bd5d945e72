import { InputError } from "../errors.ts";

/** The error of a binary file that is not what its beginning promises. */
export function damaged(format: string, what: string): InputError {
  return new InputError(
    "damaged-file",
    `The ${format} file is damaged or cut short: ${what}.`,
    {},
    "Fetch or export it again.",
  );
}

/**
 * What `read` returns. Whatever a third-party reader throws (they were not written for damaged files, and end in a
 * `RangeError` or a `TypeError` as often as in words) becomes an `InputError`.
 */
export function readingOf<Value>(format: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const isPlain = error instanceof Error && error.name === "Error"; // others speak of the program, not of the file
    throw damaged(format, isPlain ? error.message : "its parts do not fit together");
  }
}
