import { expect, test } from "vitest";
import { norm2 } from "../../src/engine/reference/norm2.ts";

test("the length of a vector is right where squares would overflow or underflow", () => {
  expect(norm2(Float64Array.of(3, 4))).toBe(5);
  for (const scale of [2 ** 1000, 2 ** -1000, 2 ** -1070])
    expect(norm2(Float64Array.of(3, -4).map((x) => x * scale))).toBe(5 * scale);
});

test("the length of nothing and of zeros is 0, that of infinity infinite, and NaN stays NaN", () => {
  expect(norm2(new Float64Array(0))).toBe(0);
  expect(norm2(new Float64Array(3))).toBe(0);
  expect(norm2(Float64Array.of(1, -Infinity))).toBe(Infinity);
  expect(norm2(Float64Array.of(1, NaN))).toBeNaN();
});
