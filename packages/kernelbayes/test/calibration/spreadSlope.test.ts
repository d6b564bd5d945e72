import { expect, test } from "vitest";
import { spreadSlope } from "../../src/calibration/spreadSlope.ts";

test("a flat curve does not make outputs better known than the targets they were fitted to", () => {
  // p = (f + 1)/2 of targets ±1 has log odds of slope 2 at even odds.
  expect(spreadSlope(0, 2)).toBe(2.5);
  expect(spreadSlope(1.9, 2)).toBe(2.5);
  expect(spreadSlope(4, 2)).toBe(5);
  // The same outputs in other units have the same deviation.
  expect(spreadSlope(0, 1)).toBe(2 * spreadSlope(0, 2));
});
