import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  areaUnderCurve,
  areaUnderCurveOneVersusRest,
  areaUnderCurveInterval,
} from "../../src/evaluate/areaUnderCurve.ts";
import { column, fromRows, selectRows } from "../../src/matrix/index.ts";
import { expectClose } from "./expectClose.ts";
import { predictions, repeated, reversed } from "./predictions.ts";
import { scored } from "./scores.ts";
import { bootstrap } from "../../src/compare/bootstrap.ts";
import { wilsonInterval } from "../../src/evaluate/wilsonInterval.ts";
import { normal, stream } from "../../src/random/index.ts";

fc.configureGlobal({ seed: 20 });

/** All pairs of a positive and a negative row, counted one by one. */
function byPairs(scores: ArrayLike<number>, truth: ArrayLike<number>): number {
  let wins = 0;
  let pairs = 0;
  for (let i = 0; i < truth.length; i++) {
    for (let j = 0; j < truth.length; j++) {
      if (truth[i] !== 1 || truth[j] === 1) continue;
      pairs++;
      if (scores[i] > scores[j]) wins++;
      else if (scores[i] === scores[j]) wins += 0.5;
    }
  }
  return pairs === 0 ? NaN : wins / pairs;
}

describe("areaUnderCurve", () => {
  test.each(scored.filter(({ probabilities }) => probabilities.columns === 2))(
    "agrees with scikit-learn: $name",
    ({ probabilities, truth, weights, expected }) => {
      expect(areaUnderCurve(column(probabilities, 1), truth, weights)).toBeCloseTo(expected.areaUnderCurve!, 13);
    },
  );

  test("counts the pairs that are ordered rightly, ties one half", () => {
    fc.assert(
      fc.property(predictions(3), ({ probabilities, truth }) => {
        const scores = column(probabilities, 1);
        expectClose([areaUnderCurve(scores, truth)], [byPairs(scores, truth)], 1e-12);
      }),
    );
  });

  test("a weighted row counts as that many rows", () => {
    fc.assert(
      fc.property(predictions(2), (given) => {
        const many = repeated(given);
        expectClose(
          [areaUnderCurve(column(given.probabilities, 1), given.truth, given.weights)],
          [areaUnderCurve(column(many.probabilities, 1), many.truth)],
          1e-12,
        );
      }),
    );
  });

  test("does not change under rising maps of the scores nor with the order of the rows, and flips with the scores' sign", () => {
    fc.assert(
      fc.property(predictions(2), (given) => {
        const { truth } = given;
        const scores = column(given.probabilities, 1);
        const area = areaUnderCurve(scores, truth);
        const values = [...new Set(scores)].toSorted((a, b) => a - b);
        const mapped = scores.map((p) => values.indexOf(p) ** 3 - 10);
        expectClose([areaUnderCurve(mapped, truth)], [area], 1e-12);
        const back = reversed(given);
        expectClose([areaUnderCurve(column(back.probabilities, 1), back.truth)], [area], 1e-12);
        expectClose(
          [
            areaUnderCurve(
              scores.map((p) => -p),
              truth,
            ),
          ],
          [1 - area],
          1e-12,
        );
      }),
    );
  });

  test("infinite log-odds are scores like any other", () => {
    expect(areaUnderCurve([-Infinity, 0, Infinity, Infinity], [0, 0, 1, 0])).toBe(2.5 / 3);
  });

  test("is not a number when only one class has rows, or only one has weight", () => {
    expect(areaUnderCurve([0.1, 0.9], [1, 1])).toBeNaN();
    expect(areaUnderCurve([0.1, 0.9], [0, 0])).toBeNaN();
    expect(areaUnderCurve([0.1, 0.9], [0, 1], [1, 0])).toBeNaN();
  });

  test("refuses a score that is not a number, and names its row", () => {
    expect(() => areaUnderCurve([0.1, NaN], [0, 1])).toThrow(
      expect.objectContaining({ code: "not-a-number", place: { row: 2 } }),
    );
  });
});

describe("areaUnderCurveOneVersusRest", () => {
  test.each(scored.filter(({ probabilities }) => probabilities.columns > 2))(
    "agrees with scikit-learn: $name",
    ({ probabilities, truth, weights, expected }) => {
      const { perClass, macro, weighted } = areaUnderCurveOneVersusRest(probabilities, truth, weights);
      expectClose(perClass, expected.areas!, 1e-13);
      expectClose([macro, weighted], [expected.areaUnderCurveMacro!, expected.areaUnderCurveWeighted!], 1e-13);
    },
  );

  test("two classes have one area, from either side", () => {
    const { perClass, macro } = areaUnderCurveOneVersusRest([0.2, 0.7, 0.7, 0.9], [0, 0, 1, 1]);
    expectClose(perClass, [0.875, 0.875], 1e-15);
    expect(macro).toBe(0.875);
  });

  test("a class without rows has no area and does not enter the means", () => {
    const probabilities = { data: Float64Array.of(0.5, 0.3, 0.2, 0.3, 0.5, 0.2), rows: 2, columns: 3 };
    const { perClass, macro, weighted } = areaUnderCurveOneVersusRest(probabilities, [0, 1]);
    expectClose(perClass, [1, 1, NaN], 0);
    expect([macro, weighted]).toEqual([1, 1]);
    expect(areaUnderCurveOneVersusRest(probabilities, [0, 0]).macro).toBeNaN();
  });
});

fc.configureGlobal({ seed: 21 });

/** DeLong's variance from all pairs of rows, as it is written in the paper. */
function varianceByPairs(scores: ArrayLike<number>, truth: ArrayLike<number>): number {
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
      expectClose(
        [estimate, standardError ** 2],
        [areaUnderCurve(scores, truth), varianceByPairs(scores, truth)],
        1e-12,
      );
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
