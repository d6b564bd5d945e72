import { type Matrix } from "kernelbayes";
import { matrix, selectEngine, type Engine } from "kernelbayes/engine";
import { leastSquares } from "kernelbayes/models";
import { matrices } from "kernelbayes/numeric";
import { progress, type Work } from "kernelbayes/progress";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import { fisherTargets, kernelOf, regularizationProblem, type RegularizationProblem } from "./regularizationProblem.ts";

/** How far the residuals of the formula are from those of n fits, as ‖r̃ − r̂‖²/‖r̃‖². */
export interface RefitError {
  /** Fits without the row; its kernel function and the targets of the others stay. This is what the formula is exact for. */
  readonly withoutRow: number;
  /** Fits as if the row had never been: without its kernel function, and with targets counted anew. */
  readonly withoutPoint: number;
}

/** Leaves each row out by fitting again and compares with the formula, at the regularization that the formula chooses. */
export function* refitTask({ experiment }: ExperimentInput): Work<Partial<Measured>> {
  const { options, partition, seed, engine: name } = experiment;
  const rows = options.rows as number;
  const engine = selectEngine(name);
  const problem = regularizationProblem(rows, (seed * 100 + partition) * 10_000 + rows);
  const K = kernelOf(engine, problem);
  const { targets, ones } = problem;
  const form = leastSquares.kernelForm(engine, K, "coefficients", { weights: ones, bias: "free" });
  const response = leastSquares.responseOf(engine, form, targets);
  const criterion = leastSquares.smoothedError(targets, ones, 10);
  const { logMu } = leastSquares.chooseRegularization(engine, form, [response], [criterion]);
  const [{ data: formula }] = leastSquares.leaveOneOutOnGrid(engine, form, [response], [logMu]);
  const squares = { withoutRow: [0, 0], withoutPoint: [0, 0] };
  for (let i = 0; i < rows; i++) {
    const refits = {
      withoutRow: residualWithoutRow(engine, K, problem, i, Math.exp(logMu)),
      withoutPoint: residualWithoutPoint(engine, K, problem, i, Math.exp(logMu)),
    };
    for (const which of ["withoutRow", "withoutPoint"] as const) {
      squares[which][0] += (refits[which] - formula[i]) ** 2;
      squares[which][1] += refits[which] ** 2;
    }
    yield progress("rows", i + 1, rows);
  }
  const error: RefitError = {
    withoutRow: squares.withoutRow[0] / squares.withoutRow[1],
    withoutPoint: squares.withoutPoint[0] / squares.withoutPoint[1],
  };
  return { trainRows: rows, found: JSON.stringify(error) };
}

function residualWithoutRow(
  engine: Engine,
  K: Matrix,
  { targets }: RegularizationProblem,
  left: number,
  mu: number,
): number {
  const others = indicesBut(K.rows, left);
  const kept = Float64Array.from(others, (i) => targets[i]);
  return targets[left] - outputOf(engine, matrices.selectRows(K, others), kept, mu, matrices.row(K, left));
}

function residualWithoutPoint(
  engine: Engine,
  K: Matrix,
  { targets }: RegularizationProblem,
  left: number,
  mu: number,
): number {
  const others = indicesBut(K.rows, left);
  const columns = matrices.selectColumns(K, others);
  const anew = fisherTargets(Array.from(others, (i) => (targets[i] > 0 ? 1 : 0)));
  return targets[left] - outputOf(engine, matrices.selectRows(columns, others), anew, mu, matrices.row(columns, left));
}

/**
 * The output at a row with kernel values k of the machine that minimizes ‖t − Φα − b1‖² + μ‖α‖²: with M = ΦᵀΦ + μI,
 *
 *     α = M⁻¹Φᵀ(t − b1),   b = (1ᵀt − 1ᵀΦM⁻¹Φᵀt) / (n − 1ᵀΦM⁻¹Φᵀ1).
 */
function outputOf(engine: Engine, features: Matrix, targets: Float64Array, mu: number, k: Float64Array): number {
  const { rows: n, columns: m } = features;
  const M = engine.symmetricProduct(features, { transpose: true });
  for (let j = 0; j < m; j++) M.data[j * (m + 1)] += mu;
  const sides = matrix(n, 2);
  targets.forEach((target, i) => sides.data.set([1, target], 2 * i));
  const right = engine.multiply(features, sides, { transposeA: true });
  const solved = matrices.factorize(engine, M).solve(right);
  let [ones, mixed, sum] = [n, 0, 0];
  for (const target of targets) sum += target;
  for (let j = 0; j < m; j++) {
    ones -= right.data[2 * j] * solved.data[2 * j];
    mixed += right.data[2 * j] * solved.data[2 * j + 1];
  }
  const bias = (sum - mixed) / ones;
  let output = bias;
  for (let j = 0; j < m; j++) output += k[j] * (solved.data[2 * j + 1] - bias * solved.data[2 * j]);
  return output;
}

function indicesBut(n: number, left: number): Int32Array {
  return Int32Array.from({ length: n - 1 }, (_, i) => (i < left ? i : i + 1));
}
