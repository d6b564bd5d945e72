import { expect, test } from "vitest";
import { smallSolver } from "../../src/optimize/smallSolver.ts";
import { normal } from "../../src/random/normal.ts";
import { stream } from "../../src/random/stream.ts";
import { times } from "./quasiNewtonModel.ts";

test("the solution has a residual of rounding size, also where the first pivot is zero", () => {
  const source = stream(3);
  for (const size of [1, 2, 5, 20]) {
    const A = Float64Array.from({ length: size * size }, () => normal(source));
    if (size > 1) A[0] = 0;
    const b = Float64Array.from({ length: size }, () => normal(source));
    const x = smallSolver(A, size)?.(b);
    expect(x).toBeDefined();
    for (let i = 0; i < size; i++) {
      const residual = times(A.subarray(i * size, (i + 1) * size), x as Float64Array) - b[i];
      const scale = Math.max(...(x as Float64Array).map(Math.abs)) * Math.max(...A.map(Math.abs));
      expect(Math.abs(residual) / (size * scale * Number.EPSILON)).toBeLessThan(30);
    }
  }
});

test("singular matrices, and ones with entries that are no numbers, have no solver", () => {
  expect(smallSolver(Float64Array.of(1, 2, 2, 4), 2)).toBeUndefined();
  expect(smallSolver(Float64Array.of(0), 1)).toBeUndefined();
  expect(smallSolver(Float64Array.of(NaN), 1)).toBeUndefined();
});
