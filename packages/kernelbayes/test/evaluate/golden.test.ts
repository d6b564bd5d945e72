import { expect, test } from "vitest";
import golden from "../fixtures/golden/comparison/calibration.json" with { type: "json" };
import { calibration } from "../conformance/topics/calibration.ts";
import { expectClose } from "./expectClose.ts";

/** The numbers of nested objects and lists, in order of their keys. */
function numbers(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return Object.entries(value as object)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, part]) => numbers(part));
}

test.each(golden.cases)("the curve and the measures of calibration agree with $name", (one) => {
  const result = calibration(one.input, one.name) as Record<string, unknown>;
  expect(Object.keys(result).toSorted()).toEqual(Object.keys(one.expected).toSorted());
  for (const [quantity, expected] of Object.entries(one.expected)) {
    const values = numbers(expected);
    const tolerance = one.atol + one.rtol * Math.max(...values.map(Math.abs));
    expectClose(numbers(result[quantity]), values, tolerance);
  }
});
