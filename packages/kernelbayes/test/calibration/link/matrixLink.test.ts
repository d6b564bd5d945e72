import { expect, test } from "vitest";
import { crossFittedLink, linkVariances } from "../../../src/calibration/link/crossFittedLink.ts";
import { commonCurve } from "../../../src/calibration/link/commonCurve.ts";
import {
  fitMatrixLink,
  linkLogs,
  linkSlopes,
  meanLoss,
  type LinkRows,
} from "../../../src/calibration/link/matrixLink.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { selectColumns, selectRows } from "../../../src/matrix/row.ts";
import { normal } from "../../../src/random/normal.ts";
import { stream } from "../../../src/random/stream.ts";

const engine = selectEngine();

/** Class 0 lies on both sides of class 1, which no line tells apart; class 2 is elsewhere. */
function masked(n: number, seed: number): LinkRows {
  const source = stream(seed);
  const classes = Int32Array.from({ length: n }, (_, i) => i % 3);
  const outputs = matrix(n, 3);
  classes.forEach((q, i) => {
    const x = (q === 0 ? (i % 2 === 0 ? -1 : 1) : 0) + 0.2 * normal(source);
    outputs.data.set([0.5 * x, -0.5 * x, (q === 2 ? 1 : 0) + 0.2 * normal(source)], 3 * i);
  });
  return { outputs, classes, weights: new Float64Array(n).fill(1) };
}

/** Outputs of C classes, each row's own the highest by `gap` on average. */
function drawn(n: number, C: number, gap: number, seed: number): LinkRows {
  const source = stream(seed);
  const classes = Int32Array.from({ length: n }, (_, i) => i % C);
  const data = Float64Array.from(
    { length: n * C },
    (_, at) => (classes[Math.floor(at / C)] === at % C ? gap : 0) + normal(source),
  );
  return { outputs: matrix(n, C, data), classes, weights: new Float64Array(n).fill(1) };
}

function sums({ data, rows, columns }: Matrix): number[] {
  return Array.from({ length: rows }, (_, i) =>
    data.subarray(i * columns, (i + 1) * columns).reduce((sum, log) => sum + Math.exp(log), 0),
  );
}

test("a class that lies on both sides of another is found by squares, and not by a common slope", () => {
  const rows = masked(300, 1);
  const { loss, logProbabilities, link } = crossFittedLink(engine, rows);
  const test = masked(3000, 2);
  const ofTest = meanLoss(linkLogs(engine, link, test.outputs), test);
  expect(commonCurve(rows).loss).toBeGreaterThan(0.45);
  expect(ofTest).toBeLessThan(0.25);
  expect(link.squareScale).toBeGreaterThan(0);
  // What folds promise is what new rows show.
  expect(Math.abs(loss - ofTest)).toBeLessThan(0.1);
  for (const sum of sums(logProbabilities)) expect(sum).toBeCloseTo(1, 12);
});

test("the penalized likelihood is stationary at the link", () => {
  const rows = drawn(120, 4, 1, 3);
  const penalty = { linear: 2, squares: 25 };
  const { link } = fitMatrixLink(engine, rows, penalty, { maxIterations: 500 });
  const { slope, offsets } = commonCurve(rows);
  const value = (weights: Matrix, b: Float64Array): number => {
    const own = { weights, offsets: b, squareScale: link.squareScale };
    let total = 120 * meanLoss(linkLogs(engine, own, rows.outputs), rows);
    weights.data.forEach((weight, at) => {
      const isSquare = at >= 16;
      const away = isSquare ? weight : weight / slope - (at % 4 === Math.floor(at / 4) ? 1 : 0);
      total += (isSquare ? penalty.squares : penalty.linear) * away ** 2;
    });
    b.forEach((one, c) => (total += 0.05 * (one - offsets[c]) ** 2));
    return total;
  };
  const least = value(link.weights, link.offsets);
  const source = stream(5);
  for (let trial = 0; trial < 20; trial++) {
    const moved = { ...link.weights, data: link.weights.data.map((weight) => weight + 0.02 * normal(source)) };
    const b = link.offsets.map((one) => one + 0.02 * normal(source));
    expect(value(moved, b)).toBeGreaterThan(least - 1e-4);
  }
});

test("outputs that separate the classes the wrong way round give the class frequencies", () => {
  const rows = drawn(90, 3, -2, 4);
  const { link, logProbabilities } = crossFittedLink(engine, rows);
  for (const log of linkLogs(engine, link, rows.outputs).data) expect(Math.exp(log)).toBeCloseTo(1 / 3, 12);
  for (const log of logProbabilities.data) expect(Math.exp(log)).toBeCloseTo(1 / 3, 1);
});

test("a weight of two is two equal rows, and classes may be numbered in any order", () => {
  const rows = drawn(60, 3, 1.5, 6);
  const penalty = { linear: 2, squares: 25 };
  const precise = { maxIterations: 500 };
  const weights = rows.weights.map((_, i) => (i < 20 ? 2 : 1));
  const twice = Int32Array.from({ length: 80 }, (_, i) => (i < 60 ? i : i - 60));
  const copied = {
    outputs: selectRows(rows.outputs, twice),
    classes: twice.map((row) => rows.classes[row]),
    weights: new Float64Array(80).fill(1),
  };
  // The scale of the squares is that of the rows; without squares weights are copies.
  const weighted = linkLogs(
    engine,
    fitMatrixLink(engine, { ...rows, weights }, { linear: 2 }, precise).link,
    rows.outputs,
  );
  const copies = linkLogs(engine, fitMatrixLink(engine, copied, { linear: 2 }, precise).link, rows.outputs);
  weighted.data.forEach((log, at) => expect(log).toBeCloseTo(copies.data[at], 3));
  const order = [2, 0, 1];
  const turned = {
    ...rows,
    outputs: selectColumns(rows.outputs, order),
    classes: rows.classes.map((q) => order.indexOf(q)),
  };
  const straight = linkLogs(engine, fitMatrixLink(engine, rows, penalty, precise).link, rows.outputs);
  const other = linkLogs(engine, fitMatrixLink(engine, turned, penalty, precise).link, turned.outputs);
  selectColumns(straight, order).data.forEach((log, at) => expect(log).toBeCloseTo(other.data[at], 3));
});

test("slopes of scores are their differences, and links of many rows are known better than those of few", () => {
  const rows = drawn(80, 3, 1, 7);
  const { link } = fitMatrixLink(engine, rows, { linear: 2, squares: 25 });
  const at = Float64Array.of(0.3, -0.4, 1.2);
  const slopes = linkSlopes(link, at);
  const scores = (outputs: Float64Array): Float64Array => {
    const features = [...outputs, ...outputs.map((f) => (f * link.squareScale!) ** 2)];
    return link.offsets.map((b, c) => b + features.reduce((sum, f, m) => sum + f * link.weights.data[m * 3 + c], 0));
  };
  for (let m = 0; m < 3; m++) {
    const [up, down] = [1e-5, -1e-5].map((step) => scores(at.map((f, k) => (k === m ? f + step : f))));
    for (let c = 0; c < 3; c++) expect(slopes.data[m * 3 + c]).toBeCloseTo((up[c] - down[c]) / 2e-5, 6);
  }
  const spread = (n: number): number => {
    const many = drawn(n, 3, 1, 8);
    const { foldLinks } = crossFittedLink(engine, many);
    const { data } = linkVariances(engine, foldLinks, rows.outputs);
    return data.reduce((sum, variance) => sum + Math.sqrt(variance), 0) / data.length;
  };
  expect(spread(1600) / spread(100)).toBeLessThan(0.6);
});
