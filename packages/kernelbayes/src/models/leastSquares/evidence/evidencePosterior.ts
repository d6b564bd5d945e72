import { fisherContrasts } from "../../../rows/fisherContrasts.ts";
import type { LabelledRows } from "../../../rows/labelledRows.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { type PrecisionPrior, logPrecisionPrior } from "../../../search/precisionPrior.ts";
import {
  bestNoisePrecision,
  effectiveParameters,
  kernelWeights,
  logEvidence,
  precisionSlopes,
  type SlopeFigures,
} from "./logEvidence.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { addToDiagonal } from "../../../matrix/diagonal.ts";
import { dot, multiplyVector, columnSquares } from "../../../matrix/dot.ts";
import { factorize, type Factor } from "../../../matrix/factorize.ts";
import { scaleMatrix, scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import { copyTerms, kernelOnRows, ownVariances } from "../../../rows/kernel/kernelOnRows.ts";
import type { LeastSquaresSolution } from "../expansion/formExpansion.ts";
import {
  requirePrecisions,
  requireProblem,
  totalWeight,
  type EvidenceProblem,
  type Precisions,
} from "./evidenceSpectrum.ts";
import { requireLength } from "../../../matrix/requireLength.ts";
import type { LatentMoments } from "../../../calibration/logitInterval.ts";
import { requireVariance } from "../../../numeric/requireVariance.ts";

/** The law of the latent function given the targets, for one kernel and one pair of precisions. */
export interface EvidencePosterior extends LeastSquaresSolution, Precisions, SlopeFigures {
  readonly targets: Float64Array;
  readonly weights: Float64Array;
  /** η of each row. */
  readonly own: Float64Array;
  /** N = P ỹ, the training residuals times √w. */
  readonly residuals: Float64Array;
  /** The factor of B. */
  readonly factor: Factor;
  /** B⁻¹√w and √wᵀB⁻¹√w. */
  readonly constant: Float64Array;
  readonly constantTotal: number;
  /** P, made when asked for first: n³ operations. */
  residualMatrix(): Matrix;
}

/**
 * The posterior of the Bayesian least-squares support vector machine (Van Gestel et al. 2002). With ϱ = ζ/μ and rows scaled
 * by √w (ỹ = √w y, K̃ = √w K √w), everything follows from B = I + ϱK̃, whose eigenvalues are at least 1:
 *
 *     V = K̃/μ + I/ζ = B/ζ,   P = B⁻¹ − B⁻¹√w √wᵀB⁻¹ / √wᵀB⁻¹√w,   Π = ζP,
 *     b = √wᵀB⁻¹ỹ / √wᵀB⁻¹√w,   N = Pỹ = B⁻¹(ỹ − b√w),   f(x) = k(x)ᵀα + b with α = ϱ √w N.
 *
 * α is a/μ for the a = Πy of the unweighted formulas. One Cholesky factorization.
 */
export function evidencePosterior(engine: Engine, problem: EvidenceProblem, precisions: Precisions): EvidencePosterior {
  requireProblem(problem);
  requirePrecisions(precisions);
  const { K, targets, weights, own = new Float64Array(K.rows) } = problem;
  const { functionPrecision, noisePrecision } = precisions;
  const total = totalWeight(weights);
  const ratio = noisePrecision / functionPrecision;
  const roots = weights.map(Math.sqrt);
  const factor = factorize(engine, addToDiagonal(scaleMatrix(scaleRowsAndColumns(K, roots), ratio), 1));
  const constant = factor.solveVector(roots);
  const constantTotal = dot(roots, constant);
  const scaled = targets.map((target, i) => roots[i] * target);
  const bias = dot(constant, scaled) / constantTotal;
  const centered = scaled.map((value, i) => value - bias * roots[i]);
  const residuals = factor.solveVector(centered);
  let P: Matrix | undefined;
  return {
    functionPrecision,
    noisePrecision,
    targets,
    weights,
    own,
    total,
    bias,
    coefficients: residuals.map((value, i) => ratio * roots[i] * value),
    residuals,
    // (ỹ − b√w)ᵀB⁻¹(ỹ − b√w), in which nothing cancels.
    quadratic: dot(centered, residuals),
    residualSquares: dot(residuals, residuals),
    // log |B| + log(√wᵀB⁻¹√w / Σw), and what the differences between copies add.
    logDeterminant:
      factor.logDeterminant + Math.log(constantTotal / total) + copyTerms(weights, own, ratio).logDeterminant,
    factor,
    constant,
    constantTotal,
    residualMatrix: () => (P ??= withoutConstant(factor.inverse(), constant, constantTotal)),
  };
}

/** A − v vᵀ/s, in the memory of A. */
function withoutConstant(A: Matrix, v: Float64Array, s: number): Matrix {
  const n = v.length;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) A.data[i * n + j] -= (v[i] * v[j]) / s;
  }
  return A;
}

/**
 * Mean and variance of f + b at new rows, from their kernel with the training rows (n × t, training rows down) and their
 * prior variances k(x, x), both in units of 1/μ; without the noise 1/ζ. With k̃ = √w k(x)
 *
 *     mean = k(x)ᵀα + b,   variance = (k(x, x) − ϱ k̃ᵀB⁻¹k̃)/μ + (1 − ϱ k̃ᵀB⁻¹√w)²/(ζ √wᵀB⁻¹√w),
 *
 * the last part being the uncertainty of the bias. `logOddsOf` turns them into odds of the classes.
 */
export function predictionAt(posterior: EvidencePosterior, cross: Matrix, prior: Float64Array): LatentMoments {
  const { weights, coefficients, bias, factor, constant, constantTotal, functionPrecision, noisePrecision } = posterior;
  requireLength(prior.length, cross.columns, "The number of prior variances");
  const ratio = noisePrecision / functionPrecision;
  const ones = new Float64Array(cross.columns).fill(1);
  const scaled = scaleRowsAndColumns(cross, weights.map(Math.sqrt), ones);
  const explained = columnSquares(factor.halfSolve(scaled));
  const ofConstant = multiplyVector(scaled, constant, { transpose: true });
  return {
    mean: multiplyVector(cross, coefficients, { transpose: true }).map((value) => value + bias),
    variance: prior.map(
      (own, t) =>
        requireVariance(own - ratio * explained[t], own) / functionPrecision +
        (1 - ratio * ofConstant[t]) ** 2 / (noisePrecision * constantTotal),
    ),
  };
}

/** The posterior variance of functionals that no constant moves, from what they make of the kernel columns and of the kernel. */
export function functionalVariance(posterior: EvidencePosterior, images: Matrix, own: Float64Array): Float64Array {
  const { weights, factor, constant, constantTotal, functionPrecision, noisePrecision } = posterior;
  const ratio = noisePrecision / functionPrecision;
  const scaled = scaleRowsAndColumns(images, weights.map(Math.sqrt), new Float64Array(images.columns).fill(1));
  const explained = columnSquares(factor.halfSolve(scaled));
  const ofConstant = multiplyVector(scaled, constant, { transpose: true });
  return own.map(
    (prior, t) =>
      requireVariance(prior - ratio * explained[t], prior) / functionPrecision +
      (ratio * ofConstant[t]) ** 2 / (noisePrecision * constantTotal),
  );
}

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
interface EvidenceEvaluation {
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
