import { expect, test } from "vitest";
import { messageInWords } from "../../src/output/messageInWords.ts";

test("messages of the library name the options of the command line", () => {
  expect(messageInWords('Choose `missing: "impute"` or `missing: "drop"`.')).toBe(
    "Choose --missing impute or --missing drop.",
  );
  expect(messageInWords('give `format`, or `encoding: "latin1"`; `types: { "a": "text" }`')).toBe(
    'give --format, or --encoding latin1; `types: { "a": "text" }`',
  );
});
