import { describe, expect, test } from "vitest";
import { discriminantMoments, withinScatter } from "../../../src/models/discriminant/discriminantMoments.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { engines } from "../../kernels/engines.ts";
import { gaussianRows } from "../problems.ts";
import { combination, identityRows, naiveClasses, traceOf } from "../naive.ts";

const few = gaussianRows({ sizes: [9, 6, 7], columns: 3 });
const data = {
  "more rows than columns": few,
  "a repeated column": { ...few, X: few.X.map(([a, b, c]) => [a, b, c, 2 * b]) },
  "more columns than rows": gaussianRows({ sizes: [4, 5, 3], columns: 20 }),
};

for (const engine of engines) {
  for (const [name, { X, classes }] of Object.entries(data)) {
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
    const { X, classes } = data["more columns than rows"];
    const weights = new Float64Array(classes.length).fill(1);
    const numbers = Int32Array.from(classes);
    const moments = discriminantMoments(engine, fromRows(X), numbers, weights, 3);
    expect(moments.basis.columns).toBe(11);
    expect(withinScatter(engine, moments, numbers, weights).rank).toBe(9);
    expect([0, 1, 2].map((k) => withinScatter(engine, moments, numbers, weights, k).rank)).toEqual([3, 4, 2]);
  });
}
