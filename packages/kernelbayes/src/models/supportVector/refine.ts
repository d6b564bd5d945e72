import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { freeRows, lowerBound, upperBound, type DualPoint, type DualProblem } from "./dual.ts";
import type { MinimalOptimization } from "./minimalOptimization.ts";
import { pause, type Work } from "../../run/work.ts";
import type { KernelRows } from "../../rows/kernel/kernelRows.ts";

/** The gap at which a solution is as exact as its rounding lets it be. */
export const exact = 1e-10;

const mostRounds = 12;

/** More free rows than these are left as the steps in pairs found them. */
const mostFree = 1500;

/**
 * Brings a search that has met its tolerance to the optimum itself, so that the result does not depend on the way to it.
 * The rows at their bounds stay there, and the free ones solve their equations
 *
 *     r_f − K_ff Δ = b 1,   1ᵀΔ = 0;
 *
 * where that would leave an interval the step ends at its border, and steps in pairs go on from there. Both only descend. Pauses after each step.
 */
export function* refine(engine: Engine, problem: DualProblem, search: MinimalOptimization): Work<void> {
  for (let round = 0; round < mostRounds && search.violation().gap > exact; round++) {
    const free = freeRows(problem, search.coefficients);
    if (free.length > mostFree) return;
    // A second step takes away what the jitter of the factorization left.
    for (let step = 0; step < 3; step++) {
      const isOpen = newtonStep(engine, problem, search, freeRows(problem, search.coefficients));
      yield pause;
      if (!isOpen) break;
    }
    const { gap } = search.violation();
    if (gap > exact) yield* search.running(10 * problem.signs.length, Math.max(exact, 0.01 * gap));
  }
}

/** Moves the free coefficients towards the solution of their equations; true if the whole way was open. */
function newtonStep(engine: Engine, problem: DualProblem, point: DualPoint, free: Int32Array): boolean {
  const { rows, signs, costs } = problem;
  const { coefficients, residuals } = point;
  const system = free.length < 2 ? undefined : freeSystem(engine, rows, free);
  if (!system) return false;
  const right = matrix(free.length, 1);
  free.forEach((i, a) => (right.data[a] = residuals[i]));
  const solved = engine.solveFactored(system.factor, right).data;
  const bias = solved.reduce((sum, value) => sum + value, 0) / system.total;
  const step = solved.map((value, a) => value - bias * system.ofOnes[a]);
  let share = 1;
  let blocking = -1;
  free.forEach((i, a) => {
    const target = coefficients[i] + step[a];
    const bound = step[a] > 0 ? upperBound(signs[i], costs[i]) : lowerBound(signs[i], costs[i]);
    if (step[a] > 0 ? target <= bound : target >= bound) return;
    const open = (bound - coefficients[i]) / step[a];
    if (open < share) {
      share = open;
      blocking = a;
    }
  });
  free.forEach((i, a) => {
    const before = coefficients[i];
    const [least, most] = [lowerBound(signs[i], costs[i]), upperBound(signs[i], costs[i])];
    if (a === blocking) coefficients[i] = step[a] > 0 ? most : least;
    else coefficients[i] = Math.min(most, Math.max(least, before + share * step[a]));
    const moved = coefficients[i] - before;
    const row = rows.row(i);
    for (let t = 0; t < residuals.length; t++) residuals[t] -= moved * row[t];
  });
  return blocking < 0;
}

/** The kernel of the free rows, factored, with what the constraint Σβ = 0 needs. */
interface FreeSystem {
  readonly free: Int32Array;
  /** L of K_ff + 1e−10 · mean diagonal. */
  readonly factor: Matrix;
  /** u = K_ff⁻¹ 1. */
  readonly ofOnes: Float64Array;
  /** s = 1ᵀ K_ff⁻¹ 1. */
  readonly total: number;
}

/** Relative to the mean of the diagonal: enough for free rows that are equal. */
export const jitter = 1e-10;

/** One Cholesky factorization of the free rows; undefined where they do not determine their coefficients even so. */
export function freeSystem(engine: Engine, rows: KernelRows, free: Int32Array): FreeSystem | undefined {
  const m = free.length;
  if (m === 0) return undefined;
  const K = matrix(m, m);
  for (let a = 0; a < m; a++) {
    const row = rows.row(free[a]);
    for (let b = 0; b < m; b++) K.data[a * m + b] = row[free[b]];
  }
  const mean = free.reduce((sum, i) => sum + rows.diagonal[i], 0) / m;
  for (let a = 0; a < m; a++) K.data[a * m + a] += jitter * mean;
  const factored = engine.cholesky(K);
  if (!factored.ok) return undefined;
  const ofOnes = engine.solveFactored(factored.factor, matrix(m, 1, new Float64Array(m).fill(1))).data;
  const total = ofOnes.reduce((sum, u) => sum + u, 0);
  return total > 0 ? { free, factor: factored.factor, ofOnes, total } : undefined;
}
