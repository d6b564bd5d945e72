import { columnVector } from "../../../matrix/row.ts";
import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import type { LatentApproximation, LatentMoments, SignedRows } from "../latent/latentApproximation.ts";
import { halfLogDeterminant } from "../latent/siteSystem.ts";
import { wholeKernelRows, type KernelRows } from "../../../rows/kernel/kernelRows.ts";
import { trigonometricLoss, type MarginLoss, type MarginMode, type MarginProblem } from "./marginMode.ts";
import { factorOf, newtonMode, type NewtonOptions } from "./newtonMode.ts";
import { sequentialMode } from "./sequentialMode.ts";

/**
 * Laplace's approximation of the trigonometric classifier for one kernel matrix: the mode by Newton steps, the curvature
 * of the rows within the margin there, and the evidence
 *
 *     ln P = −½ vᵀK_M v − Σ w ℓ − ½ ln|I + K_M Λ|,   v = y α,   Λ = w ℓ″.
 *
 * Only the support M enters. Chu, Keerthi & Ong, eq. 27.
 */
export function trigonometricLaplace(
  engine: Engine,
  K: Matrix,
  rows: SignedRows,
  halfWidth = 1,
  warmStart?: Float64Array,
): LatentApproximation {
  return marginLaplace(engine, wholeKernelRows(K), rows, trigonometricLoss(halfWidth), { warmStart });
}

export interface MarginLaplaceOptions extends NewtonOptions {
  /**
   * "sequential": close to the mode two rows at a time, and from there by Newton steps. Where the kernel is computed row by row
   * this never holds more of it than the rows kept and the block of the support. Default "newton".
   */
  readonly solver?: "newton" | "sequential";
}

/** How close the sequential solver comes before Newton steps take over. */
const roughTolerance = 1e-3;

/** The same for any loss of the margin, on a kernel that is looked at row by row. */
export function marginLaplace(
  engine: Engine,
  kernel: KernelRows,
  rows: SignedRows,
  loss: MarginLoss,
  { solver = "newton", ...options }: MarginLaplaceOptions = {},
): LatentApproximation {
  const problem = { kernel, rows, loss };
  if (solver === "newton") return laplaceAtMode(engine, problem, newtonMode(engine, problem, options));
  const { alpha } = sequentialMode(problem, { tolerance: roughTolerance });
  const warmStart = alpha.map((value, i) => rows.signs[i] * value);
  return laplaceAtMode(engine, problem, newtonMode(engine, problem, { ...options, warmStart }));
}

/** Rows whose variances are computed at a time. */
const chunkRows = 1024;

/** Laplace's approximation at a mode without bias that is known already. */
function laplaceAtMode(
  engine: Engine,
  { kernel, rows: { signs, weights }, loss }: MarginProblem,
  { alpha, latent: values, support: active, primal, converged, steps }: MarginMode,
): LatentApproximation {
  const multipliers = Float64Array.from(active, (i) => alpha[i] / weights[i]);
  const coefficients = Float64Array.from(active, (i) => signs[i] * alpha[i]);
  const roots = Float64Array.from(active, (i, a) => Math.sqrt(weights[i] * loss.curvatureOfMultiplier(multipliers[a])));
  const m = active.length;
  const factor = factorOf(engine, kernel, active, roots, new Float64Array(m * m));
  // Kept, because slopes, moments and cavities all ask for it.
  let known: Float64Array | undefined;
  const inverseDiagonal = (): Float64Array => (known ??= engine.inverseDiagonal(factor));
  const latent = (): LatentMoments => ({
    mean: values.slice(),
    variance: latentVariances(engine, kernel, active, roots, factor, inverseDiagonal()),
  });
  return {
    law: { coefficients, roots, factor },
    active,
    logEvidence: -primal - halfLogDeterminant(factor),
    latent,
    slopeWeights() {
      const B = engine.inverseFactored(factor);
      known ??= diagonal(B);
      return slopeWeightsOf(engine, B, { coefficients, roots, factor }, turnsOf(known));
    },
    cavities() {
      const { mean, variance } = latent();
      const cavity = { mean, variance: variance.slice() };
      active.forEach((i, a) => {
        const unit = Math.min(1, weights[i]) / weights[i];
        cavity.variance[i] = variance[i] / (1 - unit * (1 - inverseDiagonal()[a]));
        cavity.mean[i] -= cavity.variance[i] * unit * coefficients[a];
      });
      return cavity;
    },
    warmStart: alpha.map((value, i) => signs[i] * value),
    converged,
    steps,
  };

  /** ∂(½ ln|I + KΛ|)/∂f of each row of the support: half its variance times the change of its curvature. */
  function turnsOf(inverses: Float64Array): Float64Array {
    return Float64Array.from(active, (i, a) => {
      const variance = (1 - inverses[a]) / roots[a] ** 2;
      return 0.5 * variance * weights[i] * signs[i] * loss.curvatureSlopeOfMultiplier(multipliers[a]);
    });
  }
}

/**
 * Ω = −½ P⁻¹ + ½ v vᵀ − ½ (u vᵀ + v uᵀ), u = P⁻¹Λ⁻¹ t, with P⁻¹ = Λ^½ B⁻¹ Λ^½ and t what the determinant changes with f: the mode
 * moves with the kernel. B⁻¹ is written over.
 */
function slopeWeightsOf(
  engine: Engine,
  inverse: Matrix,
  { coefficients: v, roots, factor }: LatentApproximation["law"],
  turns: Float64Array,
): Matrix {
  const m = v.length;
  const right = columnVector(turns.map((turn, a) => turn / roots[a]));
  const u = engine.solveFactored(factor, right).data.map((value, a) => value * roots[a]);
  const { data } = inverse;
  for (let a = 0; a < m; a++) {
    const start = a * m;
    const ra = -0.5 * roots[a];
    const va = 0.5 * (v[a] - u[a]);
    const ua = -0.5 * v[a];
    for (let b = 0; b < m; b++) data[start + b] = ra * roots[b] * data[start + b] + va * v[b] + ua * u[b];
  }
  return inverse;
}

/** k(x, x) − |L⁻¹ S k(x)|² at every row; at those of the support (1 − [B⁻¹]_ii)/Λ_i where that keeps more digits. */
function latentVariances(
  engine: Engine,
  kernel: KernelRows,
  active: Int32Array,
  roots: Float64Array,
  factor: Matrix,
  inverses: Float64Array,
): Float64Array {
  const n = kernel.size;
  const m = active.length;
  const variances = kernel.diagonal.slice();
  if (m === 0) return variances;
  for (let start = 0; start < n; start += chunkRows) {
    const count = Math.min(chunkRows, n - start);
    const part = matrix(m, count);
    active.forEach((i, a) => {
      const own = kernel.row(i);
      for (let j = 0; j < count; j++) part.data[a * count + j] = roots[a] * own[start + j];
    });
    const half = engine.solveTriangular(factor, part).data;
    for (let a = 0; a < m; a++) {
      for (let j = 0; j < count; j++) variances[start + j] -= half[a * count + j] ** 2;
    }
  }
  active.forEach((i, a) => {
    const explained = 1 - inverses[a];
    if (explained > 1e-4) variances[i] = explained / roots[a] ** 2;
  });
  return variances.map((value, i) => Math.max(value, 1e-12 * kernel.diagonal[i]));
}
