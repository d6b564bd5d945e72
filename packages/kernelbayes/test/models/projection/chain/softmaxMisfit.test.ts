import { expect, test } from "vitest";
import { softmaxMisfit } from "../../../../src/models/projection/chain/softmaxMisfit.ts";
import { logSumExp } from "../../../../src/numeric/index.ts";

test("misfit, slopes and totals are those of the softmax, also where an exponential overflows", () => {
  const z = Float64Array.of(0.3, 800, -2, 1.1, 790, 5e5); // three rows, two predictors each
  const classes = [0, 1, 2];
  const { at, residuals, totals } = softmaxMisfit(3, 2);
  let expected = 0;
  const misfit = at(z, classes);
  for (let i = 0; i < 3; i++) {
    const total = logSumExp([0, z[i], z[3 + i]]);
    expect(totals[i]).toBeCloseTo(total, 12);
    expected += total - [z[i], z[3 + i], 0][classes[i]];
    for (let k = 0; k < 2; k++) {
      expect(residuals[3 * k + i]).toBeCloseTo(Math.exp(z[3 * k + i] - total) - Number(classes[i] === k), 12);
    }
  }
  expect(misfit).toBeCloseTo(expected, 9);
  expect(
    at(
      z.map((value) => value * Infinity),
      classes,
    ),
  ).toBe(Infinity);
});
