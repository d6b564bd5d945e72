import { expect, test } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { selectRows } from "../../../../src/matrix/row.ts";
import { exactOutputs } from "../../../../src/models/leastSquares/learned/exactOutputs.ts";
import { outerProduct, steppedSquares } from "../../../../src/models/leastSquares/learned/outerProduct.ts";
import { kernelInMetric, type MetricShape } from "../../../../src/models/leastSquares/learned/shapedKernel.ts";
import { normal } from "../../../../src/random/normal.ts";
import { stream } from "../../../../src/random/stream.ts";

const engine = selectEngine();
const [n, p, M] = [24, 3, 2];

function drawn(rows: number, columns: number, seed: number): Matrix {
  const source = stream(seed);
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => normal(source)),
  );
}

const X = drawn(n, p, 1);
const targets = drawn(n, M, 2);
const kernel = kernelInMetric("matern", 1.5);
const r = 0.3;

/** The output at a row by a fit to rows with given weights. */
function refitted(weights: Float64Array, at: number): Float64Array {
  const kept = Int32Array.from(weights.keys()).filter((row) => weights[row] > 0);
  const own = selectRows(X, kept);
  const rows = { targets: selectRows(targets, kept), weights: Float64Array.from(kept, (row) => weights[row]) };
  const { coefficients } = exactOutputs(engine, kernel.matrix(engine, own), r, rows)!;
  return engine.multiply(kernel.cross(engine, selectRows(X, [at]), own), coefficients).data;
}

test("left-out outputs are those of fits without one unit of each row's weight", () => {
  const weights = Float64Array.from({ length: n }, (_, i) => [1, 2, 3.5, 0.5][i % 4]);
  const { left } = exactOutputs(engine, kernel.matrix(engine, X), r, { targets, weights })!;
  for (let i = 0; i < n; i++) {
    const without = refitted(
      weights.map((weight, k) => (k === i ? Math.max(0, weight - 1) : weight)),
      i,
    );
    for (let m = 0; m < M; m++) expect(left.data[i * M + m]).toBeCloseTo(without[m], 10);
  }
});

test("groups are left out as a whole", () => {
  const weights = new Float64Array(n).fill(1);
  const groups = Array.from({ length: 8 }, (_, g) => Int32Array.of(g, g + 8, g + 16));
  const { left } = exactOutputs(engine, kernel.matrix(engine, X), r, { targets, weights, groups })!;
  for (const members of groups) {
    const others = weights.map((weight, row) => (members.includes(row) ? 0 : weight));
    for (const row of members) {
      const without = refitted(others, row);
      for (let m = 0; m < M; m++) expect(left.data[row * M + m]).toBeCloseTo(without[m], 10);
    }
  }
});

/** ∇f of each machine at a row by central differences. */
function slopes(shape: MetricShape, length: number, coefficients: Matrix, row: number): Float64Array[] {
  const own = kernelInMetric(shape, length);
  const outputs = (x: Float64Array): Float64Array =>
    engine.multiply(own.cross(engine, matrix(1, p, x), X), coefficients).data;
  const at = X.data.subarray(row * p, (row + 1) * p);
  return Array.from({ length: p }, (_, j) => {
    const [up, down] = [1e-6, -1e-6].map((step) => outputs(at.map((value, k) => (k === j ? value + step : value))));
    return up.map((value, m) => (value - down[m]) / 2e-6);
  });
}

test.each(["gaussian", "matern"] as const)("the outer product is that of the slopes of the outputs (%s)", (shape) => {
  const length = 1.2;
  const coefficients = drawn(n, M, 3);
  const K = kernelInMetric(shape, length).matrix(engine, X);
  const found = outerProduct(engine, { shape, length, U: X, K, coefficients });
  const expected = new Float64Array(p * p);
  for (let row = 0; row < n; row++) {
    const each = slopes(shape, length, coefficients, row);
    for (let j = 0; j < p; j++) {
      for (let k = 0; k < p; k++) for (let m = 0; m < M; m++) expected[j * p + k] += each[j][m] * each[k][m];
    }
  }
  found.data.forEach((value, at) => expect(value).toBeCloseTo(expected[at], 4));
});

test("squares of stepped slopes are those between the steps, where a row's own step counts nothing", () => {
  const length = 2;
  const coefficients = drawn(n, M, 4);
  const K = kernelInMetric("l1", length).matrix(engine, X);
  const rows = Int32Array.of(0, 5, 11);
  const found = steppedSquares({ shape: "l1", length, U: X, K, coefficients }, rows);
  const expected = new Float64Array(p);
  for (const row of rows) {
    // Central differences see the row's own kink from both sides, where it cancels.
    slopes("l1", length, coefficients, row).forEach((each, j) => each.forEach((slope) => (expected[j] += slope ** 2)));
  }
  found.forEach((value, j) => expect(value).toBeCloseTo(expected[j], 4));
});
