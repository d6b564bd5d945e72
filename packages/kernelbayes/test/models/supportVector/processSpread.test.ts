import { expect, test } from "vitest";
import { iris } from "../../../src/data/iris.ts";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import type { Kernel } from "../../../src/kernels/kernel.ts";
import { nugget } from "../../../src/kernels/nugget.ts";
import { sum } from "../../../src/kernels/sum.ts";
import { addToDiagonal, factorize, selectRows as matrixRows } from "../../../src/matrix/index.ts";
import { processSpread, spreadCodec, spreadVariances } from "../../../src/models/supportVector/processSpread.ts";
import { supportVector } from "../../../src/models/supportVector/svc.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { selectRows, tableFromColumns } from "../../../src/table/table.ts";

const engine = selectEngine();

function normalRows(rows: number, columns: number, seed: number): Matrix {
  const random = stream(seed);
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => normal(random)),
  );
}

/** v k(x, x) − v² kᵀ (W⁻¹ + v K)⁻¹ k, with the matrix of all rows. */
function naiveVariances(kernel: Kernel, variance: number, precisions: Float64Array, X: Matrix, at: Matrix): number[] {
  const { data } = kernel.cross(engine, X, X);
  const noisy = matrix(
    X.rows,
    X.rows,
    data.map((value) => variance * value),
  );
  const inner = factorize(
    engine,
    addToDiagonal(
      noisy,
      precisions.map((w) => 1 / w),
    ),
  );
  const cross = kernel.cross(engine, at, X);
  return Array.from({ length: at.rows }, (_, i) => {
    const k = cross.data.slice(i * X.rows, (i + 1) * X.rows).map((value) => variance * value);
    const solved = inner.solveVector(k);
    const own = at.data.subarray(i * at.columns, (i + 1) * at.columns);
    return variance * kernel.evaluate(own, own, false) - k.reduce((total, value, j) => total + value * solved[j], 0);
  });
}

test("variances equal those by the whole kernel matrix, but for what few rows leave unexplained", () => {
  const X = normalRows(60, 2, 3);
  const logits = Float64Array.from({ length: 60 }, (_, i) => 0.1 * (i - 30));
  const weights = Float64Array.from({ length: 60 }, (_, i) => 1 + (i % 3));
  const precisions = logits.map((logit, i) => weights[i] / (2 + 2 * Math.cosh(logit)));
  const at = normalRows(40, 2, 4);
  const wide = gaussian({ lengthScale: 1.2 });
  for (const kernel of [wide, sum(wide, nugget({ variance: 0.5 }))]) {
    const spread = processSpread(engine, { X, weights, kernel, variance: 6, logits });
    expect(spread.rows.rows).toBeLessThan(60);
    const expected = naiveVariances(kernel, 6, precisions, X, at);
    spreadVariances(engine, spread, at).forEach((value, i) => {
      expect(Math.abs(value - expected[i])).toBeLessThan(0.02);
    });
  }
});

test("a machine without slope leaves the log odds a variance of one far away", () => {
  const X = normalRows(20, 1, 5);
  const kernel = gaussian({ lengthScale: 0.5 });
  const flat = { X, weights: new Float64Array(20).fill(1), kernel, variance: 0, logits: new Float64Array(20) };
  expect(spreadVariances(engine, processSpread(engine, flat), matrix(1, 1, Float64Array.of(100)))[0]).toBeCloseTo(
    1,
    12,
  );
});

test("a spread comes back from its document, and parts that do not fit are refused", () => {
  const X = normalRows(30, 2, 6);
  const problem = {
    X,
    weights: new Float64Array(30).fill(1),
    kernel: gaussian(),
    variance: 3,
    logits: X.data.slice(0, 30),
  };
  const spread = processSpread(engine, problem);
  const written = JSON.parse(
    JSON.stringify(spreadCodec.write(spread), (_, value: unknown) =>
      value instanceof Float64Array ? Array.from(value) : value,
    ),
  ) as Record<string, unknown>;
  const at = normalRows(5, 2, 7);
  expect(spreadVariances(engine, spreadCodec.read(written, "process"), at)).toEqual(
    spreadVariances(engine, spread, at),
  );
  const cut = spreadCodec.write({ ...spread, rows: matrixRows(spread.rows, [0]) });
  expect(() => spreadCodec.read(cut, "process")).toThrow("process");
  const broken = { ...spread, factor: { ...spread.factor, data: spread.factor.data.map((value) => -value) } };
  expect(() => spreadCodec.read(spreadCodec.write(broken), "process")).toThrow("positive diagonal");
});

/** Labels by log odds 1.5 √2 cos(x₁ + φ), rows of two normal columns. */
function wave(rows: number, seed: number) {
  const random = stream(seed);
  const phase = 6.28 * random.uniform();
  const a = Array.from({ length: rows }, () => normal(random));
  const b = Array.from({ length: rows }, () => normal(random));
  const odds = a.map((value) => 1.5 * Math.SQRT2 * Math.cos(value + phase));
  const y = odds.map((value) => (random.uniform() < 1 / (1 + Math.exp(-value)) ? "yes" : "no"));
  return { table: tableFromColumns({ a, b, y }), odds };
}

test("intervals of level 0.9 held the true probability in half of the rows: now in most", () => {
  let covered = 0;
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const { table, odds } = wave(100, seed);
    const posterior = fitSync(supportVector(), table, { target: "y" });
    const { lower, upper } = posterior.predict(table, { level: 0.9 });
    const yes = posterior.classes.indexOf("yes");
    odds.forEach((value, i) => {
      const p = 1 / (1 + Math.exp(-value));
      if (lower.data[2 * i + yes] <= p && p <= upper.data[2 * i + yes]) covered += 1 / (8 * odds.length);
    });
  }
  expect(covered).toBeGreaterThan(0.8);
  expect(covered).toBeLessThan(0.99);
});

test("where classes are far apart intervals of sure rows are narrow", () => {
  const table = iris();
  for (const half of [0, 1]) {
    const part = (parity: number): number[] => Array.from({ length: 75 }, (_, k) => 2 * k + parity);
    const posterior = fitSync(supportVector(), selectRows(table, part(half)), { target: "species" });
    const { probabilities, lower, upper } = posterior.predict(selectRows(table, part(1 - half)), { level: 0.9 });
    const widths = Array.from(probabilities.data.keys())
      .filter((at) => probabilities.data[at] > 0.95)
      .map((at) => upper.data[at] - lower.data[at])
      .toSorted((a, b) => a - b);
    expect(widths.length).toBeGreaterThan(20);
    expect(widths[widths.length >> 1]).toBeLessThan(0.2);
  }
});
