import { InputError } from "../errors.ts";
import { option, wording } from "../wording.ts";
import { checkNames } from "./table.ts";

/** Where a table of lines or rows begins, and how its columns are named. */
export interface HeaderOptions {
  /** Whether the first line names the columns, or the names if no line does. Without names they are column1, column2, … Default: true. */
  readonly header?: boolean | readonly string[];
  /** How many lines of a text, or rows of a sheet, come before the table, such as a title or a note. Default: 0. */
  readonly skip?: number;
}

/** The lines to skip, if it is a number of them. */
export function skippedLines({ skip = 0 }: HeaderOptions): number {
  if (Number.isSafeInteger(skip) && skip >= 0) return skip;
  throw new InputError("invalid-option", `skip must be a whole number of at least 0; got ${String(skip)}.`);
}

/** The names of the columns, if it is not the text that tells them. */
export function headerNames(header: boolean | readonly string[]): readonly string[] | undefined {
  return typeof header === "boolean" ? undefined : namesOrNumbers(header);
}

/** The names, with numbers for those that are empty. */
export function namesOrNumbers(names: readonly string[]): readonly string[] {
  return names.map((name, j) => (name === "" ? `column${j + 1}` : name));
}

/** Refuses names that occur twice. */
export function checkHeader(names: readonly string[], header: boolean | readonly string[]): void {
  try {
    checkNames(names);
  } catch (error) {
    if (!(error instanceof InputError) || header !== true) throw error;
    throw error.withRemedy(
      wording`${error.remedy ?? ""} If no line names the columns, give ${option("header", false)}.`,
    );
  }
}
