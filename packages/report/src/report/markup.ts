import { escapedText } from "../escapedText.ts";

/** Text that is markup already, and is not escaped again. */
export interface Markup {
  readonly html: string;
}

export type MarkupPart = Markup | string | number | undefined | readonly MarkupPart[];

/**
 * A template whose parts are escaped, unless they are markup themselves: nothing that a table or a user brings along can become
 * an element of the page. Lists are joined; undefined leaves nothing.
 *
 * @example markup`<p>${"a < b"}</p>`.html // <p>a &lt; b</p>
 */
export function markup(fixed: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return { html: fixed.reduce((written, text, at) => written + markupOf(parts[at - 1]) + text) };
}

/** Markup that was made by something else that escapes: a chart. */
export function raw(markup: string): Markup {
  return { html: markup };
}

function markupOf(part: MarkupPart): string {
  if (part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return escapedText(String(part));
  return "html" in part ? part.html : part.map(markupOf).join("");
}
