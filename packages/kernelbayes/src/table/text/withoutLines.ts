import { endOfLine } from "./endOfLine.ts";

/** A text without its first lines. */
export function withoutLines(text: string, count: number): string {
  let at = 0;
  for (let line = 0; line < count; line++) {
    at = endOfLine(text, at, true);
    if (at < 0) return "";
  }
  return text.slice(at);
}
