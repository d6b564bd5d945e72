import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { gaussian } from "../../src/kernels/index.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";
import { engines } from "./engines.ts";

/** Numbers of 20 bits, so that adding 2²⁰ to them is exact. */
const dyadic = (rows: number, columns: number): Matrix => {
  const { data } = randomMatrix(rows, columns, 3);
  return matrix(
    rows,
    columns,
    data.map((value) => Math.round(value * 2 ** 20) / 2 ** 20),
  );
};
const shifted = (x: Matrix): Matrix =>
  matrix(
    x.rows,
    x.columns,
    x.data.map((value) => value + 2 ** 20),
  );
const symmetric = (n: number): Matrix => engines[0].symmetricProduct(randomMatrix(n, n, 8));

describe.each(engines.map((engine) => [engine.name, engine] as const))("on the engine %s", (_name, engine) => {
  test("entries that are almost 0 are right to twelve digits", () => {
    const kernel = gaussian({ lengthScale: [0.1, 0.2, 0.07] });
    const x = randomMatrix(30, 3, 1);
    const K = kernel.matrix(engine, x);
    let smallest = 1;
    for (let a = 0; a < 30; a++) {
      for (let b = 0; b < 30; b++) {
        const expected = kernel.evaluate(x.data.subarray(3 * a, 3 * a + 3), x.data.subarray(3 * b, 3 * b + 3));
        expect(Math.abs(K.data[30 * a + b] - expected)).toBeLessThanOrEqual(1e-12 * expected);
        smallest = Math.min(smallest, expected);
      }
    }
    expect(smallest).toBeLessThan(1e-100);
  });

  test.each(["one", "each"] as const)(
    "matrix and gradient (relevance %s) are the same far from the origin",
    (relevance) => {
      const kernel = gaussian({ lengthScale: 0.5, relevance }).forColumns([0, 1, 2]);
      const x = dyadic(12, 3);
      const weights = symmetric(12);
      expect(kernel.matrix(engine, shifted(x))).toEqual(kernel.matrix(engine, x));
      const gradient = kernel.gradient(engine, x, weights);
      kernel.gradient(engine, shifted(x), weights).forEach((value, j) => expect(value).toBeCloseTo(gradient[j], 8));
    },
  );

  test("the derivatives for one length scale a column add up to that for one length scale", () => {
    const x = randomMatrix(15, 4, 2);
    const weights = symmetric(15);
    const [one] = gaussian({ lengthScale: 0.7 }).gradient(engine, x, weights);
    const each = gaussian({ lengthScale: [0.7, 0.7, 0.7, 0.7] }).gradient(engine, x, weights);
    expect(Math.abs(each.reduce((sum, value) => sum + value, 0) - one)).toBeLessThan(1e-12 * Math.abs(one));
  });

  test("rows further apart than any double tells have kernel and derivative 0", () => {
    const x = matrix(2, 1, Float64Array.of(-1e308, 1e308));
    for (const lengthScale of [1, [1]]) {
      const kernel = gaussian({ lengthScale });
      expect(kernel.matrix(engine, x).data).toEqual(Float64Array.of(1, 0, 0, 1));
      expect(kernel.gradient(engine, x, matrix(2, 2, Float64Array.of(1, 1, 1, 1)))).toEqual(Float64Array.of(0));
    }
  });
});
