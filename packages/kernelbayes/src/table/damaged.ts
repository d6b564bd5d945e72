import { InputError } from "../errors.ts";
import { thatRow, wording } from "../wording.ts";
import { quote } from "./quote.ts";

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

/** The error of columns whose cells have parts. */
export function nestedColumns(names: readonly string[]): InputError {
  const listed = `${names.slice(0, 8).map(quote).join(", ")}${names.length > 8 ? ", …" : ""}`;
  return new InputError(
    "nested-column",
    `${names.length === 1 ? `Column ${listed} holds` : `Columns ${listed} hold`} lists, maps or records; a cell of a ` +
      "table is one value.",
    { column: names[0] },
    "Flatten or drop them before writing the file.",
  );
}

/** The error of a column of a type that no column of a table can be. */
export function unsupportedColumn(name: string, type: string): InputError {
  return new InputError(
    "unsupported-column",
    `Column ${quote(name)} is of the type ${type}, which is neither number, text nor date.`,
    { column: name },
    "Convert or drop it before writing the file.",
  );
}

/** The error of a cell whose bytes cannot be what its column is. */
export function unreadableCell(name: string, row: number): InputError {
  return new InputError(
    "unreadable-cell",
    wording`Row ${thatRow}, column ${quote(name)}: the value is neither a text in UTF-8 nor a date that can be read.`,
    { row, column: name },
    "Is the column binary, or the file damaged?",
  );
}
