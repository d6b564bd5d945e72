import { describe, expect, test } from "vitest";
import { logDeterminant, whiten } from "../../../src/models/parts/gaussianClasses/spectralCovariance.ts";
import { fromRows, toRows } from "../../../src/matrix/index.ts";
import { gaussianEstimate } from "../../../src/models/discriminant/gaussianEstimate.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { formOf, logDeterminantOf, naiveClasses } from "../naive.ts";
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
