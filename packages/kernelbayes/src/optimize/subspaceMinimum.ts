import { dot, minus, plusScaled } from "../matrix/dot.ts";
import { type Box, clip } from "./box.ts";
import type { CauchyPoint } from "./cauchyPoint.ts";
import type { LimitedMemory } from "./limitedMemory.ts";
import { smallSolver } from "./smallSolver.ts";

/**
 * Minimizes the quadratic model over the coordinates F that the Cauchy point x^c leaves free, the others staying where it
 * put them. With the model's gradient r at x^c, r = g + θ(x^c − x) − WMc, the step solves B_FF d = −r_F, by the
 * Sherman–Morrison–Woodbury formula
 *
 *     d = −r/θ − W_F v/θ²,  (M⁻¹ − W_FᵀW_F/θ) v = W_Fᵀ r.
 *
 * The result is projected on the box; if that direction no longer descends, the step is cut short at the first bound
 * instead. Nothing is returned if the small system is singular.
 *
 * Byrd, Lu, Nocedal & Zhu 1995, the direct primal method, with the projection of J. L. Morales & J. Nocedal, 2011.
 */
export function subspaceMinimum(
  x: Float64Array,
  gradient: Float64Array,
  box: Box,
  memory: LimitedMemory,
  solveMiddle: (v: Float64Array) => Float64Array,
  cauchy: CauchyPoint,
): Float64Array | undefined {
  const { theta, width } = memory;
  const free = Array.from(x.keys()).filter((j) => box.lower[j] < cauchy.point[j] && cauchy.point[j] < box.upper[j]);
  const rows = free.map((j) => memory.row(j));
  const push = solveMiddle(cauchy.c);
  const r = free.map((j, f) => gradient[j] + theta * (cauchy.point[j] - x[j]) - dot(rows[f], push));

  const system = memory.middle();
  const right = new Float64Array(width);
  rows.forEach((row, f) => {
    for (let a = 0; a < width; a++) {
      right[a] += row[a] * r[f];
      for (let b = 0; b < width; b++) system[a * width + b] -= (row[a] * row[b]) / theta;
    }
  });
  const v = smallSolver(system, width)?.(right);
  if (v === undefined) return undefined;

  const step = new Float64Array(x.length);
  free.forEach((j, f) => {
    step[j] = -r[f] / theta - dot(rows[f], v) / (theta * theta);
  });
  const projected = clip(plusScaled(cauchy.point, 1, step), box);
  if (dot(gradient, minus(projected, x)) < 0) return projected;
  return clip(plusScaled(cauchy.point, Math.min(1, largestStep(cauchy.point, step, box)), step), box);
}

/** The largest t for which x + t · direction stays in the box; infinite if it never leaves. */
export function largestStep(x: Float64Array, direction: Float64Array, { lower, upper }: Box): number {
  return direction.reduce((least, entry, j) => {
    if (entry === 0) return least;
    return Math.min(least, ((entry > 0 ? upper[j] : lower[j]) - x[j]) / entry);
  }, Infinity);
}
