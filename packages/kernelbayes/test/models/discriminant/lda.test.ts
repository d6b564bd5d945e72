import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { combination, identityRows, naiveClasses, naiveScores, softmax, traceOf } from "../naive.ts";
import { engines } from "../../kernels/engines.ts";
import { fitTo, gaussianRows, probabilitiesOf, problemOf } from "../problems.ts";
import { priorSteps, withPriors } from "../../../src/posterior/withPriors.ts";
import { textbookLinear } from "../textbook.ts";

const data = gaussianRows({ sizes: [9, 14, 7], columns: 3 });
const rows = [...data.X.slice(5, 12), [3, -2, 1], [0, 0, 0]];
const frequencies = [9, 14, 7].map((size) => size / 30);

describe.each(engines)("on the engine $name", (engine) => {
  test.each([0, 0.25, 0.8])("with shrinkage %d it is the formula of the textbook", (shrinkage) => {
    const { means, pooled } = naiveClasses(data.X, data.classes);
    const covariance = combination(1 - shrinkage, pooled, shrinkage, identityRows(3, traceOf(pooled) / 3));
    const posterior = fitTo(textbookLinear({ shrinkage }), problemOf(data), { engine });
    const expected = rows.map((x) => softmax(naiveScores(x, frequencies, means, [covariance, covariance, covariance])));
    expectClose(probabilitiesOf(posterior, rows).flat(), expected.flat(), 1e-11);
  });

  test("with weights it is the formula of the textbook with weighted moments", () => {
    const weights = data.classes.map((_, i) => [1, 0.4, 3][i % 3]);
    const { sizes, means, pooled } = naiveClasses(data.X, data.classes, weights);
    const total = sizes.reduce((a, b) => a + b, 0);
    const priors = sizes.map((size) => size / total);
    const posterior = fitTo(textbookLinear(), problemOf(data, { weights }), { engine });
    const expected = rows.map((x) => softmax(naiveScores(x, priors, means, [pooled, pooled, pooled])));
    expectClose(probabilitiesOf(posterior, rows).flat(), expected.flat(), 1e-11);
  });

  test("more columns than rows need shrinkage and are then those of the dense formula", () => {
    const wide = gaussianRows({ sizes: [5, 6], columns: 30 });
    expect(() => fitTo(textbookLinear(), problemOf(wide), { engine })).toThrow(InputError);
    expect(() => fitTo(textbookLinear(), problemOf(wide), { engine })).toThrow("shrinkage");
    const { means, pooled } = naiveClasses(wide.X, wide.classes);
    const covariance = combination(0.9, pooled, 0.1, identityRows(30, traceOf(pooled) / 30));
    const posterior = fitTo(textbookLinear({ shrinkage: 0.1 }), problemOf(wide), { engine });
    const tested = wide.X.map((row) => row.map((value, j) => value + (j % 4) / 4));
    const expected = tested.map((x) => softmax(naiveScores(x, [5 / 11, 6 / 11], means, [covariance, covariance])));
    expectClose(probabilitiesOf(posterior, tested).flat(), expected.flat(), 1e-9);
  });
});

test("given priors take the place of the class frequencies", () => {
  const { means, pooled } = naiveClasses(data.X, data.classes);
  for (const priors of [
    [1 / 3, 1 / 3, 1 / 3],
    [0.7, 0.1, 0.2],
  ]) {
    const training = { rows: [], classes: data.classes, weights: undefined };
    const posterior = withPriors(fitTo(textbookLinear(), problemOf(data)), priorSteps(training, priors));
    const expected = rows.map((x) => softmax(naiveScores(x, priors, means, [pooled, pooled, pooled])));
    expectClose(probabilitiesOf(posterior, rows).flat(), expected.flat(), 1e-11);
  }
});

test("the log odds of two classes are linear in the row", () => {
  const two = gaussianRows({ sizes: [20, 11], columns: 3 });
  const [a, b] = [
    [1, 2, -1],
    [-3, 0.5, 2],
  ];
  const line = [0, 0.25, 0.5, 1, 3].map((t) => a.map((value, j) => (1 - t) * value + t * b[j]));
  const { latentMean } = fitTo(textbookLinear(), problemOf(two)).predict(fromRows(line), 0.9);
  const odds = line.map((_, i) => latentMean.data[2 * i + 1]);
  [0, 0.25, 0.5, 1, 3].forEach((t, i) => expect(odds[i]).toBeCloseTo((1 - t) * odds[0] + t * odds[3], 10));
});

test("all indicators of a category give what all but one give", () => {
  const soils = data.classes.map((q, i) => (i * 7 + q * (i % 2)) % 3);
  const indicators = (soil: number): number[] => [0, 1, 2].map((level) => (soil === level ? 1 : 0));
  const [all, less] = [3, 2].map((kept) => {
    const X = data.X.map((row, i) => [...row, ...indicators(soils[i]).slice(0, kept)]);
    return probabilitiesOf(fitTo(textbookLinear(), problemOf({ ...data, X })), X);
  });
  expectClose(all.flat(), less.flat(), 1e-10);
});

test("shrinkage 1 is the nearest centroid, in units of the common deviation", () => {
  const { means, pooled } = naiveClasses(data.X, data.classes);
  const variance = traceOf(pooled) / 3;
  const expected = rows.map((x) =>
    softmax(
      means.map((mean, k) => {
        const square = x.reduce((sum, value, j) => sum + (value - mean[j]) ** 2, 0);
        return Math.log(frequencies[k]) - square / (2 * variance);
      }),
    ),
  );
  const posterior = fitTo(textbookLinear({ shrinkage: 1 }), problemOf(data));
  expectClose(probabilitiesOf(posterior, rows).flat(), expected.flat(), 1e-11);
});

test("without shrinkage units do not matter, even where they are twelve powers of ten apart", () => {
  const units = [1e-6, 1, 1e6];
  const scaled = (X: number[][]): number[][] => X.map((row) => row.map((value, j) => value * units[j]));
  const [plain, other] = [data.X, scaled(data.X)].map((X) => fitTo(textbookLinear(), problemOf({ ...data, X })));
  expectClose(probabilitiesOf(other, scaled(rows)).flat(), probabilitiesOf(plain, rows).flat(), 1e-10);
  expectClose(other.leaveOneOut?.logProbabilities.data ?? [], plain.leaveOneOut?.logProbabilities.data ?? [], 1e-10);
});

test("a large offset costs no more digits than the values have lost", () => {
  const moved = data.X.map((row) => row.map((value) => value + 1e7));
  const posterior = fitTo(textbookLinear(), problemOf({ ...data, X: moved }));
  const expected = probabilitiesOf(fitTo(textbookLinear(), problemOf(data)), data.X);
  expectClose(probabilitiesOf(posterior, moved).flat(), expected.flat(), 1e-7);
});

test("classes without a degree of freedom are refused with what to do", () => {
  const single = { X: [[1], [2], [4]], classes: [0, 1, 2] };
  expect(() => fitTo(textbookLinear({ shrinkage: 0.5 }), problemOf(single))).toThrow("use more rows");
});
