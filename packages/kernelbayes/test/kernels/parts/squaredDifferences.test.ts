import type { Engine } from "../../../src/engine/engine.ts";
import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { referenceEngine } from "../../../src/engine/reference/index.ts";
import { gaussianWeights, slopeWeights, type PairWeights } from "../../../src/kernels/parts/pairWeights.ts";
import { squaredDifferences } from "../../../src/kernels/parts/squaredDifferences.ts";
import { randomMatrix } from "../../../src/testing/matrices.ts";
import { engines } from "../engines.ts";

/** The sum as it is written, pair by pair, times the weight of the column. */
function naive(x: Matrix, V: Matrix, weights: Float64Array): Float64Array {
  return weights.map((weight, j) => {
    let sum = 0;
    for (let a = 0; a < x.rows; a++) {
      for (let b = 0; b < x.rows; b++) {
        sum += V.data[a * x.rows + b] * (x.data[a * x.columns + j] - x.data[b * x.columns + j]) ** 2;
      }
    }
    return weight * sum;
  });
}

/** Weights of either sign that are 0 on the diagonal and fall with the distance as the slope says. */
function pairWeights(R: Matrix, slope: (squared: number) => number): Matrix {
  const n = R.rows;
  const W = referenceEngine.symmetricProduct(randomMatrix(n, n, 3));
  return matrix(
    n,
    n,
    R.data.map((squared, index) => (squared === 0 ? 0 : slope(squared) * W.data[index])),
  );
}

const slopes = {
  gaussian: (squared: number): number => Math.exp(-0.5 * squared),
  "matern ½": (squared: number): number => Math.exp(-Math.sqrt(squared)) / Math.sqrt(squared),
};

/** Weights as they are, of pairs at these squared distances. */
function pairsOf(V: Matrix, R: Matrix): PairWeights {
  return slopeWeights(V, R, () => 1);
}

function expectAccurate(engine: Engine, x: Matrix, weights: Float64Array, slope: (squared: number) => number): void {
  const R = referenceEngine.squaredDistances(x, undefined, weights);
  const V = pairWeights(R, slope);
  const size = V.data.reduce((sum, each, index) => (each === 0 ? sum : sum + Math.abs(each) * R.data[index]), 0);
  const { columns: sums } = squaredDifferences(engine, x, pairsOf(V, R), weights);
  const expected = naive(x, V, weights);
  expect(expected.some((each) => Math.abs(each) > 1e-3 * size)).toBe(true);
  expected.forEach((each, j) => expect(Math.abs(sums[j] - each)).toBeLessThan(1e-11 * size));
}

describe.each(engines.map((engine) => [engine.name, engine] as const))("on the engine %s", (_name, engine) => {
  describe.each(Object.entries(slopes))("with the slope of the kernel %s", (_name, slope) => {
    test.each([1e-3, 1, 30, 1e3, 1e6, 1e12])(
      "clusters %s length scales apart give the sum of all pairs to 1e-11 of its terms",
      (distance) => {
        const x = randomMatrix(40, 3, 1);
        // Column 0 is spread over three clusters, column 1 lies far from the origin, column 2 is as it was.
        for (let a = 0; a < 40; a++) {
          x.data[3 * a] += distance * (a % 3);
          x.data[3 * a + 1] += distance;
        }
        expectAccurate(engine, x, Float64Array.of(1, 1, 1), slope);
      },
    );

    test.each([1e-4, 1e-7, 1e-10])("so do pairs of rows %s apart", (distance) => {
      const x = randomMatrix(40, 2, 2);
      for (let a = 0; a < 20; a++) {
        x.data[4 * a + 2] = x.data[4 * a] + distance;
        x.data[4 * a + 3] = x.data[4 * a + 1];
      }
      expectAccurate(engine, x, Float64Array.of(1, 1), slope);
      expectAccurate(engine, x, Float64Array.of((0.1 / distance) ** 2, 1), slope);
    });
  });

  test("without weight everything is 0, even what is infinitely far apart", () => {
    const x = matrix(2, 1, Float64Array.of(-1.5e308, 1.5e308));
    const R = engine.squaredDistances(x);
    expect(squaredDifferences(engine, x, pairsOf(matrix(2, 2), R), Float64Array.of(1))).toEqual({
      columns: Float64Array.of(0),
      sum: 0,
    });
  });

  test.each([1.5e308, -1.5e308])("one row at %s does not spoil the sum of the others", (far) => {
    const x = matrix(3, 1, Float64Array.of(1, 3, far));
    const V = matrix(3, 3, Float64Array.of(0, 1, 0, 1, 0, 0, 0, 0, 0));
    const R = engine.squaredDistances(x);
    expect(squaredDifferences(engine, x, pairsOf(V, R), Float64Array.of(1))).toEqual({
      columns: Float64Array.of(8),
      sum: 2,
    });
  });
});

test("more rows than a block holds give the sums of all pairs", () => {
  const x = randomMatrix(300, 2, 4);
  const weights = Float64Array.of(1, 3);
  const R = referenceEngine.squaredDistances(x, undefined, weights);
  const V = pairWeights(R, slopes.gaussian);
  const { columns, sum } = squaredDifferences(referenceEngine, x, pairsOf(V, R), weights);
  const size = V.data.reduce((most, each) => most + Math.abs(each), 0);
  naive(x, V, weights).forEach((each, j) => expect(Math.abs(columns[j] - each)).toBeLessThan(1e-11 * size));
  const expected = V.data.reduce((total, each) => total + each, 0);
  expect(Math.abs(sum - expected)).toBeLessThan(1e-12 * size);
});

test("the weights of a gaussian kernel are those of its slope, with a size that is never too large", () => {
  const n = 30;
  const x = randomMatrix(n, 2, 5);
  const R = referenceEngine.squaredDistances(x);
  const W = referenceEngine.symmetricProduct(randomMatrix(n, n, 3));
  const variance = 7;
  const K = matrix(
    n,
    n,
    R.data.map((squared) => variance * slopes.gaussian(squared)),
  );
  // The diagonal is nobody's business.
  for (let a = 0; a < n; a++) K.data[a * n + a] = NaN;
  const [bySlope, byKernel] = [new Float64Array(n * n), new Float64Array(n * n)];
  const slopeSize = slopeWeights(W, R, (squared) => variance * slopes.gaussian(squared)).fill(0, n, bySlope);
  const kernelSize = gaussianWeights(W, K, variance).fill(0, n, byKernel);
  byKernel.forEach((each, at) =>
    expect(Math.abs(each - bySlope[at])).toBeLessThan(1e-12 * (1 + Math.abs(bySlope[at]))),
  );
  expect(kernelSize).toBeLessThanOrEqual(slopeSize);
  expect(kernelSize).toBeGreaterThan(0.1 * slopeSize);
});
