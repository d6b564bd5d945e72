import { expect, test } from "vitest";
import { fitTemperedCurve } from "../../src/calibration/temperedCurve.ts";
import { fromRows } from "../../src/matrix/index.ts";

const sizes = Float64Array.of(4, 4, 1);

test("scores that are right are never sharpened where a class has no test", () => {
  const scores = fromRows([
    [9, 0, 0],
    [0, 9, 0],
  ]);
  expect(fitTemperedCurve(scores, Int32Array.of(0, 1), Float64Array.of(1, 1), sizes).slope).toBe(1);
});

test("scores that mislead are flattened to the class frequencies", () => {
  const scores = fromRows([
    [0, 9, 0],
    [9, 0, 0],
  ]);
  const { slope, offsets } = fitTemperedCurve(scores, Int32Array.of(0, 1), Float64Array.of(1, 1), sizes);
  expect(slope).toBe(0);
  expect(Array.from(offsets)).toEqual([0, 0, Math.log(1 / 4)]);
});
