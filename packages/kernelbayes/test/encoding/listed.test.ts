import { expect, test } from "vitest";
import { listed } from "../../src/encoding/listed.ts";

test("a long list of names is cut", () => {
  expect(listed(["a", "b"])).toBe('"a", "b"');
  expect(listed(["a", "b", "c", "d"], 2)).toBe('"a", "b" and 2 more');
});
