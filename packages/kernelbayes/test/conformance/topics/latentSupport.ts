import { selectEngine } from "../../../src/engine/selectEngine.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { Matrix } from "../../../src/engine/matrix.ts";
import type {
  LatentApproximation,
  LatentMoments,
  SignedRows,
} from "../../../src/models/process/latent/latentApproximation.ts";
import { latentAt, mixedLogProbabilities } from "../../../src/models/process/latent/latentAt.ts";
import { constant, gaussian, scale, sum, type Kernel } from "../../../src/kernels/index.ts";
import type { Likelihood } from "../../../src/likelihoods/likelihood.ts";
import { fromRows, selectRows } from "../../../src/matrix/row.ts";

export const engine: Engine = selectEngine();

/** What the cases with a latent function have in common. */
export interface LatentInput {
  readonly X: readonly (readonly number[])[];
  /** +1 or −1. */
  readonly y: readonly number[];
  readonly kappa0: number;
  /** κ = 1/ℓ², one number or one a column. */
  readonly kappa: number | readonly number[];
  readonly kappa_b: number;
}

/** κ₀ exp(−½ Σ κⱼ (xⱼ − zⱼ)²) + κ_b. */
function latentKernel({ kappa0, kappa, kappa_b }: LatentInput): Kernel {
  const lengthScale =
    typeof kappa === "number" ? 1 / Math.sqrt(kappa) : Array.from(kappa, (value) => 1 / Math.sqrt(value));
  return sum(scale(gaussian({ lengthScale }), { variance: kappa0 }), constant({ variance: kappa_b }));
}

export function signedRows(y: readonly number[]): SignedRows {
  return { signs: Float64Array.from(y), weights: new Float64Array(y.length).fill(1) };
}

export function kernelMatrix(input: LatentInput): Matrix {
  return latentKernel(input).matrix(engine, fromRows(input.X));
}

/** ∂ log evidence in ln κ₀, ln κⱼ, ln κ_b, κ = 1/ℓ². */
export function logHyperSlopes(input: LatentInput, approximation: LatentApproximation): number[] {
  const slopes = latentKernel(input).gradient(engine, fromRows(input.X), approximation.slopeWeights());
  return Array.from(slopes, (slope, j) => (j === 0 || j === slopes.length - 1 ? slope : -slope / 2));
}

/** Mean and variance of the latent function at new rows. */
export function momentsAt(
  input: LatentInput,
  Z: readonly (readonly number[])[],
  { law, active }: LatentApproximation,
): LatentMoments {
  const kernel = latentKernel(input);
  const z = fromRows(Z);
  return latentAt(engine, law, kernel.cross(engine, z, selectRows(fromRows(input.X), active)), kernel.diagonal(z));
}

/** Log probabilities of the class −1 (`lower`) and of +1 (`upper`) from the moments of one latent function. */
export function classLogProbabilities(
  likelihood: Likelihood,
  moments: LatentMoments,
): { readonly lower: Float64Array; readonly upper: Float64Array } {
  return mixedLogProbabilities(likelihood, [1], [moments], moments.mean.length);
}

/** The log probability of the class that each row has. */
export function logDensities(likelihood: Likelihood, y: readonly number[], moments: LatentMoments): number[] {
  const { lower, upper } = classLogProbabilities(likelihood, moments);
  return y.map((sign, i) => (sign > 0 ? upper[i] : lower[i]));
}
