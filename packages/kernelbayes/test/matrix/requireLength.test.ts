import { expect, test } from "vitest";
import { requireLength } from "../../src/matrix/requireLength.ts";

test("equal lengths pass, others are refused with both numbers", () => {
  requireLength(3, 3, "The length");
  expect(() => requireLength(2, 3, "The length")).toThrow(new RangeError("The length must be 3; got 2."));
});
