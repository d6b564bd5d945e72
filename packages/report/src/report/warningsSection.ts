import { listed } from "./words.ts";
import type { Findings } from "./findings.ts";
import { markup } from "./markup.ts";
import type { Section } from "./section.ts";

/** What the fit warned of. */
export function warningsSection({ warnings }: Findings): Section | undefined {
  if (warnings.length === 0) return undefined;
  return {
    id: "warnings",
    title: "Warnings",
    gist: listed([...new Set(warnings.map(({ code }) => titleOf(code)))], 3),
    content: [
      markup`<dl class="warnings">
        ${warnings.map(
          ({ code, message }) =>
            markup`<dt>${titleOf(code)}</dt>
              <dd>${message}</dd>`,
        )}
      </dl>`,
    ],
  };
}

/** "no-signal" is "No signal": codes are for programs. */
function titleOf(code: string): string {
  const words = code.replaceAll("-", " ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
