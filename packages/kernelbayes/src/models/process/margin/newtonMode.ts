import type { Engine } from "../../../engine/engine.ts";
import { matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import type { KernelRows } from "../../../rows/kernel/kernelRows.ts";
import { combineRows, scaledBlock, modeAt, modeTolerance, type MarginMode, type MarginProblem } from "./marginMode.ts";

export interface NewtonOptions {
  /** y α of a problem close to this one; default: zeros. */
  readonly warmStart?: Float64Array | undefined;
  /** The optimality conditions may be missed by this many half widths, or 1 where that is more. Default 1e-10. */
  readonly tolerance?: number;
  readonly maxSteps?: number;
}

/** A warm start keeps all margins above this share of −δ. */
const safeShare = 0.9;

/** Steps that may end without lowering what is minimized, before rounding is taken to be the floor. */
const idleSteps = 2;

/** Memory of at least so many numbers, the same again where it is large enough; what was written there is lost. */
type Scratch = (length: number) => Float64Array;

interface Iterate {
  /** c with f = K c. */
  readonly coefficients: Float64Array;
  /** f, without the bias. */
  readonly values: Float64Array;
  readonly bias: number;
}

/**
 * The minimum of ½ f'K⁻¹f + Σ w ℓ(y (f + b)) by Newton steps on the rows within the margin. With Λ the curvatures and v the
 * pulls y w a of the rows M of margin below δ, a step goes towards
 *
 *     c = P⁻¹ (f + b + Λ⁻¹v − b₊ 1),    P = K_MM + Λ⁻¹ = Λ^-½ B Λ^-½,    B = I + Λ^½ K_MM Λ^½,
 *
 * c = 0 for other rows, with b₊ = 1ᵀP⁻¹(f + b + Λ⁻¹v)/1ᵀP⁻¹1 where the bias is free and 0 otherwise, as far as a line search on
 * the true objective says. One Cholesky factorization of B a step; some ten steps from nothing, two or three from a close start.
 */
export function newtonMode(
  engine: Engine,
  problem: MarginProblem,
  { warmStart, tolerance = modeTolerance, maxSteps = 300 }: NewtonOptions = {},
): MarginMode {
  const { rows, loss } = problem;
  const { signs } = rows;
  const allowed = tolerance * Math.max(1, loss.halfWidth);
  const scratch = scratchMemory();
  let here = startOf(engine, problem, warmStart, scratch);
  let best = figuresOf(problem, here);
  let idle = 0;
  let steps = 0;
  const isGood = (): boolean =>
    best.residual < allowed + roundingOf(problem, best) && hasNoNegative(here.coefficients, signs);
  while (!isGood() && idle < idleSteps && steps < maxSteps) {
    const { inside, margins } = rowsInside(problem, here);
    if (inside.length === 0) break;
    here = stepTowards(problem, here, newtonPoint(engine, problem, inside, margins, scratch));
    const found = figuresOf(problem, here);
    idle = found.primal < best.primal || found.residual < 0.5 * best.residual ? 0 : idle + 1;
    best = found;
    steps++;
  }
  const gap = best.primal + best.dual;
  return { ...best, converged: isGood() || gap <= 1e-12 * Math.max(1, best.primal), steps };
}

function scratchMemory(): Scratch {
  let memory = new Float64Array(0);
  return (length) => {
    if (memory.length < length) memory = new Float64Array(length);
    return memory;
  };
}

/** The rows of a margin below δ. */
function rowsInside(
  { rows: { signs }, loss }: MarginProblem,
  { values, bias }: Iterate,
): { readonly inside: Int32Array; readonly margins: Float64Array } {
  const inside = new Int32Array(signs.length);
  const margins = new Float64Array(signs.length);
  let count = 0;
  for (let i = 0; i < signs.length; i++) {
    const margin = signs[i] * (values[i] + bias);
    if (margin >= loss.halfWidth) continue;
    inside[count] = i;
    margins[count++] = margin;
  }
  return { inside: inside.subarray(0, count), margins: margins.subarray(0, count) };
}

/** What rounding may leave of a latent value Σ yα k, whose terms are no larger than the largest kernel value. */
function roundingOf({ kernel }: MarginProblem, { alpha, support }: Pick<MarginMode, "alpha" | "support">): number {
  let largest = 0;
  let sum = 0;
  for (const i of support) {
    largest = Math.max(largest, kernel.diagonal[i]);
    sum += alpha[i];
  }
  return 4 * Number.EPSILON * largest * sum;
}

function hasNoNegative(coefficients: Float64Array, signs: Float64Array): boolean {
  let least = 0;
  let most = 0;
  for (let i = 0; i < signs.length; i++) {
    least = Math.min(least, signs[i] * coefficients[i]);
    most = Math.max(most, signs[i] * coefficients[i]);
  }
  return least >= -1e-12 * most;
}

function figuresOf(problem: MarginProblem, { coefficients, values, bias }: Iterate): ReturnType<typeof modeAt> {
  const { signs } = problem.rows;
  const alpha = coefficients.map((value, i) => signs[i] * value);
  return modeAt(problem, alpha, bias === 0 ? values : values.map((value) => value + bias), bias);
}

/**
 * Nothing; or what a Newton step leads to from the latent values of a solution of another problem, which change less with the
 * kernel than its coefficients do; or, where that comes too close to −δ, its coefficients, drawn back as far as it takes.
 */
function startOf(
  engine: Engine,
  problem: MarginProblem,
  warmStart: Float64Array | undefined,
  scratch: Scratch,
): Iterate {
  const { kernel, rows, loss, bias } = problem;
  const { signs, weights } = rows;
  const n = signs.length;
  const nothing = { coefficients: new Float64Array(n), values: new Float64Array(n), bias: 0 };
  if (!warmStart) return nothing;
  const chosen = Int32Array.from(warmStart.keys()).filter((i) => signs[i] * warmStart[i] > 0);
  if (chosen.length === 0) return nothing;
  const room = safeShare * loss.halfWidth;
  const leastMargin = ({ values, bias: shift }: Iterate): number =>
    values.reduce((low, value, i) => Math.min(low, signs[i] * (value + shift)), Infinity);
  const margins = Float64Array.from(chosen, (i) => loss.halfWidth - loss.slack((signs[i] * warmStart[i]) / weights[i]));
  const moved = newtonPoint(engine, problem, chosen, margins, scratch);
  if (leastMargin(moved) > -room) return moved;
  const values = combineRows(
    kernel,
    chosen,
    Float64Array.from(chosen, (i) => warmStart[i]),
  );
  const known = { coefficients: warmStart, values, bias: bias ? middleBias(values, signs) : 0 };
  const factor = Math.min(1, room / Math.max(room, -leastMargin(known)));
  return {
    coefficients: warmStart.map((value) => factor * value),
    values: values.map((value) => factor * value),
    bias: factor * known.bias,
  };
}

/** The bias that leaves the least margin as large as it can be. */
function middleBias(values: Float64Array, signs: Float64Array): number {
  const low = values.reduce((least, value, i) => (signs[i] > 0 ? Math.min(least, value) : least), Infinity);
  const high = values.reduce((most, value, i) => (signs[i] < 0 ? Math.max(most, value) : most), -Infinity);
  return Number.isFinite(low) && Number.isFinite(high) ? -(low + high) / 2 : 0;
}

/** Where the Newton step leads from the margins of the rows that are within. */
function newtonPoint(
  engine: Engine,
  { kernel, rows: { signs, weights }, loss, bias = false }: MarginProblem,
  inside: Int32Array,
  margins: Float64Array,
  scratch: Scratch,
): Iterate {
  const m = inside.length;
  const roots = Float64Array.from(inside, (i, a) => Math.sqrt(weights[i] * loss.lossCurvature(margins[a])));
  const columns = bias ? 2 : 1;
  // Λ^½ (f + b + Λ⁻¹v), and Λ^½ 1 beside it where the bias is free.
  const right = matrix(m, columns);
  inside.forEach((i, a) => {
    const pull = -weights[i] * loss.lossSlope(margins[a]);
    right.data[a * columns] = signs[i] * (roots[a] * margins[a] + pull / roots[a]);
    if (bias) right.data[a * columns + 1] = roots[a];
  });
  const solved = engine.solveFactored(factorOf(engine, kernel, inside, roots, scratch(m * m)), right).data;
  const nextBias = bias ? biasOf(solved, roots) : 0;
  const chosen = Float64Array.from(roots, (root, a) => {
    const own = solved[a * columns];
    return root * (bias ? own - nextBias * solved[a * columns + 1] : own);
  });
  const coefficients = new Float64Array(signs.length);
  inside.forEach((i, a) => (coefficients[i] = chosen[a]));
  return { coefficients, values: combineRows(kernel, inside, chosen), bias: nextBias };
}

/** L with L Lᵀ = I + diag(roots) K_MM diag(roots). */
export function factorOf(
  engine: Engine,
  kernel: KernelRows,
  chosen: Int32Array,
  roots: Float64Array,
  scratch: Float64Array,
): ReturnType<typeof matrix> {
  const m = chosen.length;
  const B = matrix(m, m, scaledBlock(kernel, chosen, roots, 1, scratch));
  const result = engine.cholesky(B);
  if (result.ok) return result.factor;
  throw new NumericalError(
    "not-positive-definite",
    `The kernel matrix of ${kernel.size} rows is not positive semidefinite: I + Λ^½ K Λ^½ lost its pivot ${result.failedAt} of ` +
      `${m}. A kernel with a smaller variance, or a nugget, would help.`,
  );
}

/** b = 1ᵀP⁻¹t / 1ᵀP⁻¹1 from B⁻¹Λ^½t and B⁻¹Λ^½1. */
function biasOf(solved: Float64Array, roots: Float64Array): number {
  let above = 0;
  let below = 0;
  roots.forEach((root, a) => {
    above += root * solved[2 * a];
    below += root * solved[2 * a + 1];
  });
  return above / below;
}

/** The point on the line to the Newton point where the objective is least. */
function stepTowards({ rows: { signs, weights }, loss }: MarginProblem, here: Iterate, towards: Iterate): Iterate {
  const n = signs.length;
  const moved = towards.coefficients.map((value, i) => value - here.coefficients[i]);
  const changed = towards.values.map((value, i) => value - here.values[i]);
  const shift = towards.bias - here.bias;
  const margins = here.values.map((value, i) => signs[i] * (value + here.bias));
  const rates = changed.map((value, i) => signs[i] * (value + shift));
  let linear = 0;
  let square = 0;
  let longest = Infinity;
  for (let i = 0; i < n; i++) {
    linear += here.coefficients[i] * changed[i];
    square += moved[i] * changed[i];
    if (rates[i] < 0) longest = Math.min(longest, (margins[i] + loss.halfWidth) / -rates[i]);
  }
  const step = convexLineSearch((s) => {
    let slope = linear + s * square;
    let curvature = square;
    for (let i = 0; i < n; i++) {
      const margin = margins[i] + s * rates[i];
      if (margin >= loss.halfWidth) continue;
      slope += weights[i] * loss.lossSlope(margin) * rates[i];
      curvature += weights[i] * loss.lossCurvature(margin) * rates[i] * rates[i];
    }
    return { slope, curvature };
  }, longest);
  // The whole step is taken as it is, so that rows outside of the margin get coefficients of exactly 0.
  if (step === 1) return towards;
  return {
    coefficients: here.coefficients.map((value, i) => value + step * moved[i]),
    values: here.values.map((value, i) => value + step * changed[i]),
    bias: here.bias + step * shift,
  };
}

/** Slope and curvature of a convex function along a line. */
interface LineSlope {
  readonly slope: number;
  readonly curvature: number;
}

/** A step is long enough when the slope has fallen to this share, or to that for the whole step, from the near side. */
const enough = 0.01;
const enoughForWhole = 0.1;
const mostTrials = 60;

/**
 * A step close to the minimum of a convex function on [0, longest), whose slope falls below 0 at 0 and grows without bound
 * towards `longest` where that is finite: Newton's method with a bracket, from the whole step 1.
 */
export function convexLineSearch(at: (step: number) => LineSlope, longest: number): number {
  const first = at(0).slope;
  if (!(first < 0)) return 0;
  let low = 0;
  let high = longest;
  let step = longest > 1 ? 1 : 0.99 * longest;
  for (let trial = 0; trial < mostTrials; trial++) {
    const { slope, curvature } = at(step);
    if (step === 1 && slope <= 0 && -slope <= -enoughForWhole * first) return step;
    if (Math.abs(slope) <= -enough * first) return step;
    if (slope > 0 || Number.isNaN(slope)) high = step;
    else low = step;
    const newton = step - slope / curvature;
    if (newton > low && newton < high) step = newton;
    else step = high === Infinity ? 2 * step : 0.5 * (low + high);
  }
  return low;
}
