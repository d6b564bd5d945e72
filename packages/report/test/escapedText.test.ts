import { expect, test } from "vitest";
import { escapedText } from "../src/escapedText.ts";

test("markup is escaped", () => {
  expect(escapedText(`<a title="x">&`)).toBe("&lt;a title=&quot;x&quot;&gt;&amp;");
});

test("what XML does not allow is shown by a picture or as a replacement, and nothing else is changed", () => {
  expect(escapedText("a\u000bb\u0000\u001b\uD800\uFFFF")).toBe("a␋b␀␛\uFFFD\uFFFD");
  // Production 2 of XML 1.0, character by character.
  const isAllowed = (code: number): boolean =>
    [9, 10, 13].includes(code) || (code >= 32 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd) || code > 0xffff;
  const marks = new Set(Array.from('<>&"', (mark) => mark.codePointAt(0)));
  const wrong: number[] = [];
  for (let code = 0; code <= 0x10ffff; code += code < 0x11000 ? 1 : 97) {
    const text = String.fromCodePoint(code);
    const written = escapedText(text);
    if (marks.has(code)) continue;
    if (isAllowed(code) ? written !== text : !isAllowed(written.codePointAt(0)!)) wrong.push(code);
  }
  expect(wrong).toEqual([]);
});
