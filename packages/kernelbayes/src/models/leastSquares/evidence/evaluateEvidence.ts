import type { Engine } from "../../../engine/engine.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { fisherContrasts } from "../../../rows/fisherContrasts.ts";
import type { LabelledRows } from "../../../rows/labelledRows.ts";
import { kernelOnRows, ownVariances } from "../../../rows/kernel/kernelOnRows.ts";
import { logPrecisionPrior, type PrecisionPrior } from "../../../search/precisionPrior.ts";
import { bestNoisePrecision, effectiveParameters, kernelWeights, logEvidence, precisionSlopes } from "./logEvidence.ts";
import { evidencePosterior, type EvidencePosterior } from "./evidencePosterior.ts";
import type { EvidenceProblem, Precisions } from "./evidenceSpectrum.ts";

/**
 * The prior of ζ, exponential with rate ½: it adds 1 to the sum of squared residuals, as if a row had been seen whose class
 * the kernel could not tell. Labels of equal rows agree to the last digit, so that each copy of a row adds ½ log ζ to the
 * evidence and no scatter; without a prior a few copies, or classes far apart, would drive the noise to nothing and the
 * kernel to the narrowest one. With it k copies that agree leave a noise variance of about 1/k.
 */
export const noisePrior: PrecisionPrior = { shape: 1, rate: 0.5 };

/** The targets ±1 of the classes 1 and 0. */
export function targetsOf(classes: Int32Array): Float64Array {
  return Float64Array.from(classes, (q) => (q === 1 ? 1 : -1));
}

/** The problem of a kernel on weighted rows. */
export function evidenceProblem(
  engine: Engine,
  kernel: Kernel,
  { X, classes, weights }: LabelledRows,
): EvidenceProblem {
  const { K } = kernelOnRows(engine, kernel, X, fisherContrasts(classes, weights));
  return { K, own: ownVariances(kernel, X), targets: targetsOf(classes), weights };
}

/** The posterior of a problem at a ratio ϱ = ζ/μ and the best scale of both, with the prior of ζ. */
export function posteriorAtRatio(
  engine: Engine,
  problem: EvidenceProblem,
  ratio: number,
  prior: PrecisionPrior = noisePrior,
): EvidencePosterior {
  const unscaled = evidencePosterior(engine, problem, { functionPrecision: 1, noisePrecision: ratio });
  return { ...unscaled, ...scaleFor(unscaled, ratio, prior) };
}

/** Everything but ζ and μ themselves depends on their ratio alone. */
function scaleFor({ total, quadratic }: EvidencePosterior, ratio: number, prior: PrecisionPrior): Precisions {
  const noisePrecision = bestNoisePrecision(total, quadratic, prior);
  return { noisePrecision, functionPrecision: noisePrecision / ratio };
}

/** log evidence + log p(ζ), which the searches maximize. */
export function objectiveOf(posterior: EvidencePosterior): number {
  return logEvidence(posterior) + logPrecisionPrior(posterior.noisePrecision, noisePrior);
}

/** Kernel and ratio at one place, and what they are worth. */
export interface EvidenceEvaluation {
  /** `objectiveOf` the posterior at the best scale of the precisions. */
  readonly objective: number;
  /** Its derivatives in the logarithms of all parameters of the kernel. */
  readonly kernelSlopes: Float64Array;
  /** Its derivative in log ϱ. */
  readonly ratioSlope: number;
}

/**
 * The objective of the second and third level of inference together: log p(y | θ, μ, ζ) + log p(ζ) as a function of kernel
 * parameters θ and ratio ϱ = ζ/μ, maximized over the common scale of ζ and μ, for which there is a formula. At that scale
 * its derivative in log ϱ is that in −log μ. One Cholesky factorization and an inverse, n³, and the contraction of the
 * kernel's derivatives, O(n²p); a spectrum would cost several times as much.
 */
export function evaluateEvidence(
  engine: Engine,
  kernel: Kernel,
  ratio: number,
  { X, classes, weights }: LabelledRows,
): EvidenceEvaluation {
  const onRows = kernelOnRows(engine, kernel, X, fisherContrasts(classes, weights));
  const problem = { K: onRows.K, own: onRows.own, targets: targetsOf(classes), weights };
  const posterior = posteriorAtRatio(engine, problem, ratio);
  const { W, ownSlopes } = kernelWeights(posterior);
  return {
    objective: objectiveOf(posterior),
    kernelSlopes: onRows.contract(W, ownSlopes),
    ratioSlope: -precisionSlopes(posterior, effectiveParameters(posterior)).functionPrecision,
  };
}
