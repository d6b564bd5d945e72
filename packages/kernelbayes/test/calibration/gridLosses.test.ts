import { describe, expect, test } from "vitest";
import { increasingValue, type IncreasingRegression } from "../../src/calibration/fitIncreasing.ts";
import { gridLosses, placesOn, type GridAxis } from "../../src/calibration/gridLosses.ts";
import { normal, stream } from "../../src/random/index.ts";

const rows = 60;

function regressionOf(scale: number, targets: ArrayLike<number>, weights: Float64Array): IncreasingRegression {
  const source = stream(5);
  const z = Float64Array.from({ length: rows }, () => scale * normal(source));
  const prior = {
    center: [1, 1, 0],
    precision: [
      [2, -1, 0],
      [-1, 1, 0],
      [0, 0, 1],
    ],
  };
  return { functions: [z, z.map((each) => each ** 3 / (1 + each ** 2)), z.map(() => 1)], targets, weights, prior };
}

const labels = Float64Array.from({ length: rows }, (_, row) => row % 2);
const ones = new Float64Array(rows).fill(1);
const axes: readonly GridAxis[] = [
  { direction: Float64Array.of(0.5, 0.1, 0), first: -1.5, step: 0.5, count: 7 },
  { direction: Float64Array.of(0, 0.4, 0.2), first: -0.8, step: 0.4, count: 5 },
  { direction: Float64Array.of(0.1, 0, 1), first: -3, step: 0.75, count: 9 },
];

describe("losses of curves on a grid are those of each curve alone", () => {
  test.each([
    ["labels", 2, labels, ones],
    ["shares between 0 and 1", 2, labels.map((label) => 0.05 + 0.9 * label), ones],
    ["weights, some of them 0", 2, labels, ones.map((_, row) => row % 4)],
    ["odds beyond the range of the exponential", 900, labels, ones],
    ["odds near the end of the range", 160, labels, ones],
  ])("%s", (_, scale, targets, weights) => {
    const regression = regressionOf(scale, targets, weights);
    const point = Float64Array.of(0.9, 0.7, 0.2);
    const losses = gridLosses(regression, point, axes);
    let at = 0;
    for (const one of placesOn(axes[0], point)) {
      for (const two of placesOn(axes[1], one)) {
        for (const three of placesOn(axes[2], two)) {
          expect(losses[at++] / increasingValue(regression, three)).toBeCloseTo(1, 12);
        }
      }
    }
    expect(at).toBe(losses.length);
  });

  test("one direction is a line", () => {
    const regression = regressionOf(1, labels, ones);
    const point = Float64Array.of(1, 1, 0);
    const losses = gridLosses(regression, point, axes.slice(0, 1));
    placesOn(axes[0], point).forEach((place, at) =>
      expect(losses[at]).toBeCloseTo(increasingValue(regression, place), 10),
    );
  });
});
