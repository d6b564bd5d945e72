import { describe, test } from "vitest";
import { discriminantMoments, withinScatter } from "../../../src/models/discriminant/discriminantMoments.ts";
import { shrunkCovariance } from "../../../src/models/discriminant/shrunkCovariance.ts";
import { whiten } from "../../../src/models/parts/gaussianClasses/spectralCovariance.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { engines } from "../../kernels/engines.ts";
import { gaussianRows } from "../problems.ts";
import { combination, formOf, identityRows, naiveClasses, traceOf } from "../naive.ts";

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
