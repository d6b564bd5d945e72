import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { dot, multiplyVector } from "../../../matrix/dot.ts";
import { log1pExp } from "../../../numeric/logSumExp.ts";
import { sigmoid } from "../../../numeric/sigmoid.ts";
import { runSync } from "../../../run/run.ts";
import { pause, type Work } from "../../../run/work.ts";
import type { SignedRows } from "../latent/latentApproximation.ts";
import { applyPrecision, borderedSystem } from "./borderedSystem.ts";

/** Outputs and bias to begin with, as a neighbouring problem on the same rows had them. */
export interface ModeStart {
  readonly outputs: Float64Array;
  readonly bias: number;
}

/** The minimum of kernel logistic regression. */
export interface KernelLogisticMode extends ModeStart {
  /** a = C⁻¹ y α: between 0 and w in size, of the sign of the row, summing to 0. */
  readonly coefficients: Float64Array;
  /** ½ aᵀA a + Σ w ln(1 + exp(−y f)); C times this is the sum that is usually written. */
  readonly objective: number;
  readonly steps: number;
  readonly converged: boolean;
}

export interface ModeOptions {
  readonly start?: ModeStart | undefined;
  /** Largest |aᵢ − wᵢ (ỹᵢ − πᵢ)|, over the largest weight, at which it has converged. Default 1e-10. */
  readonly tolerance?: number;
  readonly maxSteps?: number;
}

/**
 * Kernel logistic regression with a free bias, for A = C K:
 *
 *     minimize ½ aᵀA a + Σᵢ wᵢ ln(1 + exp(−yᵢ fᵢ)),   f = A a + b,
 *
 * which is 1/C times ½|w|² + C Σ wᵢ ln(1 + exp(−yᵢ fᵢ)) with α = C |a|. Newton's method: with π = σ(f), W = w π (1 − π),
 * g = w (ỹ − π) and P = A + W⁻¹ the next point solves
 *
 *     P a⁺ + b⁺ 1 = f + W⁻¹ g,   1ᵀ a⁺ = 0,
 *
 * and is halved towards the last point until the objective falls. A step needs only f and b of the point before, so that a
 * start may come from another C or kernel. A problem of one class has no minimum: it gives a = 0 and an infinite bias.
 */
export function kernelLogisticMode(
  engine: Engine,
  A: Matrix,
  rows: SignedRows,
  options: ModeOptions = {},
): KernelLogisticMode {
  return runSync(seekKernelLogisticMode(engine, A, rows, options));
}

/** The same as work that pauses between the steps. */
export function* seekKernelLogisticMode(
  engine: Engine,
  A: Matrix,
  rows: SignedRows,
  { start, tolerance = 1e-10, maxSteps = 50 }: ModeOptions = {},
): Work<KernelLogisticMode> {
  const { signs, weights } = rows;
  const [against, infavor] = [-1, 1].map((sign) => weights.reduce((sum, w, i) => sum + (signs[i] === sign ? w : 0), 0));
  const atFrequencies = constantPoint(rows, Math.log(infavor / against));
  if (against === 0 || infavor === 0) return { ...atFrequencies, steps: 0, converged: true };
  const scale = weights.reduce((most, w) => Math.max(most, w), 0);
  let steps = 0;
  let point: Point = atFrequencies;
  if (start) {
    const warm = newtonStep(engine, A, rows, start);
    yield pause;
    steps++;
    // A start that leads farther off than none is dropped.
    if (warm.objective <= point.objective) point = warm;
  }
  let converged = residual(point, rows) <= tolerance * scale;
  while (!converged && steps < maxSteps) {
    const next = halved(point, newtonStep(engine, A, rows, point), rows);
    steps++;
    yield pause;
    if (!next) {
      // Not even a small part of the step lowers the objective: rounding is all that is left, or something is amiss.
      converged = residual(point, rows) <= Math.sqrt(tolerance) * scale;
      break;
    }
    point = next;
    converged = residual(point, rows) <= tolerance * scale;
  }
  return { ...point, steps, converged };
}

/** Derivatives of the log likelihood at outputs f: g = w (ỹ − π) and W = w π (1 − π), without cancellation. */
export function slopesAt(outputs: Float64Array, { signs, weights }: SignedRows): { g: Float64Array; W: Float64Array } {
  const g = outputs.map((f, i) => weights[i] * signs[i] * sigmoid(-signs[i] * f));
  const W = outputs.map((f, i) => weights[i] * sigmoid(f) * sigmoid(-f));
  return { g, W };
}

interface Point extends Omit<KernelLogisticMode, "steps" | "converged"> {
  /** aᵀA a. */
  readonly norm: number;
}

function constantPoint({ signs, weights }: SignedRows, bias: number): Point {
  const outputs = new Float64Array(signs.length).fill(bias);
  const coefficients = new Float64Array(signs.length);
  return { coefficients, outputs, bias, norm: 0, objective: loss(outputs, { signs, weights }) };
}

function loss(outputs: Float64Array, { signs, weights }: SignedRows): number {
  return outputs.reduce((sum, f, i) => sum + weights[i] * log1pExp(-signs[i] * f), 0);
}

/** The solution of the bordered system, P a = f − b + W⁻¹g − δ with δ the change of the bias. */
function newtonStep(engine: Engine, A: Matrix, rows: SignedRows, { outputs, bias }: ModeStart): Point {
  const { g, W } = slopesAt(outputs, rows);
  const system = borderedSystem(engine, A, W);
  const z = outputs.map((f, i) => W[i] * (f - bias) + g[i]);
  const explained = applyPrecision(system, multiplyVector(A, z));
  const free = z.map((value, i) => value - explained[i]);
  const change = free.reduce((sum, value) => sum + value, 0) / system.constantTotal;
  const coefficients = free.map((value, i) => value - change * system.constant[i]);
  const moved = multiplyVector(A, coefficients);
  const norm = dot(coefficients, moved);
  const next = moved.map((value) => value + bias + change);
  return { coefficients, outputs: next, bias: bias + change, norm, objective: 0.5 * norm + loss(next, rows) };
}

/** The largest of the steps 1, ½, ¼ … that lowers the objective; undefined where none does. */
function halved(from: Point, to: Point, rows: SignedRows): Point | undefined {
  // Between points aᵀA a is a parabola: A a = f − b is known at both.
  const mixed = dot(
    from.coefficients,
    to.outputs.map((f) => f - to.bias),
  );
  for (let share = 1; share > 1e-6; share /= 2) {
    const between = (a: number, b: number): number => (share === 1 ? b : a + share * (b - a));
    const outputs = from.outputs.map((f, i) => between(f, to.outputs[i]));
    const norm = (1 - share) ** 2 * from.norm + 2 * share * (1 - share) * mixed + share ** 2 * to.norm;
    const objective = 0.5 * norm + loss(outputs, rows);
    // At the end what is gained is lost in the digits of the objective, and the slopes decide.
    const isEqual = share === 1 && objective - from.objective <= 1e-12 * (1 + from.objective);
    if (objective < from.objective || (isEqual && residual(to, rows) < 0.5 * residual(from, rows))) {
      return {
        coefficients: from.coefficients.map((a, i) => between(a, to.coefficients[i])),
        outputs,
        bias: between(from.bias, to.bias),
        norm,
        objective,
      };
    }
  }
  return undefined;
}

function residual({ coefficients, outputs }: Point, rows: SignedRows): number {
  const { g } = slopesAt(outputs, rows);
  return coefficients.reduce((most, a, i) => Math.max(most, Math.abs(a - g[i])), 0);
}
