import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { matern } from "../../src/kernels/index.ts";
import { engines } from "./engines.ts";
import { thrown } from "../thrown.ts";

const [engine] = engines;

test.each([0.5, 1.5, 2.5] as const)("equal rows count 1 and have no derivative (smoothness %s)", (smoothness) => {
  const x = matrix(2, 2, Float64Array.of(3, 4, 3, 4));
  const weights = matrix(2, 2, Float64Array.of(1, 1, 1, 1));
  for (const lengthScale of [2, [2, 2]]) {
    const kernel = matern({ smoothness, lengthScale });
    expect(kernel.matrix(engine, x).data).toEqual(Float64Array.of(1, 1, 1, 1));
    expect(kernel.gradient(engine, x, weights).every((value) => value === 0)).toBe(true);
  }
});

test("the smoothness decides how the kernel leaves 1: like r, like r², like r² with a smaller factor", () => {
  const drop = (smoothness: 0.5 | 1.5 | 2.5): number => 1 - matern({ smoothness }).evaluate([0], [1e-4]);
  expect(drop(0.5)).toBeCloseTo(1e-4, 8);
  expect(drop(1.5) * 1e8).toBeCloseTo(3 / 2, 3);
  expect(drop(2.5) * 1e8).toBeCloseTo(5 / 6, 3);
});

test.each([0.5, 1.5, 2.5] as const)(
  "rows that are infinitely far apart have kernel 0 (smoothness %s)",
  (smoothness) => {
    expect(matern({ smoothness }).evaluate([-1e308], [1e308])).toBe(0);
  },
);

test.each([2, 0, "constructor"])("the smoothness %s is refused", (smoothness) => {
  expect(thrown(() => matern({ smoothness: smoothness as 2.5 }))).toMatchObject({
    code: "invalid-option",
    message: `smoothness must be 0.5, 1.5 or 2.5; got ${JSON.stringify(smoothness)}.`,
  });
});
