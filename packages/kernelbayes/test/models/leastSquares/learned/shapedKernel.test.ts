import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { referenceEngine } from "../../../../src/engine/reference/index.ts";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import {
  distancesInMetric,
  kernelInMetric,
  kernelOfDistances,
  medianDistance,
} from "../../../../src/models/leastSquares/learned/shapedKernel.ts";
import { stream } from "../../../../src/random/stream.ts";
import { normal } from "../../../../src/random/normal.ts";

const [n, p] = [31, 4];
const source = stream(5);
const U = matrix(
  n,
  p,
  Float64Array.from({ length: n * p }, () => normal(source)),
);
const shapes = ["matern", "gaussian", "l1"] as const;

test.each(shapes)("one matrix of distances serves kernels of all lengths, on and below the diagonal (%s)", (shape) => {
  for (const engine of [selectEngine(), referenceEngine]) {
    const D = distancesInMetric(engine, shape, U);
    for (const length of [0.3, 2]) {
      const expected = kernelInMetric(shape, length).matrix(engine, U);
      const found = kernelOfDistances(shape, length, D, matrix(n, n));
      for (let i = 0; i < n; i++) {
        for (let j = 0; j <= i; j++) expect(found.data[i * n + j]).toBeCloseTo(expected.data[i * n + j], 13);
      }
    }
  }
});

test.each(shapes)("the median distance is that of all pairs of different rows (%s)", (shape) => {
  const distances: number[] = [];
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < a; b++) {
      const away = Array.from({ length: p }, (_, j) => Math.abs(U.data[a * p + j] - U.data[b * p + j]));
      distances.push(shape === "l1" ? away.reduce((sum, each) => sum + each, 0) : Math.hypot(...away));
    }
  }
  const sorted = distances.toSorted((a, b) => a - b);
  expect(medianDistance(selectEngine(), shape, U)).toBeCloseTo(sorted[sorted.length >> 1], 12);
});

test("equal rows have the median distance 1, and where most are equal the smallest that is not 0 counts", () => {
  expect(medianDistance(selectEngine(), "matern", matrix(5, 2))).toBe(1);
  const most = matrix(5, 1, Float64Array.of(0, 0, 0, 0, 3));
  expect(medianDistance(selectEngine(), "l1", most)).toBe(3);
});
