import { expect, test } from "vitest";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { leftOutRows } from "../../../src/likelihoods/multinomial/leftOutRows.ts";
import {
  factoredHessian,
  hessianAt,
  multinomialMode,
  outputCovariances,
  outputCurvature,
  outputSlopes,
} from "../../../src/likelihoods/multinomial/multinomialMode.ts";
import { atPenalty } from "../../../src/models/logistic/searchPenalty.ts";
import { smallSolver } from "../../../src/optimize/smallSolver.ts";
import { cloudRows } from "./problem.ts";

const engine = selectEngine();
const [n, classCount] = [80, 20];
const q = classCount - 1;
const weights = Float64Array.from({ length: n }, (_, i) => [1, 2, 0.5][i % 3]);
const problem = atPenalty(cloudRows(n, 2, classCount, weights), 0.7);
const mode = multinomialMode(engine, problem);
const m = problem.design.columns;

/** The largest difference of two matrices, in units of the largest entry of the first. */
function difference(a: Matrix, b: Matrix): number {
  const largest = Math.max(...a.data.map(Math.abs));
  return Math.max(...a.data.map((value, at) => Math.abs(value - b.data[at]))) / largest;
}

function curvatureOf(row: number): Float64Array {
  const C = classCount;
  return outputCurvature(problem.contrasts, mode.logProbabilities.data.subarray(row * C, (row + 1) * C));
}

test("the Hessian of twenty classes is the sum over rows of what loops over the classes give", () => {
  const H = matrix(m * q, m * q);
  for (let i = 0; i < n; i++) {
    const W = curvatureOf(i);
    for (let at = 0; at < H.data.length; at++) {
      const [row, column] = [Math.floor(at / (m * q)), at % (m * q)];
      const [j, k] = [Math.floor(row / q), Math.floor(column / q)];
      const x = weights[i] * problem.design.data[i * m + j] * problem.design.data[i * m + k];
      H.data[at] += x * W[(row % q) * q + (column % q)];
    }
  }
  for (let at = 0; at < m * q; at++) H.data[at * (m * q + 1)] += problem.penalties[Math.floor(at / q)];
  expect(difference(H, hessianAt(engine, problem, mode))).toBeLessThan(1e-13);
});

test("twenty classes without a row: the outputs are those of the formula, entry by entry", () => {
  const G = factoredHessian(engine, problem, mode).inverse();
  const covariances = matrix(n, q * q);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      for (let k = 0; k < m; k++) {
        const x = problem.design.data[i * m + j] * problem.design.data[i * m + k];
        for (let a = 0; a < q; a++) {
          for (let b = 0; b < q; b++)
            covariances.data[i * q * q + a * q + b] += x * G.data[(j * q + a) * m * q + k * q + b];
        }
      }
    }
  }
  expect(difference(covariances, outputCovariances(engine, G, problem.design, q))).toBeLessThan(1e-12);

  const slopes = outputSlopes(problem, mode.logProbabilities);
  const outputs = matrix(n, q);
  for (let i = 0; i < n; i++) {
    const unit = Math.min(1, weights[i]);
    const V = matrix(q, q, covariances.data.slice(i * q * q, (i + 1) * q * q));
    const WV = engine.multiply(matrix(q, q, curvatureOf(i)), V).data;
    const kept = WV.map((value, at) => (at % (q + 1) === 0 ? 1 : 0) - unit * value);
    const pull = smallSolver(kept, q)!(slopes.data.subarray(i * q, (i + 1) * q));
    const moved = engine.multiply(V, matrix(q, 1, pull)).data;
    moved.forEach((value, a) => (outputs.data[i * q + a] = mode.outputs.data[i * q + a] - unit * value));
  }
  expect(difference(outputs, leftOutRows(engine, problem, mode).outputs)).toBeLessThan(1e-10);
});
