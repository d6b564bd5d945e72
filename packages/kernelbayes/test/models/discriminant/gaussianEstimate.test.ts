import { describe, expect, test } from "vitest";
import { logDeterminant, whiten } from "../../../src/models/parts/gaussianClasses/spectralCovariance.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import {
  gaussianEstimate,
  discriminantMoments,
  withinScatter,
  shrunkCovariance,
} from "../../../src/models/discriminant/gaussianEstimate.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { formOf, logDeterminantOf, naiveClasses, combination, identityRows, traceOf } from "../naive.ts";
import { engines } from "../../kernels/engines.ts";
import { gaussianRows, problemOf } from "../problems.ts";

const data = gaussianRows({ sizes: [9, 12], columns: 3 });
const weights = data.classes.map((_, i) => 1 + (i % 2));

describe.each(engines)("on the engine $name", (engine) => {
  test.each([true, false])(
    "means and covariances are those of the textbook in the columns' own units (shared: %s)",
    (shared) => {
      const units = [1e-4, 1, 1e4];
      const X = data.X.map((row) => row.map((value, j) => value * units[j]));
      const naive = naiveClasses(X, data.classes, weights);
      const { classes } = gaussianEstimate(
        problemOf({ ...data, X }, { weights }),
        { engine, seed: 1 },
        { shared, shrinkage: 0 },
      );
      toRows(classes.means).forEach((mean, k) =>
        mean.forEach((value, j) =>
          expect((value + classes.center[j]) / units[j]).toBeCloseTo(naive.means[k][j] / units[j], 11),
        ),
      );
      const expected = shared ? [naive.pooled] : naive.covariances;
      expect(classes.covariances).toHaveLength(expected.length);
      expected.forEach((dense, k) => {
        const white = whiten(engine, classes.covariances[k], fromRows([X[3]]));
        const form = white.data.reduce((sum, value) => sum + value * value, 0);
        expect(form / formOf(dense, X[3])).toBeCloseTo(1, 9);
        expect(logDeterminant(classes.covariances[k])).toBeCloseTo(logDeterminantOf(dense), 8);
      });
    },
  );
});

test("sizes and priors are weighted, and the seed is kept", () => {
  const [engine] = engines;
  const { classes } = gaussianEstimate(
    problemOf(data, { weights }),
    { engine, seed: 8 },
    { shared: true, shrinkage: 0.5 },
  );
  const sizes = [0, 1].map((q) => weights.reduce((sum, weight, i) => sum + (data.classes[i] === q ? weight : 0), 0));
  expectClose(classes.sizes, sizes, 0);
  expectClose(
    classes.logPriors.map(Math.exp),
    sizes.map((size) => size / (sizes[0] + sizes[1])),
    1e-14,
  );
  expect([classes.priorsAreEmpirical, classes.shrunk, classes.curve, classes.seed]).toEqual([true, true, undefined, 8]);
});

for (const engine of engines) {
  for (const columns of [3, 15]) {
    describe(`with ${columns} columns and 10 rows on the engine ${engine.name}`, () => {
      const { X, classes } = gaussianRows({ sizes: [6, 4], columns });
      const weights = new Float64Array(10).fill(1);
      const numbers = Int32Array.from(classes);
      const moments = discriminantMoments(engine, fromRows(X), numbers, weights, 2);
      const scatter = withinScatter(engine, moments, numbers, weights);
      const { pooled } = naiveClasses(X, classes);

      for (const rho of columns > 10 ? [0.3, 1] : [0, 0.3, 1]) {
        test(`shrinkage ${rho} gives (1 − ρ) S + ρ (tr S/p) I, in units of the columns`, () => {
          const scale = Float64Array.from({ length: columns }, (_, j) => 1 + (j % 3));
          const covariance = shrunkCovariance(engine, moments, scatter, 8, rho, scale);
          const identity = identityRows(columns, traceOf(pooled) / columns);
          const dense = combination(1 - rho, pooled, rho, identity).map((row, a) =>
            row.map((value, b) => scale[a] * value * scale[b]),
          );
          const [d, e] = [X[0], X[7]];
          const white = whiten(engine, covariance, fromRows([d, e]));
          const products = engine.symmetricProduct(white);
          expectClose(
            products.data,
            [formOf(dense, d), formOf(dense, d, e), formOf(dense, e, d), formOf(dense, e)],
            1e-9,
          );
        });
      }
    });
  }
}

const few = gaussianRows({ sizes: [9, 6, 7], columns: 3 });
const tables = {
  "more rows than columns": few,
  "a repeated column": { ...few, X: few.X.map(([a, b, c]) => [a, b, c, 2 * b]) },
  "more columns than rows": gaussianRows({ sizes: [4, 5, 3], columns: 20 }),
};

for (const engine of engines) {
  for (const [name, { X, classes }] of Object.entries(tables)) {
    describe(`with ${name} on the engine ${engine.name}`, () => {
      const weights = classes.map((_, i) => 1 + (i % 2));
      const numbers = Int32Array.from(classes);
      const rowWeights = Float64Array.from(weights);
      const moments = discriminantMoments(engine, fromRows(X), numbers, rowWeights, 3);
      const naive = naiveClasses(X, classes, weights);
      const total = naive.sizes[0] + naive.sizes[1] + naive.sizes[2];

      test("center and coordinates give the rows back", () => {
        const again = toRows(engine.multiply(moments.rows, moments.basis, { transposeB: true }));
        again.forEach((row, i) =>
          expectClose(
            row.map((value, j) => value + moments.center[j]),
            X[i],
            1e-11,
          ),
        );
      });

      test("the class means are those of the textbook", () => {
        const means = toRows(engine.multiply(moments.means, moments.basis, { transposeB: true }));
        means.forEach((row, k) =>
          expectClose(
            row.map((value, j) => value + moments.center[j]),
            naive.means[k],
            1e-11,
          ),
        );
      });

      test("the scatters are those of the textbook, pooled and of each class", () => {
        const zero = identityRows(X[0].length, 0);
        const expected = [combination(total - 3, naive.pooled, 0, zero)];
        const found = [withinScatter(engine, moments, numbers, rowWeights)];
        naive.covariances.forEach((covariance, k) => {
          expected.push(combination(naive.sizes[k] - 1, covariance, 0, zero));
          found.push(withinScatter(engine, moments, numbers, rowWeights, k));
        });
        found.forEach(({ vectors, values, trace }, at) => {
          const turned = engine.multiply(moments.basis, vectors);
          const spread = { ...turned, data: turned.data.map((entry, i) => entry * values[i % values.length]) };
          expectClose(
            engine.multiply(spread, turned, { transposeB: true }).data,
            expected[at].flat(),
            1e-10 * traceOf(expected[at]),
          );
          expect(trace).toBeCloseTo(traceOf(expected[at]), 9);
        });
      });
    });
  }

  test(`the rank of a scatter counts the directions in which its rows vary, on the engine ${engine.name}`, () => {
    const { X, classes } = tables["more columns than rows"];
    const weights = new Float64Array(classes.length).fill(1);
    const numbers = Int32Array.from(classes);
    const moments = discriminantMoments(engine, fromRows(X), numbers, weights, 3);
    expect(moments.basis.columns).toBe(11);
    expect(withinScatter(engine, moments, numbers, weights).rank).toBe(9);
    expect([0, 1, 2].map((k) => withinScatter(engine, moments, numbers, weights, k).rank)).toEqual([3, 4, 2]);
  });
}
