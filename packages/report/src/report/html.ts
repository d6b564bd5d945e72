/** Text that is markup already, and is not escaped again. */
export interface Html {
  readonly html: string;
}

export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

/**
 * A template whose parts are escaped, unless they are markup themselves: nothing that a table or a user brings along can become
 * an element of the page. Lists are joined; undefined leaves nothing.
 *
 * @example html`<p>${"a < b"}</p>`.html // <p>a &lt; b</p>
 */
export function html(fixed: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { html: fixed.reduce((written, text, at) => written + markupOf(parts[at - 1]) + text) };
}

/** Markup that was made by something else that escapes: a chart. */
export function raw(markup: string): Html {
  return { html: markup };
}

function markupOf(part: HtmlPart): string {
  if (part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return escaped(String(part));
  return "html" in part ? part.html : part.map(markupOf).join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
