import { expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { decideByThreshold } from "../../../src/evaluate/threshold/decideByThreshold.ts";

test("a row is of the class from the threshold on, else of the most probable other class", () => {
  const P = matrix(4, 3, Float64Array.of(0.7, 0.1, 0.2, 0.5, 0.2, 0.3, 0.1, 0.75, 0.15, 0.4, 0.4, 0.2));
  expect(Array.from(decideByThreshold(P, { positive: 2, threshold: 0.2 }))).toEqual([2, 2, 1, 2]);
  expect(Array.from(decideByThreshold(P, { positive: 0, threshold: 0.6 }))).toEqual([0, 2, 1, 1]);
  expect(Array.from(decideByThreshold([0.2, 0.6], { positive: 1, threshold: 0.1 }))).toEqual([1, 1]);
});

test.each([
  [{ positive: 1, threshold: 1.2 }, "invalid-threshold"],
  [{ positive: 2, threshold: 0.2 }, "invalid-class"],
])("refuses %o", (rule, code) => {
  expect(() => decideByThreshold([0.5], rule)).toThrow(expect.objectContaining({ code }));
});
