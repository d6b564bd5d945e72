import { expect, test } from "vitest";
import { matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import {
  gradientAt,
  hessianAt,
  multinomialMode,
  pointAt,
} from "../../../src/likelihoods/multinomial/multinomialMode.ts";
import { atPenalty } from "../../../src/models/logistic/searchPenalty.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { fromRows } from "../../../src/matrix/row.ts";
import sklearn from "../../fixtures/multinomial/sklearn.json" with { type: "json" };
import { cloudRows } from "./problem.ts";

const engine = selectEngine();

test("gradient and Hessian are the slopes of the objective and of the gradient", () => {
  const problem = atPenalty(
    cloudRows(
      25,
      3,
      4,
      Float64Array.from({ length: 25 }, (_, i) => 0.5 + (i % 3)),
    ),
    0.8,
  );
  const random = stream(2);
  const [m, q] = [4, 3];
  const B = Float64Array.from({ length: m * q }, () => normal(random));
  const at = (data: Float64Array) => pointAt(engine, problem, matrix(m, q, data));
  const gradient = gradientAt(engine, problem, at(B)).data;
  const H = hessianAt(engine, problem, at(B));
  const h = 1e-5;
  for (let k = 0; k < m * q; k++) {
    const [up, down] = [h, -h].map((step) => at(B.map((b, j) => (j === k ? b + step : b))));
    expect((up.objective - down.objective) / (2 * h)).toBeCloseTo(gradient[k], 6);
    const slopes = [up, down].map((point) => gradientAt(engine, problem, point).data);
    for (let j = 0; j < m * q; j++) {
      expect((slopes[0][j] - slopes[1][j]) / (2 * h)).toBeCloseTo(H.data[j * m * q + k], 6);
    }
  }
});

test.each(sklearn)("coefficients are those of scikit-learn: $name", ({ X, classes, weights, penalty, ...expected }) => {
  const rows = fromRows(X.map((row) => [...row, 1]));
  const classCount = new Set(classes).size;
  const problem = atPenalty(
    { design: rows, classes: Int32Array.from(classes), classCount, weights: Float64Array.from(weights) },
    penalty,
  );
  const { coefficients, logProbabilities, converged } = multinomialMode(engine, problem);
  expect(converged).toBe(true);
  // Scores of the classes, s = Q η.
  const ofClasses = engine.multiply(coefficients, problem.contrasts, { transposeB: true });
  const p = X[0].length;
  for (let c = 0; c < classCount; c++) {
    for (let j = 0; j < p; j++) {
      expect(Math.abs(ofClasses.data[j * classCount + c] - expected.coefficients[c][j])).toBeLessThan(1e-6);
    }
    expect(Math.abs(ofClasses.data[p * classCount + c] - expected.intercepts[c])).toBeLessThan(1e-6);
  }
  expected.probabilities.flat().forEach((value, at) => {
    expect(Math.abs(Math.exp(logProbabilities.data[at]) - value)).toBeLessThan(1e-6);
  });
});

test("the numbers of the classes do not matter", () => {
  const rows = cloudRows(30, 3, 3);
  const order = [2, 0, 1];
  const fits = [rows, { ...rows, classes: rows.classes.map((c) => order[c]) }].map((given) =>
    multinomialMode(engine, atPenalty(given, 0.3)),
  );
  for (let i = 0; i < 30; i++) {
    for (let c = 0; c < 3; c++) {
      const [first, second] = [
        fits[0].logProbabilities.data[3 * i + c],
        fits[1].logProbabilities.data[3 * i + order[c]],
      ];
      expect(Math.abs(first - second)).toBeLessThan(1e-11);
    }
  }
});

test("a row of weight two is as good as two rows", () => {
  const rows = cloudRows(20, 3, 3);
  const m = rows.design.columns;
  const doubled = { ...rows, weights: rows.weights.map((_, i) => (i < 6 ? 2 : 1)) };
  const copied = {
    ...rows,
    design: matrix(26, m, Float64Array.from([...rows.design.data, ...rows.design.data.subarray(0, 6 * m)])),
    classes: Int32Array.from([...rows.classes, ...rows.classes.subarray(0, 6)]),
    weights: new Float64Array(26).fill(1),
  };
  const [a, b] = [doubled, copied].map((given) => multinomialMode(engine, atPenalty(given, 0.5)).coefficients.data);
  a.forEach((value, at) => expect(Math.abs(value - b[at])).toBeLessThan(1e-11));
});

test("classes that can be separated have an optimum all the same, and a start near it or far off leads there", () => {
  const rows = cloudRows(12, 20, 3);
  const problem = atPenalty(rows, 1e-4);
  const cold = multinomialMode(engine, problem);
  expect(cold.converged).toBe(true);
  const astray = matrix(
    21,
    2,
    cold.coefficients.data.map((value) => 50 * value),
  );
  for (const start of [cold.coefficients, astray]) {
    const warm = multinomialMode(engine, problem, { start });
    expect(warm.converged).toBe(true);
    warm.coefficients.data.forEach((value, at) => {
      expect(Math.abs(value - cold.coefficients.data[at])).toBeLessThan(1e-7);
    });
  }
});

test("a search that is cut short says so", () => {
  expect(multinomialMode(engine, atPenalty(cloudRows(20, 3, 3), 0.01), { maxSteps: 1 }).converged).toBe(false);
});
