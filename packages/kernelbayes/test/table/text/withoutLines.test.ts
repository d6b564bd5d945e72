import { expect, test } from "vitest";
import { withoutLines } from "../../../src/table/text/withoutLines.ts";

test("a text without more lines than it has is empty", () => {
  expect(withoutLines("a\nb\nc", 0)).toBe("a\nb\nc");
  expect(withoutLines("a\nb\nc", 2)).toBe("c");
  expect(withoutLines("a\nb\nc", 3)).toBe("");
  expect(withoutLines("", 1)).toBe("");
});
