import { expect, test } from "vitest";
import { aroundClassMeans, latentClassMeans } from "../../../../src/models/leastSquares/evidence/latentClassMeans.ts";
import { classLogOdds } from "../../../../src/models/fisher/posterior/classLogOdds.ts";

const targets = Float64Array.of(1, -1, 1, -1, -1);
const outputs = Float64Array.of(0.9, -0.4, 0.3, -0.8, 0.2);
const weights = Float64Array.of(1, 2, 3, 1, 1);

test("the means of the classes count weights", () => {
  const { positive, negative } = latentClassMeans(outputs, targets, weights);
  expect(positive).toBeCloseTo((0.9 + 3 * 0.3) / 4, 14);
  expect(negative).toBeCloseTo((2 * -0.4 - 0.8 + 0.2) / 4, 14);
});

test("the log odds are those of two normal densities about the class means", () => {
  const means = latentClassMeans(outputs, targets, weights);
  const moments = { mean: Float64Array.of(-2, 0, 0.7), variance: Float64Array.of(0.1, 0.5, 2) };
  const { distance, ...relative } = aroundClassMeans(moments, means);
  const zeta = 3;
  const odds = classLogOdds(relative, { precision: zeta, distance, priorLogOdds: -0.2 });
  odds.forEach((value, t) => {
    const v = moments.variance[t] + 1 / zeta;
    const logDensity = (center: number): number => -((moments.mean[t] - center) ** 2) / (2 * v);
    expect(value).toBeCloseTo(logDensity(means.positive) - logDensity(means.negative) - 0.2, 12);
  });
});

test("class means at the targets give the log odds of the targets", () => {
  const moments = { mean: Float64Array.of(0.4), variance: Float64Array.of(0.5) };
  expect(aroundClassMeans(moments, { negative: -1, positive: 1 })).toEqual({ ...moments, distance: 2 });
});
