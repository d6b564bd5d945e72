import type { Engine } from "../../engine/engine.ts";
import { lowerBound, upperBound, type DualPoint, type DualProblem } from "./dual.ts";
import { changingInverse, freeInverse, type ChangingInverse } from "./freeInverse.ts";

/** More pieces of a way than these are left to steps in pairs. */
const mostPieces = 400;

/**
 * Withdraws rows from the machine `point` of a problem, one at a time: what the machine becomes when the bound of row i falls to `left`. Its coefficient
 * is led there, and along the way the free rows keep their equations. The way is made of straight pieces, each of which ends where a free row
 * comes to a bound or a bounded row becomes free. Undefined where free rows nearly depend on each other, or the pieces are too many.
 *
 * G. Cauwenberghs & T. Poggio, *Incremental and decremental support vector machine learning*, NIPS 13, 2000.
 */
export function rowWithdrawal(
  engine: Engine,
  problem: DualProblem,
  point: DualPoint,
): (i: number, left: number) => DualPoint | undefined {
  const { signs, costs } = problem;
  const whole = freeInverse(engine, problem, point);
  if (!whole) return () => undefined;
  const inverse = changingInverse(problem);
  const upper = signs.map((sign, i) => upperBound(sign, costs[i]));
  const lower = signs.map((sign, i) => lowerBound(sign, costs[i]));
  return (i, left) => {
    inverse.become(whole);
    const way: Way = {
      ...problem,
      coefficients: point.coefficients.slice(),
      residuals: point.residuals.slice(),
      inverse,
      // The row itself is led and not bounded.
      upper: upper.with(i, 0),
      lower: lower.with(i, 0),
    };
    if (!isFollowed(way, i, signs[i] * left)) return undefined;
    polish(way);
    return isBalanced(way) ? { coefficients: way.coefficients, residuals: way.residuals } : undefined;
  };
}

interface Way extends DualProblem, DualPoint {
  readonly inverse: ChangingInverse;
  readonly upper: Float64Array;
  readonly lower: Float64Array;
}

/** Leads row i to its target; false where the way is lost. */
function isFollowed(way: Way, i: number, target: number): boolean {
  const { rows, coefficients, residuals, inverse, upper, lower } = way;
  const n = coefficients.length;
  const isFree = new Uint8Array(n);
  for (const j of inverse.free) isFree[j] = 1;
  const direction = Math.sign(target - coefficients[i]);
  const rowI = rows.row(i);
  const right = new Float64Array(n + 1);
  const rates = new Float64Array(n + 1);
  const slopes = new Float64Array(n);
  if (isFree[i] === 1 && !inverse.remove(i)) return false;
  isFree[i] = 0;
  for (let pieces = 0; pieces < mostPieces; pieces++) {
    if (inverse.free.length === 0) {
      // Nothing takes over what row i gives: the constant of the outputs moves until a row does.
      const first = nextPartner(way, i, -direction);
      if (first < 0 || !inverse.add(first)) return false;
      isFree[first] = 1;
    }
    const { free } = inverse;
    right[0] = -direction;
    for (let a = 0; a < free.length; a++) right[a + 1] = -direction * rowI[free[a]];
    inverse.solve(right, rates);
    for (let j = 0; j < n; j++) slopes[j] = -direction * rowI[j];
    for (let a = 0; a < free.length; a++) subtract(slopes, rows.row(free[a]), rates[a + 1]);
    const { length, event } = nextEvent(way, isFree, rates, slopes, Math.abs(target - coefficients[i]));
    coefficients[i] += direction * length;
    for (let a = 0; a < free.length; a++) coefficients[free[a]] += rates[a + 1] * length;
    subtract(residuals, slopes, -length);
    if (event < 0) {
      coefficients[i] = target;
      return true;
    }
    if (isFree[event] === 1) {
      coefficients[event] = rates[free.indexOf(event) + 1] > 0 ? upper[event] : lower[event];
      if (!inverse.remove(event)) return false;
    } else if (!inverse.add(event)) return false;
    isFree[event] ^= 1;
  }
  return false;
}

/** How far the way is straight, at most `length`, and the row that changes its kind there, or −1. */
function nextEvent(
  { coefficients, residuals, inverse: { free }, upper, lower }: Way,
  isFree: Uint8Array,
  rates: Float64Array,
  slopes: Float64Array,
  length: number,
): { readonly length: number; readonly event: number } {
  let event = -1;
  for (let a = 0; a < free.length; a++) {
    const rate = rates[a + 1];
    const j = free[a];
    if (rate === 0) continue;
    const open = ((rate > 0 ? upper[j] : lower[j]) - coefficients[j]) / rate;
    if (open < length) {
      length = Math.max(0, open);
      event = j;
    }
  }
  const bias = residuals[free[0]];
  for (let j = 0; j < residuals.length; j++) {
    if (isFree[j] === 1 || upper[j] === lower[j]) continue;
    // A row stays at its upper bound while its residual is above those of the free rows, at its lower bound while it is below.
    const rate = slopes[j] - rates[0];
    if (coefficients[j] === upper[j] ? rate >= 0 : rate <= 0) continue;
    const open = (bias - residuals[j]) / rate;
    if (open < length) {
      length = Math.max(0, open);
      event = j;
    }
  }
  return { length, event };
}

/** The row that takes part next when no other is free: of those that may move in a direction the one whose residual asks most for it. */
function nextPartner({ coefficients, residuals, upper, lower }: Way, i: number, direction: number): number {
  let best = -1;
  for (let j = 0; j < residuals.length; j++) {
    const isOpen = j !== i && (direction > 0 ? coefficients[j] < upper[j] : coefficients[j] > lower[j]);
    if (isOpen && (best < 0 || direction * residuals[j] > direction * residuals[best])) best = j;
  }
  return best;
}

/** Whether Σβ = 0 to rounding, which free rows that nearly depend on each other can lose. */
function isBalanced({ coefficients }: Way): boolean {
  let sum = 0;
  let size = 0;
  for (const beta of coefficients) {
    sum += beta;
    size += Math.abs(beta);
  }
  return Math.abs(sum) <= 1e-12 * size;
}

/** Takes away what rounding has gathered on the way: the residuals anew, and the equations of the free rows solved twice more. */
function polish({ rows, signs, coefficients, residuals, inverse, upper, lower }: Way): void {
  const { free } = inverse;
  residuals.set(signs);
  for (let j = 0; j < coefficients.length; j++) {
    if (coefficients[j] !== 0) subtract(residuals, rows.row(j), coefficients[j]);
  }
  const right = new Float64Array(free.length + 1);
  const step = new Float64Array(free.length + 1);
  for (let round = 0; round < 2; round++) {
    right[0] = -coefficients.reduce((sum, beta) => sum + beta, 0);
    for (let a = 0; a < free.length; a++) right[a + 1] = residuals[free[a]];
    inverse.solve(right, step);
    for (let a = 0; a < free.length; a++) {
      const j = free[a];
      const before = coefficients[j];
      coefficients[j] = Math.min(upper[j], Math.max(lower[j], before + step[a + 1]));
      subtract(residuals, rows.row(j), coefficients[j] - before);
    }
  }
}

function subtract(values: Float64Array, row: Float64Array, factor: number): void {
  for (let j = 0; j < values.length; j++) values[j] -= factor * row[j];
}
