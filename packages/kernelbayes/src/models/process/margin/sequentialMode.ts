import { modeAt, type MarginMode, type MarginProblem } from "./marginMode.ts";

export interface SequentialOptions {
  /** The optimality conditions may be missed by this many half widths, or 1 where that is more. Default 1e-3. */
  readonly tolerance?: number;
  /** Default 200 updates a row, at least 100 000. */
  readonly maxUpdates?: number;
}

/** The dual problem as it stands: α, f = Σ yα k, and F = y (δ − ξ) − f, which is the bias for every row at the optimum. */
interface State {
  readonly alpha: Float64Array;
  readonly values: Float64Array;
  readonly slacks: Float64Array;
}

/** The rows that violate the conditions most: F least of those that may pull down, and greatest of those that may pull up. */
interface Violators {
  readonly up: number;
  readonly low: number;
  readonly least: number;
  readonly greatest: number;
}

/**
 * The minimum of the dual D(α) = ½ αᵀQα − δ Σα + Σ w ψ(α/w), α ≥ 0, Q = diag(y) K diag(y), by one or two variables at a time: the
 * two that violate the conditions most, by Newton's method with projection; with a free bias, Σ yα = 0 and always two. Looks
 * at the kernel row by row, so that it takes memory for a few arrays and the rows that are kept.
 */
export function sequentialMode(
  problem: MarginProblem,
  { tolerance = 1e-3, maxUpdates }: SequentialOptions = {},
): MarginMode {
  const { kernel, rows, loss, bias = false } = problem;
  const n = rows.signs.length;
  const state: State = { alpha: new Float64Array(n), values: new Float64Array(n), slacks: new Float64Array(n) };
  const most = maxUpdates ?? Math.max(100_000, 200 * n);
  const allowed = tolerance * Math.max(1, loss.halfWidth);
  const isOptimal = ({ least, greatest }: Violators): boolean =>
    bias ? !(greatest - least > 2 * allowed) : !(greatest > allowed || least < -allowed);
  let steps = 0;
  let found = violators(problem, state);
  while (!isOptimal(found) && steps < most) {
    const { up, low, least, greatest } = found;
    const chosen = bias
      ? [low, up]
      : [...new Set([...(greatest > allowed ? [low] : []), ...(least < -allowed ? [up] : [])])];
    const before = chosen.map((i) => state.alpha[i]);
    if (bias) movePair(problem, state, low, up);
    else moveFree(problem, state, chosen);
    chosen.forEach((i, k) => {
      state.slacks[i] = loss.slack(state.alpha[i] / rows.weights[i]);
      const change = rows.signs[i] * (state.alpha[i] - before[k]);
      const own = kernel.row(i);
      for (let j = 0; j < n; j++) state.values[j] += change * own[j];
    });
    found = violators(problem, state);
    steps++;
  }
  const shift = bias ? biasOf(problem, state, found) : 0;
  const latent = state.values.map((value) => value + shift);
  return { ...modeAt(problem, state.alpha, latent, shift), converged: isOptimal(found), steps };
}

function violators({ rows: { signs }, loss }: MarginProblem, { alpha, values, slacks }: State): Violators {
  let up = -1;
  let low = -1;
  let least = Infinity;
  let greatest = -Infinity;
  for (let i = 0; i < signs.length; i++) {
    const F = signs[i] * (loss.halfWidth - slacks[i]) - values[i];
    if ((alpha[i] > 0 || signs[i] < 0) && F < least) {
      least = F;
      up = i;
    }
    if ((alpha[i] > 0 || signs[i] > 0) && F > greatest) {
      greatest = F;
      low = i;
    }
  }
  return { up, low, least, greatest };
}

const mostNewton = 100;
const mostHalvings = 60;

/** Minimizes D over one or two variables from 0 on, the others held. */
function moveFree(
  { kernel, rows: { signs, weights }, loss }: MarginProblem,
  { alpha, values }: State,
  chosen: readonly number[],
): void {
  const start = chosen.map((i) => alpha[i]);
  // Gradients without the conjugates, and Q, of the chosen ones.
  const gradients = chosen.map((i) => signs[i] * values[i] - loss.halfWidth);
  const Q = chosen.map((i) => {
    const own = kernel.row(i);
    return chosen.map((j) => signs[i] * signs[j] * own[j]);
  });
  const slopeAt = (x: readonly number[], k: number): number =>
    gradients[k] + Q[k].reduce((sum, q, l) => sum + q * (x[l] - start[l]), 0) + loss.slack(x[k] / weights[chosen[k]]);
  const valueAt = (x: readonly number[]): number =>
    x.reduce((sum, xk, k) => {
      const moved = xk - start[k];
      const linear = gradients[k] + 0.5 * Q[k].reduce((total, q, l) => total + q * (x[l] - start[l]), 0);
      return sum + moved * linear + weights[chosen[k]] * loss.dualTerm(xk / weights[chosen[k]]);
    }, 0);
  let x = start;
  let value = valueAt(x);
  for (let iteration = 0; iteration < mostNewton; iteration++) {
    const slopes = chosen.map((_, k) => slopeAt(x, k));
    const isFree = chosen.map((_, k) => !(x[k] === 0 && slopes[k] > 0));
    const diagonal = chosen.map((i, k) => Q[k][k] + 1 / (weights[i] * loss.curvatureOfMultiplier(x[k] / weights[i])));
    const step = newtonStep(diagonal, chosen.length === 2 ? Q[0][1] : 0, slopes, isFree);
    // Values know a minimum to half their digits only; a Newton step to all.
    const rounding = 1e-13 * (Math.abs(value) + x.reduce((sum, xk) => sum + xk * loss.halfWidth, 0));
    let factor = 1;
    let next = x;
    let there = value;
    for (let halving = 0; halving < mostHalvings; halving++, factor /= 2) {
      next = x.map((xk, k) => Math.max(0, xk + factor * step[k]));
      there = valueAt(next);
      if (there <= value + rounding) break;
    }
    if (!(there <= value + rounding)) break;
    const change = Math.max(...next.map((xk, k) => Math.abs(xk - x[k])));
    x = next;
    value = there;
    if (change <= 1e-14 * Math.max(...x)) break;
  }
  chosen.forEach((i, k) => (alpha[i] = x[k]));
}

/** −H⁻¹g over the free variables of one or two. */
function newtonStep(
  diagonal: readonly number[],
  across: number,
  slopes: readonly number[],
  isFree: readonly boolean[],
): readonly number[] {
  if (diagonal.length === 2 && isFree[0] && isFree[1]) {
    const determinant = diagonal[0] * diagonal[1] - across * across;
    return [
      -(diagonal[1] * slopes[0] - across * slopes[1]) / determinant,
      -(diagonal[0] * slopes[1] - across * slopes[0]) / determinant,
    ];
  }
  return slopes.map((slope, k) => (isFree[k] ? -slope / diagonal[k] : 0));
}

/** Moves y α of one row up by t and of another down, to the minimum of D between the bounds: a root with a bracket. */
function movePair(
  { kernel, rows: { signs, weights }, loss }: MarginProblem,
  { alpha, values }: State,
  low: number,
  up: number,
): void {
  const pair = [low, up] as const;
  const directions = [signs[low], -signs[up]] as const;
  const own = kernel.row(low);
  const quadratic = kernel.diagonal[low] - 2 * own[up] + kernel.diagonal[up];
  const start = pair.map((i) => alpha[i]);
  // F of the first less F of the second, at t.
  const excess = (t: number): number => {
    const [first, second] = pair.map(
      (i, k) =>
        signs[i] * (loss.halfWidth - loss.slack(Math.max(0, start[k] + directions[k] * t) / weights[i])) - values[i],
    );
    return first - second - quadratic * t;
  };
  let above = Math.min(...pair.map((_, k) => (directions[k] < 0 ? start[k] : Infinity)));
  let below = 0;
  let t = 0;
  for (let iteration = 0; iteration < mostNewton; iteration++) {
    const slope = excess(t);
    if (slope > 0) below = t;
    else above = t;
    const curvature = pair.reduce((sum, i, k) => {
      const multiplier = Math.max(0, start[k] + directions[k] * t) / weights[i];
      return sum + 1 / (weights[i] * loss.curvatureOfMultiplier(multiplier));
    }, quadratic);
    let next = t + slope / curvature;
    if (next >= above) next = excess(above) >= 0 ? above : 0.5 * (below + above);
    else if (next < below) next = above === Infinity ? 2 * below : 0.5 * (below + above);
    const change = Math.abs(next - t);
    t = next;
    if (t === above || change <= 1e-14 * t) break;
  }
  pair.forEach((i, k) => {
    const next = start[k] + directions[k] * t;
    alpha[i] = t === start[k] && directions[k] < 0 ? 0 : Math.max(0, next);
  });
}

/** The mean of F over the support, or the middle of what the conditions allow where there is none. */
function biasOf({ rows: { signs }, loss }: MarginProblem, { alpha, values, slacks }: State, found: Violators): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < signs.length; i++) {
    if (alpha[i] === 0) continue;
    sum += signs[i] * (loss.halfWidth - slacks[i]) - values[i];
    count++;
  }
  return count > 0 ? sum / count : 0.5 * (found.least + found.greatest);
}
