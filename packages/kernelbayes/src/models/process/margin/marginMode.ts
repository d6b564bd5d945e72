import type { SignedRows } from "../latent/latentApproximation.ts";
import type { KernelRows } from "../../../rows/kernel/kernelRows.ts";
import { trigonometricLikelihood, type TrigonometricLikelihood } from "../../../likelihoods/trigonometricLikelihood.ts";
import type { Engine } from "../../../engine/engine.ts";
import { matrix } from "../../../engine/matrix.ts";
import { borderedSystem } from "../penalized/borderedSystem.ts";

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

/**
 * A convex loss ℓ of the margin m = y f of one row: 0 from the half width δ on, infinite from −δ down, falling between. At
 * the margin m the multiplier is a = −ℓ′(m) ≥ 0 and the slack ξ = δ − m. What solvers need close to the optimum is said in
 * terms of the multiplier, which they know to more digits than the margin.
 */
export interface MarginLoss extends Pick<
  TrigonometricLikelihood,
  "halfWidth" | "loss" | "lossSlope" | "lossCurvature" | "slack" | "dualTerm" | "curvatureOfMultiplier"
> {
  /** ℓ‴ = dℓ″/dm where the multiplier is a; not positive. */
  curvatureSlopeOfMultiplier(multiplier: number): number;
}

/** The loss −ln g of the trigonometric likelihood, for which ℓ‴ = ℓ′ ℓ″. */
export function trigonometricLoss(halfWidth: number): MarginLoss {
  const likelihood = trigonometricLikelihood({ halfWidth });
  return {
    ...likelihood,
    curvatureSlopeOfMultiplier: (multiplier) => -multiplier * likelihood.curvatureOfMultiplier(multiplier),
  };
}

/**
 * The outputs f + b of fits with a free bias without one unit of a row's weight (the whole row, where its weight is below 1), to
 * first order around the mode: with Π = P⁻¹ − P⁻¹11ᵀP⁻¹/1ᵀP⁻¹1, P = K_M + Λ⁻¹, σᵢ = (1 − Πᵢᵢ/Λᵢ)/Λᵢ and the share u of the row
 * that is taken away,
 *
 *     f₍ᵢ₎ = fᵢ − σᵢ u vᵢ/(1 − u Λᵢ σᵢ),
 *
 * for rows of weight 1 the formula fᵢ − (1/Πᵢᵢ − 1/Λᵢ) vᵢ. Rows outside of the support keep their output, which is exact.
 */
export function leftOutMargins(
  engine: Engine,
  { kernel, rows: { signs, weights }, loss }: MarginProblem,
  { alpha, latent, support }: MarginMode,
): Float64Array {
  const outputs = latent.slice();
  const m = support.length;
  if (m === 0) return outputs;
  const block = matrix(m, m, scaledBlock(kernel, support, new Float64Array(m).fill(1), 0, new Float64Array(m * m)));
  const precisions = Float64Array.from(support, (i) => weights[i] * loss.curvatureOfMultiplier(alpha[i] / weights[i]));
  const { factor, constant, constantTotal } = borderedSystem(engine, block, precisions);
  factor.inverseDiagonal().forEach((own, a) => {
    const i = support[a];
    const explained = Math.max(0, 1 - own + constant[a] ** 2 / (precisions[a] * constantTotal));
    const unit = Math.min(1, weights[i]) / weights[i];
    outputs[i] -= ((explained / precisions[a]) * unit * signs[i] * alpha[i]) / (1 - unit * explained);
  });
  return outputs;
}

/** f = Σ_a c_a k_a over some rows k_a of the matrix, four at a time. */
export function combineRows(rows: KernelRows, chosen: Int32Array, coefficients: Float64Array): Float64Array {
  const n = rows.size;
  const sum = new Float64Array(n);
  let at = 0;
  for (; at + 4 <= chosen.length; at += 4) {
    const [k0, k1, k2, k3] = [0, 1, 2, 3].map((next) => rows.row(chosen[at + next]));
    const c0 = coefficients[at];
    const c1 = coefficients[at + 1];
    const c2 = coefficients[at + 2];
    const c3 = coefficients[at + 3];
    for (let i = 0; i < n; i++) sum[i] += c0 * k0[i] + c1 * k1[i] + (c2 * k2[i] + c3 * k3[i]);
  }
  for (; at < chosen.length; at++) {
    const k = rows.row(chosen[at]);
    const c = coefficients[at];
    for (let i = 0; i < n; i++) sum[i] += c * k[i];
  }
  return sum;
}

/** diag(s) K_MM diag(s) + diag(shift) on chosen rows M: its lower triangle, written to the start of `into`. */
export function scaledBlock(
  rows: KernelRows,
  chosen: Int32Array,
  factors: Float64Array,
  shift: number,
  into: Float64Array,
): Float64Array {
  const m = chosen.length;
  const block = into.subarray(0, m * m);
  for (let a = 0; a < m; a++) {
    const k = rows.row(chosen[a]);
    const scale = factors[a];
    const start = a * m;
    for (let b = 0; b <= a; b++) block[start + b] = scale * factors[b] * k[chosen[b]];
    block[start + a] += shift;
  }
  return block;
}
