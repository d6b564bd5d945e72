import type { Place } from "../errors.ts";
import { thatRow, wording, type Wording } from "../wording.ts";

const longest = 60;

/** The text in quotation marks for a message, with control characters made visible and the end of a long one left out. */
export function quote(text: string): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

/** The line of a file, or else the row of the table, as the beginning of a message. */
export function describePlace({ line }: Place): Wording {
  return line === undefined ? wording`Row ${thatRow}` : `Line ${line}`;
}

/** Names in quotation marks for a message; of a long list the beginning. */
export function listed(names: readonly string[], most = 10): string {
  const shown = names.slice(0, most).map(quote).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
