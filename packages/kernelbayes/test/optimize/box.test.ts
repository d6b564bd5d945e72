import { expect, test } from "vitest";
import { InputError } from "../../src/errors.ts";
import { boxOf, clip, coordinatesAtBounds, projectedNorm } from "../../src/optimize/box.ts";

const box = boxOf(4, [0, -Infinity, 0, 2], [1, Infinity, Infinity, 2]);

test("one number bounds every coordinate", () => {
  expect(boxOf(2, -1, 3)).toEqual({ lower: Float64Array.of(-1, -1), upper: Float64Array.of(3, 3) });
});

test("bounds that are crossed, not numbers, or of the wrong number are refused", () => {
  expect(() => boxOf(2, [0, 5], [1, 4])).toThrow(InputError);
  expect(() => boxOf(2, [0, 5], [1, 4])).toThrow("coordinate 1 must not exceed the upper; got 5 and 4");
  expect(() => boxOf(1, NaN, 1)).toThrow(InputError);
  expect(() => boxOf(3, [0, 0], 1)).toThrow("lower must have one bound for each of 3 coordinates; got 2");
});

test("points are moved to the nearest point of the box", () => {
  expect(clip([5, -7, -1, 0], box)).toEqual(Float64Array.of(1, -7, 0, 2));
});

test("the projected gradient counts only what a step inside the box could gain", () => {
  const point = Float64Array.of(1, 3, 0, 2);
  expect(projectedNorm(point, Float64Array.of(-9, 0, 9, -9), box)).toBe(0);
  expect(projectedNorm(point, Float64Array.of(0.25, 0, 0, 0), box)).toBe(0.25);
  expect(projectedNorm(point, Float64Array.of(0.25, -0.5, 0, 0), box)).toBe(0.5);
});

test("coordinates on a bound are named unless they are fixed", () => {
  expect(coordinatesAtBounds(Float64Array.of(1, 3, 0, 2), box)).toEqual([0, 2]);
});
