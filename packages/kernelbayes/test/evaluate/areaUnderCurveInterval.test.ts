import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bootstrap } from "../../src/compare/bootstrap/bootstrap.ts";
import { areaUnderCurve, areaUnderCurveOneVersusRest } from "../../src/evaluate/areaUnderCurve.ts";
import { areaUnderCurveInterval } from "../../src/evaluate/areaUnderCurveInterval.ts";
import { wilsonInterval } from "../../src/evaluate/wilsonInterval.ts";
import { column, fromRows, selectRows } from "../../src/matrix/index.ts";
import { normal, stream } from "../../src/random/index.ts";
import { expectClose } from "./expectClose.ts";
import { predictions } from "./predictions.ts";

fc.configureGlobal({ seed: 21 });

/** DeLong's variance from all pairs of rows, as it is written in the paper. */
function byPairs(scores: ArrayLike<number>, truth: ArrayLike<number>): number {
  const rows = Array.from({ length: truth.length }, (_, row) => row);
  const wins = (i: number, j: number): number => (scores[i] > scores[j] ? 1 : scores[i] === scores[j] ? 0.5 : 0);
  const positives = rows.filter((row) => truth[row] === 1);
  const negatives = rows.filter((row) => truth[row] === 0);
  const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + (value - average(values)) ** 2, 0) / (values.length - 1) / values.length;
  return (
    spread(positives.map((i) => average(negatives.map((j) => wins(i, j))))) +
    spread(negatives.map((j) => average(positives.map((i) => wins(i, j)))))
  );
}

test("the deviation is that of DeLong, DeLong and Clarke-Pearson, and the area the one without an interval", () => {
  const both = predictions(2).filter(({ truth }) => [0, 1].every((one) => truth.filter((is) => is === one).length > 1));
  fc.assert(
    fc.property(both, ({ probabilities, truth }) => {
      const scores = column(probabilities, 1);
      const { estimate, standardError, lower, upper } = areaUnderCurveInterval(probabilities, truth);
      expectClose([estimate, standardError ** 2], [areaUnderCurve(scores, truth), byPairs(scores, truth)], 1e-12);
      expect(lower).toBeGreaterThanOrEqual(0);
      expect(lower).toBeLessThanOrEqual(estimate);
      expect(upper).toBeGreaterThanOrEqual(estimate);
      expect(upper).toBeLessThanOrEqual(1);
    }),
  );
});

test("for many classes the deviation is that of resampled rows", () => {
  const random = stream(5);
  const truth = Int32Array.from({ length: 60 }, (_, row) => row % 3);
  const P = fromRows(
    Array.from(truth, (own) => {
      const weights = [0, 1, 2].map((q) => Math.exp(normal(random) + (q === own ? 1 : 0)));
      const sum = weights.reduce((total, weight) => total + weight, 0);
      return weights.map((weight) => weight / sum);
    }),
  );
  const resampled = bootstrap(
    truth.length,
    (rows) =>
      areaUnderCurveOneVersusRest(
        selectRows(P, rows),
        Int32Array.from(rows, (row) => truth[row]),
      ).macro,
    { seed: 1, strata: truth, method: "percentile", resamples: 400 },
  );
  const { estimate, standardError, lower, upper } = areaUnderCurveInterval(P, truth);
  expect(estimate).toBeCloseTo(resampled.estimate, 12);
  // The deviation of 400 resamples is known to 3.5 %; three times that, and the divisor n − 1 against n.
  expect(standardError / resampled.standardError).toBeGreaterThan(0.9);
  expect(standardError / resampled.standardError).toBeLessThan(1.14);
  expect(lower).toBeCloseTo(resampled.lower, 1);
  expect(upper).toBeCloseTo(resampled.upper, 1);
});

test("rows that are all ordered rightly have an interval of some width, and one class alone has no area", () => {
  const perfect = areaUnderCurveInterval([0.1, 0.2, 0.3, 0.8, 0.9], [0, 0, 0, 1, 1]);
  expect(perfect).toMatchObject({ estimate: 1, upper: 1, standardError: 0 });
  expect(perfect.lower).toBe(wilsonInterval(2, 2)[0]);
  expect(areaUnderCurveInterval([0.1, 0.2], [0, 0]).estimate).toBeNaN();
});
