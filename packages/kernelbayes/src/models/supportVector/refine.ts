import type { Engine } from "../../engine/engine.ts";
import { matrix } from "../../engine/matrix.ts";
import { freeRows, lowerBound, upperBound, type DualPoint, type DualProblem } from "./dual.ts";
import { freeSystem } from "./freeSystem.ts";
import type { MinimalOptimization } from "./minimalOptimization.ts";

/** The gap at which a solution is as exact as its rounding lets it be. */
const exact = 1e-10;

const mostRounds = 12;

/** More free rows than these are left as the steps in pairs found them. */
const mostFree = 1500;

/**
 * Brings a search that has met its tolerance to the optimum itself, so that the result does not depend on the way to it.
 * The rows at their bounds stay there, and the free ones solve their equations
 *
 *     r_f − K_ff Δ = b 1,   1ᵀΔ = 0;
 *
 * where that would leave an interval the step ends at its border, and steps in pairs go on from there. Both only descend.
 */
export function refine(engine: Engine, problem: DualProblem, search: MinimalOptimization): void {
  for (let round = 0; round < mostRounds && search.violation().gap > exact; round++) {
    const free = freeRows(problem, search.coefficients);
    if (free.length > mostFree) return;
    // A second step takes away what the jitter of the factorization left.
    for (let step = 0; step < 3 && newtonStep(engine, problem, search, freeRows(problem, search.coefficients)); step++);
    const { gap } = search.violation();
    if (gap > exact) search.run(10 * problem.signs.length, Math.max(exact, 0.01 * gap));
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
