import { expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { densitiesAmongScored } from "../../../src/evaluate/combine/densitiesAmongScored.ts";
import { expectClose } from "../expectClose.ts";

const probabilities = [0.5, 0.3, 0.2, 0.1, 0.6, 0.3];
const logs = matrix(2, 3, Float64Array.from(probabilities, Math.log));

test("where every class was scored, a density is the log probability of the row's class", () => {
  const densities = densitiesAmongScored(logs, Int32Array.of(0, 1), Float64Array.of(1, 1, 1), []);
  expect(Array.from(densities)).toEqual([Math.log(0.5), Math.log(0.6)]);
});

test("a class without scored rows is no alternative for a row that has a score", () => {
  const densities = densitiesAmongScored(logs, Int32Array.of(0, 1), Float64Array.of(1, 1, 0), []);
  expectClose(densities, [Math.log(0.5 / 0.8), Math.log(0.6 / 0.7)], 1e-15);
  // Rows of one class only: no candidate is better than another.
  const single = densitiesAmongScored(logs, Int32Array.of(1, 1), Float64Array.of(0, 1, 0), []);
  expectClose(single, [0, 0], 1e-15);
});

test("shares are odds, and rows without a score stay without a density", () => {
  const densities = densitiesAmongScored(logs, Int32Array.of(0, 1), Float64Array.of(0.5, 1, 1), [1]);
  expect(densities[0]).toBeCloseTo(Math.log(0.25 / 0.75), 14);
  expect(densities[1]).toBeNaN();
});
