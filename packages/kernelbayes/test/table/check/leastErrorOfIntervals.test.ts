import { expect, test } from "vitest";
import { leastErrorOfIntervals } from "../../../src/table/check/leastErrorOfIntervals.ts";

/** All ways to give each different value a class, with at most so many changes. */
function bruteForce(values: Float64Array, classes: Int32Array, weights: Float64Array, intervals: number): number {
  const different = [...new Set(values)];
  let best = Infinity;
  for (let code = 0; code < weights.length ** different.length; code++) {
    const given = different.map((_, i) => Math.floor(code / weights.length ** i) % weights.length);
    if (given.filter((one, i) => i > 0 && one !== given[i - 1]).length >= intervals) continue;
    let wrong = 0;
    values.forEach((value, row) => {
      if (given[different.indexOf(value)] !== classes[row]) wrong += weights[classes[row]];
    });
    best = Math.min(best, wrong);
  }
  return best;
}

test("finds the same least error as all ways to cut", () => {
  let state = 7;
  const draw = (n: number): number => (state = (state * 16807) % 2147483647) % n;
  for (let trial = 0; trial < 40; trial++) {
    const values = Float64Array.from({ length: 9 }, () => draw(6)).toSorted();
    const classes = Int32Array.from({ length: 9 }, () => draw(3));
    const weights = Float64Array.of(0.1, 0.2, 0.05);
    for (const intervals of [1, 2, 3, 4]) {
      expect(leastErrorOfIntervals(values, classes, weights, intervals)).toBeCloseTo(
        bruteForce(values, classes, weights, intervals),
        12,
      );
    }
  }
});
