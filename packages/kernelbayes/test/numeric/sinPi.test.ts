import { expect, test } from "vitest";
import { cotPi, sinPi } from "../../src/numeric/sinPi.ts";

test("sin πx follows the sine and vanishes at whole numbers however large", () => {
  for (const x of [-2.3, -0.5, 0.1, 0.5, 0.9, 1.25, 3.7]) expect(sinPi(x)).toBeCloseTo(Math.sin(Math.PI * x), 14);
  for (const x of [1, -7, 1e15, 2 ** 52 + 1]) expect(Math.abs(sinPi(x))).toBe(0);
});

test("cot πx follows the cotangent and vanishes midway between whole numbers", () => {
  for (const x of [-2.3, 0.1, 0.26, 0.4, 0.74, 0.9, 3.7]) expect(cotPi(x)).toBeCloseTo(1 / Math.tan(Math.PI * x), 12);
  for (const x of [0.5, -7.5, 1e15 + 0.5]) expect(Math.abs(cotPi(x))).toBe(0);
});
