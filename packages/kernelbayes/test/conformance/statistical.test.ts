import { expect, test } from "vitest";
import { statisticalDifferences, type StatisticalRun } from "./statistical.ts";

const golden = { name: "case", input: {}, expected: { mean: 1, shares: [0.2, 0.8] }, atol: 0.001 };
const limits = { mcse_multiple: 4, max_mcse: 0.01 };
const run: StatisticalRun = {
  name: "run",
  estimates: { mean: 1.02, shares: [0.2, 0.801] },
  errors: { mean: 0.005, shares: [0.001, 0.0001] },
};

test("estimates within so many standard errors agree", () => {
  expect(statisticalDifferences([run], golden, limits)).toEqual([]);
});

test("an estimate beyond them, a large standard error, a missing quantity and no run at all are told", () => {
  const far = { ...run, estimates: { ...run.estimates, shares: [0.2, 0.81] } };
  expect(statisticalDifferences([run, far], golden, limits)).toEqual([
    "run: shares[1] should be 0.8 within 1.4e-3; is 0.81",
  ]);
  const vague = { ...run, errors: { ...run.errors, mean: 0.02 } };
  expect(statisticalDifferences([vague], golden, limits)).toHaveLength(1);
  const { mean: _, ...rest } = run.estimates;
  expect(statisticalDifferences([{ ...run, estimates: rest }], golden, limits)).toHaveLength(1);
  expect(statisticalDifferences([], golden, limits)).toHaveLength(1);
});
