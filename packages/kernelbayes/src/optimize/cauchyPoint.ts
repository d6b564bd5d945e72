import { dot, negated, plusScaled } from "../matrix/dot.ts";
import { type Box, clip } from "./box.ts";
import type { LimitedMemory } from "./limitedMemory.ts";

/** Where the quadratic model is lowest along the projected gradient path, and c = Wᵀ(x^c − x). */
export interface CauchyPoint {
  readonly point: Float64Array;
  readonly c: Float64Array;
}

/**
 * The generalized Cauchy point: the first local minimum of the model gᵀz + ½zᵀBz, z = x(t) − x, along the path
 * x(t) = P(x − tg), which bends at each bound it meets. It settles which coordinates stay on their bounds. Between two bends
 * the model is a parabola whose slope and curvature are carried from one bend to the next in O(memory²).
 *
 * Byrd, Lu, Nocedal & Zhu 1995, algorithm CP. `solveMiddle` multiplies by M.
 */
export function cauchyPoint(
  x: Float64Array,
  gradient: Float64Array,
  box: Box,
  memory: LimitedMemory,
  solveMiddle: (v: Float64Array) => Float64Array,
): CauchyPoint {
  const { theta } = memory;
  const bends = x.map((entry, j) => {
    if (gradient[j] === 0) return Infinity;
    return (entry - (gradient[j] < 0 ? box.upper[j] : box.lower[j])) / gradient[j];
  });
  const direction = negated(gradient).map((entry, j) => (bends[j] > 0 ? entry : 0));
  let point = x.slice();
  let c: Float64Array = new Float64Array(memory.width);
  let p = memory.project(direction);
  let slope = -dot(direction, direction);
  let curvature = -theta * slope - dot(p, solveMiddle(p));
  const least = -Number.EPSILON * theta * slope;
  let passed = 0;
  let remaining = direction.reduce((number, entry) => (entry === 0 ? number : number + 1), 0);
  const finiteBends = Array.from(bends.keys()).filter((j) => direction[j] !== 0 && bends[j] < Infinity);
  for (const b of finiteBends.toSorted((i, j) => bends[i] - bends[j])) {
    const length = bends[b] - passed;
    if (-slope < length * Math.max(curvature, least)) break;
    const g = gradient[b];
    point[b] = g < 0 ? box.upper[b] : box.lower[b];
    const z = point[b] - x[b];
    const w = memory.row(b);
    c = plusScaled(c, length, p);
    slope += length * curvature + g * g + theta * g * z - g * dot(w, solveMiddle(c));
    curvature -= theta * g * g + 2 * g * dot(w, solveMiddle(p)) + g * g * dot(w, solveMiddle(w));
    p = plusScaled(p, g, w);
    direction[b] = 0;
    passed = bends[b];
    remaining--;
  }
  if (remaining > 0) {
    const length = Math.max(0, -slope / Math.max(curvature, least));
    c = plusScaled(c, length, p);
    // Coordinates that have met their bound have no direction left and stay there.
    const moved = plusScaled(x, passed + length, direction);
    point = point.map((entry, j) => (direction[j] === 0 ? entry : moved[j]));
  }
  return { point: clip(point, box), c };
}
