import { quote } from "../table/quote.ts";

/** Names in quotation marks for a message; of a long list the beginning. */
export function listed(names: readonly string[], most = 10): string {
  const shown = names.slice(0, most).map(quote).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
