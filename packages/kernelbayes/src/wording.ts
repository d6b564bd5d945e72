import type { Place } from "./errors.ts";

/** An option in a message, as data, so that a program can name it in its own words; without a value, the option itself. */
export interface NamedOption {
  readonly option: string;
  readonly value?: unknown;
}

/** Stands in a message for the row of its place, which changes when the rows turn out to be part of a larger table. */
export const thatRow = { placed: "row" } as const;

/** A piece of a message: text, the row of the place, or an option. All are plain data, which can be sent between threads. */
export type WordingPart = string | typeof thatRow | NamedOption;

/** The text of a message, or its pieces. */
export type Wording = string | readonly WordingPart[];

/**
 * Makes a message in which rows and options are data.
 *
 * @example wording`Column ${quote(name)} has no label in row ${thatRow}. Choose ${option("missing", "drop")}.`
 */
export function wording(
  texts: TemplateStringsArray,
  ...values: readonly (WordingPart | Wording | number)[]
): readonly WordingPart[] {
  const parts: WordingPart[] = [texts[0]];
  values.forEach((value, i) => {
    if (typeof value === "number") parts.push(String(value));
    else if (isPieces(value)) parts.push(...value);
    else parts.push(value);
    parts.push(texts[i + 1]);
  });
  return parts.filter((part) => part !== "");
}

/** An option to be named in a message. */
export function option(name: string, value?: unknown): NamedOption {
  return value === undefined ? { option: name } : { option: name, value };
}

/** The text of a message about a place, with options named by the given function. */
export function textOf(message: Wording, place: Place, nameOption: (option: NamedOption) => string): string {
  if (typeof message === "string") return message;
  return message
    .map((part) => (typeof part === "string" ? part : "option" in part ? nameOption(part) : String(place[part.placed])))
    .join("");
}

/** An option as a program in JavaScript gives it: `missing: "impute"`. */
export function optionInProgram({ option: name, value }: NamedOption): string {
  return value === undefined ? `\`${name}\`` : `\`${name}: ${literal(value)}\``;
}

function literal(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, entry]) => `${/^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key)}: ${literal(entry)}`,
  );
  return `{ ${entries.join(", ")} }`;
}

function isPieces(value: WordingPart | Wording): value is readonly WordingPart[] {
  return Array.isArray(value);
}
