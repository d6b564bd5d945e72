import { describe, expect, test } from "vitest";
import type { Matrix } from "../../../src/engine/matrix.ts";
import {
  columns,
  composite,
  constant,
  gaussian,
  linear,
  matern,
  nugget,
  product,
  scale,
  sum,
  type Kernel,
} from "../../../src/kernels/index.ts";
import { matrixWithGradient } from "../../../src/kernels/parts/matrixWithGradient.ts";
import { traceOfProduct } from "../../../src/matrix/dot.ts";
import { randomMatrix } from "../../../src/testing/matrices.ts";
import { engines } from "../engines.ts";

const kernels: Readonly<Record<string, Kernel>> = {
  gaussian: gaussian({ lengthScale: 2 }),
  "gaussian with a length scale a column": gaussian({ lengthScale: [1, 2, 3] }),
  "scaled gaussian": scale(gaussian(), { variance: 5 }),
  "scaled twice": scale(scale(gaussian(), { variance: 5 }), { variance: 0.3 }),
  "scaled gaussian and nugget": sum(scale(gaussian(), { variance: 5 }), nugget({ variance: 0.1 })),
  "nugget, scaled gaussian, two constants": sum(
    nugget({ variance: 0.1 }),
    scale(gaussian(), { variance: 5 }),
    constant({ variance: 3 }),
    constant({ variance: 0.5 }),
  ),
  "a scaled sum": scale(sum(gaussian(), constant({ variance: 3 }), nugget()), { variance: 7 }),
  "two dense terms": sum(scale(gaussian(), { variance: 5 }), scale(linear()), nugget()),
  "constant and nugget alone": sum(constant(), nugget()),
  "some of the columns": columns([2, 0], scale(gaussian(), { variance: 5 })),
  "scaled matern": scale(matern(), { variance: 5 }),
  product: product(gaussian(), scale(linear())),
  composite: composite({ variance: 2, linear: 0.5, bias: 3, nugget: 0.1, relevance: [1, 2, 3] }),
  "composite without gaussian": composite({ variance: 0, relevance: [1, 2, 3] }),
  "composite without linear": composite({ linear: 0, bias: 0, relevance: [1, 2, 3] }),
};

function symmetricWeights(rows: number): Matrix {
  const W = randomMatrix(rows, rows, 11);
  for (let a = 0; a < rows; a++) for (let b = 0; b < a; b++) W.data[b * rows + a] = W.data[a * rows + b];
  return W;
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  Array.from(expected).forEach((each, at) => expect(Math.abs(actual[at] - each)).toBeLessThanOrEqual(tolerance));
}

describe.each(engines.map((engine) => [engine.name, engine] as const))("on the engine %s", (_name, engine) => {
  test.each(Object.entries(kernels))("%s: what is shared is what matrix and gradient give", (_title, kernel) => {
    const x = randomMatrix(12, 3, 1);
    const W = symmetricWeights(12);
    const expected = kernel.matrix(engine, x);
    const gradient = kernel.gradient(engine, x, W);
    const size = Math.max(...expected.data.map(Math.abs));
    for (const variance of [1, 0.25, 6]) {
      const { K, contract } = matrixWithGradient(engine, kernel, x, variance);
      expectClose(
        K.data,
        expected.data.map((each) => variance * each),
        1e-14 * variance * size,
      );
      // Whoever asked may change the diagonal.
      for (let a = 0; a < 12; a++) K.data[a * 12 + a] += 100;
      const shared = contract(W);
      const tolerance = 1e-12 * variance * size * 12 * 12;
      expectClose(
        shared.gradient,
        gradient.map((each) => variance * each),
        tolerance,
      );
      expectClose([shared.sum], [variance * traceOfProduct(W, expected)], tolerance);
    }
  });

  test.each(Object.entries(kernels))("%s: weights of another shape are refused", (_title, kernel) => {
    const { contract } = matrixWithGradient(engine, kernel, randomMatrix(4, 3, 1));
    expect(() => contract(randomMatrix(3, 3, 1))).toThrow(RangeError);
  });
});
