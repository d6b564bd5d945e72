import { referenceContrasts } from "../../../likelihoods/multinomial/problem.ts";
import { expect, test } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { logisticLaplace } from "../../process/latent/atOnce.ts";
import { orthonormalContrasts } from "../../../../src/likelihoods/multinomial/orthonormalContrasts.ts";
import {
  multinomialLogEvidence,
  hessianAt,
  multinomialMode,
} from "../../../../src/likelihoods/multinomial/multinomialMode.ts";
import {
  evidenceRidge,
  extendedStart,
  ridgeAt,
  type RidgeRows,
} from "../../../../src/models/projection/choice/evidenceRidge.ts";
import { factorize } from "../../../../src/matrix/factorize.ts";
import { scaleMatrix } from "../../../../src/matrix/addMatrices.ts";
import type { GroupedRows } from "../../../../src/models/projection/choice/leftOutGroups.ts";
import { clouds, someRows } from "./rows.ts";

const engine = selectEngine();

/** The columns of rows as a design, with an intercept where it is asked for. */
function ridgeRows({ X, classes, classCount, weights }: GroupedRows, hasIntercept: boolean): RidgeRows {
  const m = X.columns + (hasIntercept ? 1 : 0);
  const design = matrix(X.rows, m);
  design.data.forEach((_, at) => {
    const [i, j] = [Math.floor(at / m), at % m];
    design.data[at] = j < X.columns ? X.data[i * X.columns + j] : 1;
  });
  return { design, hasIntercept, contrasts: orthonormalContrasts(classCount), classes, weights };
}

test("two classes without an intercept have the evidence of a Gaussian process whose kernel is that of their scores", () => {
  const base = ridgeRows(clouds(30, 2, 1), false);
  const weights = base.weights.map((_, i) => [1, 3, 0.5][i % 3]);
  const signs = Float64Array.from(base.classes, (c) => (c === 1 ? 1 : -1));
  for (const contrasts of [referenceContrasts(2), orthonormalContrasts(2)]) {
    // The log odds are |d| times the first output, d the difference of the two rows of Q.
    const squared = (contrasts.data[1] - contrasts.data[0]) ** 2;
    for (const tau of [0.03, 1, 20]) {
      const problem = ridgeAt({ ...base, weights, contrasts }, tau);
      const found = multinomialLogEvidence(engine, problem, multinomialMode(engine, problem));
      const K = scaleMatrix(engine.symmetricProduct(base.design), squared / tau);
      expect(found).toBeCloseTo(logisticLaplace(engine, K, { signs, weights }).logEvidence, 8);
    }
  }
});

test("the penalty is the number of coefficients that rows determine over their squared length", () => {
  for (const hasIntercept of [false, true]) {
    const { problem, mode, penalty, converged } = evidenceRidge(engine, ridgeRows(clouds(60, 3, 1.5), hasIntercept));
    expect(converged).toBe(true);
    const inverse = factorize(engine, hessianAt(engine, problem, mode)).inverse();
    // Three columns and two contrasts; the intercepts come last and do not count.
    let [trace, squares] = [0, 0];
    for (let at = 0; at < 6; at++) {
      trace += inverse.data[at * (inverse.columns + 1)];
      squares += mode.coefficients.data[at] ** 2;
    }
    expect(Math.abs(Math.log((6 - penalty * trace) / squares / penalty))).toBeLessThan(0.03);
  }
});

test("a row of weight three is three rows, and where a regression began does not matter", () => {
  const rows = clouds(24, 3, 1.5);
  const weights = rows.weights.map((_, i) => 1 + (i % 3));
  const order = Array.from(weights).flatMap((weight, row) => new Array<number>(weight).fill(row));
  const weighted = evidenceRidge(engine, ridgeRows({ ...rows, weights }, true));
  const copied = evidenceRidge(engine, ridgeRows(someRows(rows, order), true));
  expect(weighted.penalty).toBeCloseTo(copied.penalty, 8);
  const coefficients = matrix(
    4,
    2,
    Float64Array.from({ length: 8 }, (_, at) => Math.sin(at)),
  );
  const elsewhere = evidenceRidge(engine, ridgeRows({ ...rows, weights }, true), { coefficients, penalty: 5 });
  expect(Math.abs(Math.log(elsewhere.penalty / weighted.penalty))).toBeLessThan(0.1);
  weighted.mode.coefficients.data.forEach((value, at) => {
    expect(copied.mode.coefficients.data[at]).toBeCloseTo(value, 7);
    expect(Math.abs(elsewhere.mode.coefficients.data[at] - value)).toBeLessThan(0.06 * Math.max(1, Math.abs(value)));
  });
});

test("classes that nothing tells apart get a penalty at its bound, and separable ones one that is not", () => {
  const twins = clouds(20, 2, 0);
  // Every row once in each class: the coefficients are zero.
  const same = { ...someRows(twins, [...twins.classes.keys(), ...twins.classes.keys()]) };
  const classes = same.classes.map((_, i) => (i < 20 ? 0 : 1));
  const nothing = evidenceRidge(engine, ridgeRows({ ...same, classes }, true));
  const spread = squaredLength(same.X) / 40;
  expect(nothing.penalty).toBeCloseTo(1e6 * spread, 0);
  const apart = evidenceRidge(engine, ridgeRows(clouds(20, 2, 40), true));
  expect(apart.penalty).toBeGreaterThan(1e-5);
  expect(apart.mode.converged).toBe(true);
  expect(Math.min(...apart.mode.logProbabilities.data.filter((_, at) => at % 2 === (at >> 1) % 2))).toBeGreaterThan(
    -0.1,
  );
});

function squaredLength({ data }: Matrix): number {
  return data.reduce((sum, value) => sum + value * value, 0);
}

test("a start with more columns keeps the intercept last", () => {
  const given = evidenceRidge(engine, ridgeRows(clouds(20, 2, 1), true));
  const [a, b, c, d] = given.mode.coefficients.data;
  const more = extendedStart(given, 6, true);
  expect([...more.coefficients.data]).toEqual([a, b, c, 0, 0, d]);
  expect(more.penalty).toBe(given.penalty);
  expect([...extendedStart(given, 6, false).coefficients.data]).toEqual([a, b, c, d, 0, 0]);
});
