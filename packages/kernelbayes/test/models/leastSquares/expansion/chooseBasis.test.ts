import { expect, test } from "vitest";
import { type Matrix, matrix } from "../../../../src/engine/matrix.ts";
import type { Bias } from "../../../../src/models/leastSquares/expansion/scaledFeatures.ts";
import {
  greedyBasis,
  type GreedyProblem,
  drawToFront,
  pivotedBasis,
} from "../../../../src/models/leastSquares/expansion/chooseBasis.ts";
import type { Penalty } from "../../../../src/models/leastSquares/tuned/kernelFeatures.ts";
import { identity, diagonal } from "../../../../src/matrix/diagonal.ts";
import { selectColumns, selectRows, column } from "../../../../src/matrix/row.ts";
import { stream, type Stream } from "../../../../src/random/stream.ts";
import { biases, directSolution, engine, relativeDifference, rowsOf } from "../problems.ts";

const mu = 0.3;
const cases = biases.flatMap((bias) => (["coefficients", "function"] as const).map((penalty) => ({ bias, penalty })));

function problemOf(n: number, bias: Bias, penalty: Penalty): GreedyProblem & { readonly K: Matrix } {
  const { K, signs, weights } = rowsOf(n, { weighted: true });
  return { K, rows: n, columns: (indices) => selectColumns(K, indices), targets: signs, weights, bias, penalty, mu };
}

/** The minimum of the criterion on a basis, by its normal equations. */
function minimumOn(problem: ReturnType<typeof problemOf>, basis: ArrayLike<number>): number {
  const { K, targets, weights, bias } = problem;
  const columns = selectColumns(K, basis);
  const penalty = problem.penalty === "function" ? selectRows(columns, basis) : identity(basis.length);
  const { alpha, bias: b } = directSolution({ columns, penalty, targets, weights, bias, mu });
  const m = basis.length;
  let value = bias === "regularized" ? mu * b * b : 0;
  targets.forEach((t, i) => {
    const f = alpha.reduce((sum, a, j) => sum + a * columns.data[i * m + j], b);
    value += weights[i] * (t - f) ** 2;
  });
  alpha.forEach((a, i) => alpha.forEach((c, j) => (value += mu * a * c * penalty.data[i * m + j])));
  return value;
}

test.each(cases)("each row lowers the minimum by what was said, and by the most: $bias bias, $penalty", (kind) => {
  const problem = problemOf(16, kind.bias, kind.penalty);
  const { selected, objectivePath } = greedyBasis(engine, problem, { size: 5 });
  expect(selected.length).toBe(5);
  const direct = Array.from(objectivePath, (_, m) => minimumOn(problem, selected.slice(0, m)));
  expect(relativeDifference(objectivePath, direct)).toBeLessThan(1e-10);
  for (let m = 0; m < 5; m++) {
    for (let other = 0; other < 16; other++) {
      if (selected.slice(0, m).includes(other)) continue;
      expect(minimumOn(problem, [...selected.slice(0, m), other])).toBeGreaterThan(direct[m + 1] - 1e-9);
    }
  }
});

test.each(cases)("drawing as many candidates as there are rows is the same as all: $bias bias, $penalty", (kind) => {
  const problem = problemOf(40, kind.bias, kind.penalty);
  const all = greedyBasis(engine, problem, { size: 8 });
  const drawn = greedyBasis(engine, problem, { size: 8, draw: stream(2) });
  expect(drawn.selected).toEqual(all.selected);
  expect(relativeDifference(drawn.objectivePath, all.objectivePath)).toBeLessThan(1e-11);
});

test("of many rows a few candidates are looked at a step, the same for the same seed", () => {
  const problem = problemOf(150, "free", "coefficients");
  let asked = 0;
  const counted = {
    ...problem,
    columns: (indices: Int32Array) => {
      asked += indices.length;
      expect(new Set(indices).size).toBe(indices.length);
      return problem.columns(indices);
    },
  };
  const one = greedyBasis(engine, counted, { size: 10, draw: stream(4) });
  expect(asked).toBe(590);
  expect(new Set(one.selected).size).toBe(10);
  expect(greedyBasis(engine, problem, { size: 10, draw: stream(4) })).toEqual(one);
  expect(greedyBasis(engine, problem, { size: 10, draw: stream(5) }).selected).not.toEqual(one.selected);
  const direct = Array.from(one.objectivePath, (_, m) => minimumOn(problem, one.selected.slice(0, m)));
  expect(relativeDifference(one.objectivePath, direct)).toBeLessThan(1e-10);
});

test("of equal rows the lowest is taken", () => {
  const { K, signs, weights } = rowsOf(10);
  const twice = Array.from({ length: 20 }, (_, i) => i % 10);
  const both = selectColumns(selectRows(K, twice), twice);
  const problem = {
    rows: 20,
    columns: (indices: Int32Array) => selectColumns(both, indices),
    targets: Float64Array.from(twice, (i) => signs[i]),
    weights: Float64Array.from(twice, (i) => weights[i]),
    bias: "free" as const,
    penalty: "function" as const,
    mu,
  };
  for (const draw of [undefined, stream(1)]) {
    const { selected } = greedyBasis(engine, problem, draw ? { size: 20, draw } : { size: 20 });
    expect(Math.max(...selected)).toBeLessThan(10);
    // The second of a pair adds nothing to the function, so that the choice ends before the rows do.
    expect(selected.length).toBeLessThanOrEqual(10);
  }
});

/** So many of n rows, each choice equally likely. */
function randomRows(draw: Stream, n: number, count: number): Int32Array {
  return drawToFront(
    draw,
    Int32Array.from({ length: n }, (_, j) => j),
    count,
  );
}

test("rows that are drawn differ, are the same for the same seed, and can be all rows", () => {
  const basis = randomRows(stream(7), 50, 12);
  expect(new Set(basis).size).toBe(12);
  expect(basis.every((row) => row >= 0 && row < 50)).toBe(true);
  expect(randomRows(stream(7), 50, 12)).toEqual(basis);
  expect(randomRows(stream(8), 50, 12)).not.toEqual(basis);
  expect(Array.from(randomRows(stream(7), 5, 5)).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
});

test("every row is as likely as any other", () => {
  const draw = stream(3);
  const counts = new Float64Array(10);
  for (let round = 0; round < 4000; round++) for (const row of randomRows(draw, 10, 3)) counts[row]++;
  // Mean 1200, deviation √(4000 · 0.3 · 0.7) = 29; five of them, in ten counts: a false alarm in 170 000 seeds.
  for (const count of counts) expect(Math.abs(count - 1200)).toBeLessThan(145);
});

test("what is drawn comes to the front of the pool, which keeps its entries", () => {
  const pool = Int32Array.of(5, 6, 7, 8, 9);
  const drawn = drawToFront(stream(1), pool, 3);
  expect(drawn).toEqual(pool.slice(0, 3));
  expect(pool.toSorted()).toEqual(Int32Array.of(5, 6, 7, 8, 9));
});

test("a pivoted basis takes the row that is explained worst, lowest first, and stops when nothing is left", () => {
  const { K } = rowsOf(15);
  const basis = pivotedBasis(engine, diagonal(K), (j) => column(K, j), 6);
  expect(basis.length).toBe(6);
  expect(basis[0]).toBe(0);
  for (let m = 1; m < 6; m++) {
    const chosen = basis.slice(0, m);
    const columns = selectColumns(K, chosen);
    const factor = engine.cholesky(selectRows(columns, chosen));
    if (!factor.ok) throw new Error("The kernel of the basis is singular.");
    // K_·J K_JJ⁻¹ K_J· = GGᵀ.
    const G = engine.solveTriangular(factor.factor, columns, { side: "right", transpose: true });
    const left = diagonal(K).map((value, i) => value - diagonal(engine.symmetricProduct(G))[i]);
    expect(left[basis[m]]).toBeCloseTo(Math.max(...left), 12);
  }
  const few = matrix(15, 2, K.data.slice(0, 30));
  const flat = engine.symmetricProduct(few);
  expect(pivotedBasis(engine, diagonal(flat), (j) => column(flat, j), 6).length).toBe(2);
});

test("the factor of a pivoted choice is the projection on the chosen columns", () => {
  const { K } = rowsOf(15);
  const { factor, pivots } = engine.incompleteCholesky(diagonal(K), (j) => column(K, j), { rank: 5 });
  const columns = selectColumns(K, pivots);
  const block = engine.cholesky(selectRows(columns, pivots));
  if (!block.ok) throw new Error("The kernel of the basis is singular.");
  const G = engine.solveTriangular(block.factor, columns, { side: "right", transpose: true });
  expect(relativeDifference(engine.symmetricProduct(factor).data, engine.symmetricProduct(G).data)).toBeLessThan(1e-11);
});
