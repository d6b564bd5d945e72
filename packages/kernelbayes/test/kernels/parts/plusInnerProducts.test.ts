import { describe, expect, test } from "vitest";
import { plusInnerProducts } from "../../../src/kernels/parts/plusInnerProducts.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { randomMatrix } from "../../../src/testing/matrices.ts";
import { engines } from "../engines.ts";

describe.each(engines.map((engine) => [engine.name, engine] as const))("on the engine %s", (_name, engine) => {
  test.each([0, 1, 63, 64, 65, 150])(
    "%i rows: a symmetric matrix, inner products and a number are added, exactly symmetric",
    (n) => {
      const G = engine.symmetricProduct(randomMatrix(n, 3, 1));
      const x = randomMatrix(n, 2, 2);
      const left = matrix(
        n,
        2,
        x.data.map((each) => 3 * each),
      );
      const K = plusInnerProducts(engine, G, { factor: 0.5, left, right: x, level: 7 });
      expect([K.rows, K.columns]).toEqual([n, n]);
      for (let a = 0; a < n; a++) {
        for (let b = 0; b < n; b++) {
          const inner = 3 * (x.data[2 * a] * x.data[2 * b] + x.data[2 * a + 1] * x.data[2 * b + 1]);
          const expected = 0.5 * G.data[a * n + b] + inner + 7;
          if (Math.abs(K.data[a * n + b] - expected) > 1e-13) expect.fail(`${a}, ${b}: ${K.data[a * n + b]}`);
          if (K.data[a * n + b] !== K.data[b * n + a]) expect.fail(`${a} and ${b} differ from their mirror image.`);
        }
      }
    },
  );

  test("rows without columns have no inner products", () => {
    const none = matrix(2, 0);
    const K = plusInnerProducts(engine, matrix(2, 2, Float64Array.of(1, 2, 2, 3)), {
      factor: 2,
      left: none,
      right: none,
      level: 1,
    });
    expect(K.data).toEqual(Float64Array.of(3, 5, 5, 7));
  });
});
