import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { combination, identityRows, naiveClasses, naiveScores, softmax, traceOf, type Rows } from "../naive.ts";
import { engines } from "../../kernels/engines.ts";
import { fitTo, gaussianRows, probabilitiesOf, problemOf } from "../problems.ts";
import { priorSteps, withPriors } from "../../../src/posterior/withPriors.ts";
import { textbookQuadratic } from "../textbook.ts";

const data = gaussianRows({ sizes: [9, 14, 7], columns: 3 });
const rows = [...data.X.slice(5, 12), [3, -2, 1], [0, 0, 0]];
const frequencies = [9, 14, 7].map((size) => size / 30);

function shrunk(S: Rows, rho: number): Rows {
  return combination(1 - rho, S, rho, identityRows(S.length, traceOf(S) / S.length));
}

describe.each(engines)("on the engine $name", (engine) => {
  test.each([0, 0.25, 1])("with shrinkage %d it is the formula of the textbook", (shrinkage) => {
    const { means, covariances } = naiveClasses(data.X, data.classes);
    const dense = covariances.map((covariance) => shrunk(covariance, shrinkage));
    const posterior = fitTo(textbookQuadratic({ shrinkage }), problemOf(data), { engine });
    const expected = rows.map((x) => softmax(naiveScores(x, frequencies, means, dense)));
    expectClose(probabilitiesOf(posterior, rows).flat(), expected.flat(), 1e-10);
  });

  test("with weights and priors it is the formula of the textbook with both", () => {
    const weights = data.classes.map((_, i) => [1, 0.4, 3][i % 3]);
    const priors = [0.6, 0.1, 0.3];
    const { means, covariances } = naiveClasses(data.X, data.classes, weights);
    const steps = priorSteps({ rows: [], classes: data.classes, weights }, priors);
    const posterior = withPriors(fitTo(textbookQuadratic(), problemOf(data, { weights }), { engine }), steps);
    const expected = rows.map((x) => softmax(naiveScores(x, priors, means, covariances)));
    expectClose(probabilitiesOf(posterior, rows).flat(), expected.flat(), 1e-10);
  });

  test("more columns than rows need shrinkage and are then those of the dense formula", () => {
    const wide = gaussianRows({ sizes: [5, 6], columns: 20 });
    const { means, covariances } = naiveClasses(wide.X, wide.classes);
    const dense = covariances.map((covariance) => shrunk(covariance, 0.2));
    const posterior = fitTo(textbookQuadratic({ shrinkage: 0.2 }), problemOf(wide), { engine });
    const tested = wide.X.map((row) => row.map((value, j) => value + (j % 4) / 4));
    const expected = tested.map((x) => softmax(naiveScores(x, [5 / 11, 6 / 11], means, dense)));
    expectClose(probabilitiesOf(posterior, tested).flat(), expected.flat(), 1e-9);
  });
});

test("all indicators of a category give what all but one give", () => {
  const many = gaussianRows({ sizes: [20, 25], columns: 2 });
  const soils = many.classes.map((_, i) => (i * 7) % 3);
  const indicators = (soil: number): number[] => [0, 1, 2].map((level) => (soil === level ? 1 : 0));
  const [all, less] = [3, 2].map((kept) => {
    const X = many.X.map((row, i) => [...row, ...indicators(soils[i]).slice(0, kept)]);
    return probabilitiesOf(fitTo(textbookQuadratic(), problemOf({ ...many, X })), X);
  });
  expectClose(all.flat(), less.flat(), 1e-9);
});

test("without shrinkage units do not matter", () => {
  const scaled = (X: number[][]): number[][] => X.map(([a, b, c]) => [1e-5 * a, b, 1e5 * c]);
  const [plain, other] = [data.X, scaled(data.X)].map((X) => fitTo(textbookQuadratic(), problemOf({ ...data, X })));
  expectClose(probabilitiesOf(other, scaled(rows)).flat(), probabilitiesOf(plain, rows).flat(), 1e-9);
});

test("a class with too few rows for its covariance is refused by its number, with a way out", () => {
  const few = gaussianRows({ sizes: [12, 3, 9], columns: 3 });
  expect(() => fitTo(textbookQuadratic(), problemOf(few))).toThrow(InputError);
  expect(() => fitTo(textbookQuadratic(), problemOf(few))).toThrow(/class number 2 .* 2 of 3 directions.*shrinkage/);
  expect(() => fitTo(textbookQuadratic({ shrinkage: 0.1 }), problemOf(few))).not.toThrow();
});
