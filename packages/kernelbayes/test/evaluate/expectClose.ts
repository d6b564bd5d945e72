import { expect } from "vitest";

/** Every entry within an absolute tolerance; NaN equals NaN. */
export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (let k = 0; k < actual.length; k++) {
    const isClose =
      Math.abs(actual[k] - expected[k]) <= tolerance || (Number.isNaN(actual[k]) && Number.isNaN(expected[k]));
    if (!isClose) expect.fail(`entry ${k} is ${actual[k]}, expected ${expected[k]} to within ${tolerance}`);
  }
}
