import type { Matrix } from "../../../engine/matrix.ts";
import type { FisherPosterior } from "../posterior/fisherPosterior.ts";
import type { PrecisionPrior } from "../../../search/precisionPrior.ts";
import { logIncompleteGammaLower, logIncompleteGammaUpper } from "../../../numeric/incompleteGammaLower.ts";
import { normalCdf } from "../../../numeric/normalCdf.ts";

/** How many degrees of freedom ν the noise model counts: all N rows (the papers' convention), or the rank N − 2 of L. */
export type FisherDegrees = "rows" | "rank";

/** The figures of a posterior that its evidence is made of. */
export interface EvidenceFigures {
  readonly contrasts: { readonly total: number };
  readonly precision: number;
  readonly distance: number;
  readonly s: number;
  /** log |I + βKL|. */
  readonly logDeterminant: number;
}

/** The figures that its expected scatter is made of. */
export interface ScatterFigures {
  readonly distance: number;
  readonly s: number;
  /** (Ku)ᵀL(Ku). */
  readonly projectedScatter: number;
  /** tr(LΣ). */
  withinTrace(): number;
}

function degreesOf(total: number, degrees: FisherDegrees): number {
  return degrees === "rows" ? total : total - 2;
}

/**
 * The log evidence of kernel and β, the latent values integrated out with the constraint in force (3.3):
 *
 *     ℰ = (ν/2) log(β/2π) − ½ log |I + βKL| − ½ log(2πs) − d²/(2s).
 *
 * A pseudo-evidence: it ranks kernels and precisions of this model on the same rows, nothing else.
 */
export function fisherEvidence(
  { contrasts, precision, distance, s, logDeterminant }: EvidenceFigures,
  degrees: FisherDegrees = "rows",
): number {
  return (
    noiseNormalizer(precision, contrasts.total, degrees) -
    0.5 * logDeterminant -
    0.5 * Math.log(2 * Math.PI * s) -
    (distance * distance) / (2 * s)
  );
}

/** (ν/2) log(β/2π), the logarithm of what makes the noise exp(−½β fᵀLf) a density. */
export function noiseNormalizer(precision: number, total: number, degrees: FisherDegrees = "rows"): number {
  return (degreesOf(total, degrees) / 2) * Math.log(precision / (2 * Math.PI));
}

/** d²/s² − 1/s: by how much the constraint raises the second moment along Σδ. */
export function constraintFactor({ distance, s }: { readonly distance: number; readonly s: number }): number {
  return ((distance * distance) / s - 1) / s;
}

/** ⟨fᵀLf⟩ = tr(LΣ) + (d²/s² − 1/s)‖LKu‖² (3.5), the expected scatter of the projections within the classes. */
export function expectedScatter(posterior: ScatterFigures): number {
  return posterior.withinTrace() + constraintFactor(posterior) * posterior.projectedScatter;
}

/** ∂ℰ/∂log β = ½(ν − β⟨fᵀLf⟩). */
export function precisionSlope(posterior: EvidenceFigures & ScatterFigures, degrees: FisherDegrees = "rows"): number {
  return 0.5 * (degreesOf(posterior.contrasts.total, degrees) - posterior.precision * expectedScatter(posterior));
}

/**
 * W = ½[−M + (d²/s² − 1/s) uuᵀ] (3.4), with which ∂ℰ/∂log θ = Σ_ab W_ab ∂K_ab/∂log θ, and the derivatives
 * ∂ℰ/∂η_i = −½(w_i − 1)β/(1 + βη_i) that copies of a row add. Made to be given to `KernelOnRows.contract`.
 */
export function evidenceWeights(posterior: FisherPosterior): { readonly W: Matrix; readonly ownSlopes: Float64Array } {
  const { own, contrasts, precision: beta } = posterior;
  const W = posterior.combination(-0.5, 0.5 * constraintFactor(posterior));
  const ownSlopes = new Float64Array(own.length);
  for (let i = 0; i < own.length; i++) {
    ownSlopes[i] = (-0.5 * (contrasts.weights[i] - 1) * beta) / (1 + beta * own[i]);
  }
  return { W, ownSlopes };
}

/**
 * The update of β given ⟨fᵀLf⟩ (3.6), the maximum of its conditional density: (ν + 2a − 2)/(⟨fᵀLf⟩ + 2b). Without a prior
 * it would be ν/⟨fᵀLf⟩, which diverges when iterated.
 */
export function updatedPrecision(
  scatter: number,
  total: number,
  { shape, rate }: PrecisionPrior,
  degrees: FisherDegrees = "rows",
): number {
  return (degreesOf(total, degrees) + 2 * shape - 2) / (scatter + 2 * rate);
}

/**
 * E_eq(β) = Φ(−(d/2)√β): the error of two classes whose projections are N(±d/2, 1/β). It restates β on the scale of an error
 * and is measured in sample; with a flexible kernel it is far too small. It is no estimate of the error on new rows: for
 * that use leave-one-out or rows held out.
 */
export function impliedError(precision: number, distance: number): number {
  return normalCdf((-distance / 2) * Math.sqrt(precision));
}

/** Equal-tailed interval of β from its conditional posterior Gamma(ν/2 + a, ⟨fᵀLf⟩/2 + b). */
export function precisionInterval(
  scatter: number,
  total: number,
  { shape, rate }: PrecisionPrior,
  level: number,
  degrees: FisherDegrees = "rows",
): readonly [number, number] {
  const a = degreesOf(total, degrees) / 2 + shape;
  const b = scatter / 2 + rate;
  const tail = (1 - level) / 2;
  return [gammaQuantile(a, tail, "lower") / b, gammaQuantile(a, tail, "upper") / b];
}

/** Where a Gamma variable of shape a and rate 1 has the given probability below ("lower") or above it ("upper"). */
function gammaQuantile(a: number, tail: number, side: "lower" | "upper"): number {
  const wanted = Math.log(tail);
  const isAbove = (x: number): boolean =>
    side === "lower" ? logIncompleteGammaLower(a, x) > wanted : logIncompleteGammaUpper(a, x) < wanted;
  let low = 0;
  let high = Math.max(1, 2 * a);
  for (let step = 0; step < 1000 && !isAbove(high); step++) {
    low = high;
    high *= 2;
  }
  for (let step = 0; step < 1100; step++) {
    const middle = low + (high - low) / 2;
    if (middle === low || middle === high) break;
    if (isAbove(middle)) high = middle;
    else low = middle;
  }
  return high;
}
