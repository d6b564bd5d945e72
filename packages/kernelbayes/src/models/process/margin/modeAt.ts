import type { SignedRows } from "../latent/latentApproximation.ts";
import type { KernelRows } from "../../../rows/kernel/kernelRows.ts";
import type { MarginLoss } from "./marginLoss.ts";

/** What is minimized: ½ ‖f‖² + Σ wᵢ ℓ(yᵢ (f(xᵢ) + b)), with the norm of the kernel and b free or 0. */
export interface MarginProblem {
  readonly kernel: KernelRows;
  readonly rows: SignedRows;
  readonly loss: MarginLoss;
  /** Whether b is free. Default false: b = 0. */
  readonly bias?: boolean;
}

/** The minimum: f(x) = Σ yᵢ αᵢ k(xᵢ, x) + b. */
export interface MarginMode {
  /** αᵢ ≥ 0, wᵢ times the multiplier of the row's own loss. */
  readonly alpha: Float64Array;
  readonly bias: number;
  /** f(xᵢ) + b. */
  readonly latent: Float64Array;
  /** Rows with αᵢ > 0, ascending. */
  readonly support: Int32Array;
  /** What was minimized, and minus what the dual maximizes. */
  readonly primal: number;
  readonly dual: number;
  /** By how much the optimality conditions are missed, in units of f. */
  readonly residual: number;
  readonly converged: boolean;
  readonly steps: number;
}

/** Conditions are met when they are missed by no more than this many half widths, or 1 where that is more. */
export const modeTolerance = 1e-10;

/** Multipliers below this share of the largest are rounding. */
const leastShare = 1e-14;

/** The figures of an estimate α ≥ 0 (tiny and negative entries become 0) with its latent values f + b. */
export function modeAt(
  { rows: { signs, weights }, loss }: MarginProblem,
  estimate: Float64Array,
  latent: Float64Array,
  bias: number,
): Omit<MarginMode, "converged" | "steps"> {
  const n = estimate.length;
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, estimate[i]);
  const alpha = new Float64Array(n);
  const support = new Int32Array(n);
  let count = 0;
  let norm = 0;
  let losses = 0;
  let linear = 0;
  let conjugates = 0;
  let residual = 0;
  for (let i = 0; i < n; i++) {
    const margin = signs[i] * latent[i];
    if (margin < loss.halfWidth) losses += weights[i] * loss.loss(margin);
    if (estimate[i] > leastShare * largest) {
      alpha[i] = estimate[i];
      support[count++] = i;
      const multiplier = alpha[i] / weights[i];
      norm += alpha[i] * signs[i] * (latent[i] - bias);
      linear += alpha[i];
      conjugates += weights[i] * loss.dualTerm(multiplier);
      residual = Math.max(residual, Math.abs(margin - loss.halfWidth + loss.slack(multiplier)));
    } else {
      residual = Math.max(residual, loss.halfWidth - margin);
    }
  }
  return {
    alpha,
    bias,
    latent,
    support: support.slice(0, count),
    primal: 0.5 * norm + losses,
    dual: 0.5 * norm - loss.halfWidth * linear + conjugates,
    residual,
  };
}
