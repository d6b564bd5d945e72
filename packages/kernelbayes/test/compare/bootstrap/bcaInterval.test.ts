import { expect, test } from "vitest";
import { bcaInterval } from "../../../src/compare/bootstrap/bcaInterval.ts";
import { percentileInterval } from "../../../src/compare/bootstrap/percentileInterval.ts";
import { strataOf } from "../../../src/compare/bootstrap/strataOf.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import fixture from "../../fixtures/compare/tests.json" with { type: "json" };

test.each(fixture.bootstrap)("endpoints agree with SciPy on its resamples: $name", (one) => {
  const sorted = Float64Array.from(one.resampled).toSorted();
  const strata = strataOf(one.leftOut.length, one.strata);
  const bca = bcaInterval(sorted, one.estimate, one.level, strata, (row) => one.leftOut[row]);
  expectClose([bca.lower, bca.upper], one.bca, 1e-11);
  expect(bca.warnings).toEqual([]);
  const percentile = percentileInterval(sorted, one.level);
  expectClose([percentile.lower, percentile.upper], one.percentile, 1e-13);
});

test("without bias and skewness the percentiles stay where they are", () => {
  const sorted = Float64Array.from({ length: 201 }, (_, i) => i - 100);
  const strata = strataOf(4);
  const { lower, upper } = bcaInterval(sorted, 0, 0.9, strata, (row) => [-1, 1, -2, 2][row]);
  const plain = percentileInterval(sorted, 0.9);
  expectClose([lower, upper], [plain.lower, plain.upper], 1e-9);
});

test("an estimate on one side of all resamples gives a finite interval and a warning", () => {
  const sorted = Float64Array.from({ length: 200 }, (_, i) => i);
  const { lower, upper, warnings } = bcaInterval(sorted, 500, 0.9, strataOf(3), (row) => row);
  expect(warnings.map(({ code }) => code)).toEqual(["estimate-outside-resamples"]);
  expect(lower).toBeLessThanOrEqual(upper);
  expect(upper).toBeCloseTo(199, 6);
});

test("beyond the pole of the transformation the end of the resamples is taken", () => {
  // One row that decides alone has an acceleration of almost 1/6; the pole then lies at z = 6.
  const sorted = Float64Array.from({ length: 1000 }, (_, i) => i);
  const leftOut = (row: number): number => (row === 0 ? -1 : 0);
  const level = 1 - 1e-13;
  expect(bcaInterval(sorted, 500, level, strataOf(10_000), leftOut).upper).toBe(999);
});
