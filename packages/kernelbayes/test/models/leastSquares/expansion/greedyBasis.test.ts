import { expect, test } from "vitest";
import type { Matrix } from "../../../../src/engine/matrix.ts";
import type { Bias } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { greedyBasis, type GreedyProblem } from "../../../../src/models/leastSquares/expansion/greedyBasis.ts";
import type { Penalty } from "../../../../src/models/leastSquares/tuned/kernelFeatures.ts";
import { identity } from "../../../../src/matrix/diagonal.ts";
import { selectColumns, selectRows } from "../../../../src/matrix/row.ts";
import { stream } from "../../../../src/random/stream.ts";
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
