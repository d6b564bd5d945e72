import { describe, expect, test } from "vitest";
import type { Matrix } from "../../../../src/engine/matrix.ts";
import {
  positionsToMeans,
  separateScoreDraws,
  sharedScoreDraws,
  type DrawOptions,
  type ScoreDraws,
} from "../../../../src/models/parts/gaussianClasses/probabilityDraws.ts";
import { spanOfRows } from "../../../../src/rows/spanOfRows.ts";
import { factorize, fromRows, toRows } from "../../../../src/matrix/index.ts";
import { gamma, inverseWishartFactor, multivariateNormal, stream, type Stream } from "../../../../src/random/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { engines } from "../../../kernels/engines.ts";
import { gaussianRows } from "../../problems.ts";
import { formOf, logDeterminantOf, naiveClasses, softmax, type Rows } from "../../naive.ts";

const [engine] = engines;
const data = gaussianRows({ sizes: [6, 9, 7], columns: 3 });
const { sizes, means, covariances, pooled } = naiveClasses(data.X, data.classes);
const C = 3;
const p = 3;
const rows = [
  [0.5, 0, 0.3],
  [1.6, -1.5, 0.8],
  [4, 2, -2],
];
const count = 4000;
const levels = [0.05, 0.25, 0.5, 0.75, 0.95];

/** Lower factor of divisor · A. */
function factorOf(A: Rows, divisor = 1): Matrix {
  return factorize(engine, fromRows(A.map((row) => row.map((value) => divisor * value)))).lower;
}

/** Solves M y = d for lower triangular M. */
function forward(M: Matrix, d: readonly number[]): number[] {
  const y: number[] = [];
  d.forEach((value, i) => {
    const known = y.reduce((sum, entry, j) => sum + M.data[i * p + j] * entry, 0);
    y.push((value - known) / M.data[i * p + i]);
  });
  return y;
}

/** The probabilities of a row by one honest draw of means, covariances and priors. */
function honestDraw(random: Stream, factors: readonly Matrix[], degrees: readonly number[], x: number[]): number[] {
  const shared = factors.length === 1;
  const drawn = factors.map((factor, k) => inverseWishartFactor(random, degrees[k], factor));
  const scores = sizes.map((size, k) => {
    const M = drawn[shared ? 0 : k];
    const center = multivariateNormal(random, means[k], {
      ...M,
      data: M.data.map((value) => value / Math.sqrt(size)),
    });
    const y = forward(
      M,
      x.map((value, j) => value - center[j]),
    );
    const logDeterminant = [0, 1, 2].reduce((sum, i) => sum + 2 * Math.log(M.data[i * p + i]), 0);
    const quadratic = y.reduce((sum, value) => sum + value * value, 0);
    return Math.log(gamma(random, size)) - 0.5 * (quadratic + logDeterminant);
  });
  return softmax(scores);
}

/** All draws of the probabilities of a row, a list for each class. */
function drawsOf(draws: ScoreDraws, row: number): number[][] {
  const scores = new Float64Array(C);
  const all = Array.from({ length: draws.count }, (_, s) => {
    draws.fill(s, row, scores);
    return softmax(Array.from(scores));
  });
  return Array.from({ length: C }, (_, c) => all.map((draw) => draw[c]));
}

/**
 * The share of the draws below each quantile of the honest ones is the level, within 4.5 deviations: with 45 comparisons of
 * a continuous distribution a false alarm once in 3000 seeds.
 */
function expectSameDistribution(draws: number[][], honest: number[][]): void {
  draws.forEach((values, c) => {
    const sorted = honest.map((draw) => draw[c]).toSorted((a, b) => a - b);
    for (const level of levels) {
      const at = sorted[Math.floor(level * sorted.length)];
      const share = values.filter((value) => value < at).length / values.length;
      const deviation = Math.sqrt((level * (1 - level) * 2) / count);
      expect(Math.abs(share - level), `class ${c} at ${level}`).toBeLessThan(4.5 * deviation);
    }
  });
}

const options: DrawOptions = {
  seed: 12,
  count,
  sizes: Float64Array.from(sizes),
  logPriors: new Float64Array(C),
  priorsAreEmpirical: true,
  dimension: p,
};

/** Rows and means whitened by the pooled covariance. */
function whitened(points: number[][]): Matrix {
  const factor = factorOf(pooled);
  return fromRows(points.map((point) => forward(factor, point)));
}

const whiteRows = whitened(rows);
const whiteMeans = whitened(means);
const basis = spanOfRows(
  engine,
  fromRows([1, 2].map((k) => toRows(whiteMeans)[k].map((value, j) => value - whiteMeans.data[j]))),
);
const positions = positionsToMeans(whiteRows, whiteMeans, basis);
const degrees = data.X.length - C;

test("positions keep all products of the differences between rows and means", () => {
  expect([positions.rows, positions.columns]).toEqual([rows.length * C, 3]);
  const places = toRows(positions);
  rows.forEach((x, i) => {
    for (let k = 0; k < C; k++) {
      for (let l = 0; l < C; l++) {
        const product = places[i * C + k].reduce((sum, value, j) => sum + value * places[i * C + l][j], 0);
        const [d, e] = [k, l].map((q) => x.map((value, j) => value - means[q][j]));
        expect(product).toBeCloseTo(formOf(pooled, d, e), 10);
      }
    }
  });
});

test("positions need no more coordinates than there are directions", () => {
  const line = positionsToMeans(fromRows([[1], [2]]), fromRows([[0], [3]]), fromRows([[1]]));
  expect([line.rows, line.columns]).toEqual([4, 1]);
  expect(Array.from(line.data)).toEqual([1, -2, 2, -1]);
});

describe("the short draws have the distribution of full draws of means and covariances", () => {
  test("with one covariance for all classes", () => {
    const draws = sharedScoreDraws(positions, degrees, options);
    const factors = [factorOf(pooled, degrees)];
    rows.forEach((x, i) => {
      const random = stream(31, i);
      const honest = Array.from({ length: count }, () => honestDraw(random, factors, [degrees], x));
      expectSameDistribution(drawsOf(draws, i), honest);
    });
  });

  test("with one covariance a class", () => {
    const quadratics = rows.map((x) =>
      means.map((mean, k) =>
        formOf(
          covariances[k],
          x.map((value, j) => value - mean[j]),
        ),
      ),
    );
    const draws = separateScoreDraws(fromRows(quadratics), Float64Array.from(covariances, logDeterminantOf), options);
    const factors = covariances.map((covariance, k) => factorOf(covariance, sizes[k] - 1));
    rows.forEach((x, i) => {
      const random = stream(32, i);
      const honest = Array.from({ length: count }, () =>
        honestDraw(
          random,
          factors,
          sizes.map((size) => size - 1),
          x,
        ),
      );
      expectSameDistribution(drawsOf(draws, i), honest);
    });
  });
});

test("given priors are not drawn", () => {
  const logPriors = Float64Array.of(-1, -2, -3);
  const given = { ...options, count: 50, priorsAreEmpirical: false };
  const [zero, shifted] = [new Float64Array(C), logPriors].map((logs) =>
    sharedScoreDraws(positions, degrees, { ...given, logPriors: logs }),
  );
  const [a, b] = [new Float64Array(C), new Float64Array(C)];
  for (let s = 0; s < 50; s++) {
    zero.fill(s, 1, a);
    shifted.fill(s, 1, b);
    expectClose(
      b.map((score, k) => score - a[k]),
      logPriors,
      1e-12,
    );
  }
});

test("the draws of a row do not depend on the other rows", () => {
  const few = { ...options, count: 20 };
  const alone = sharedScoreDraws(positionsToMeans(whitened([rows[2]]), whiteMeans, basis), degrees, few);
  const among = sharedScoreDraws(positions, degrees, few);
  const [a, b] = [new Float64Array(C), new Float64Array(C)];
  for (let s = 0; s < 20; s++) {
    alone.fill(s, 0, a);
    among.fill(s, 2, b);
    expect(a).toEqual(b);
  }
});
