import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { dot, multiplyVector, sumOf } from "../../../matrix/dot.ts";
import type { FisherContrasts } from "../../../rows/fisherContrasts.ts";
import { copyTerms } from "../../../rows/kernel/kernelOnRows.ts";
import { type FisherCore, factoredCore } from "./fisherCore.ts";
import {
  toRoots,
  centeredDiagonal,
  rootProblem,
  type LatentPrior,
  type RootProblem,
  timesEach,
} from "../../../rows/kernel/rootProblem.ts";
import { fisherSpectrum, spectralCore } from "./fisherSpectrum.ts";
import { InputError } from "../../../errors.ts";
import { requireVariance } from "../../../numeric/requireVariance.ts";
import { requireLength } from "../../../matrix/requireLength.ts";
import type { LatentMoments } from "../../../calibration/logitInterval.ts";
import type { ProjectionAxis } from "../../../posterior/numericPosterior.ts";

/**
 * The posterior of the latent values: prior f ~ N(0, K), noise exp(−½β fᵀLf) about the class means, and the constraint
 * δᵀf = d. With Σ = (K⁻¹ + βL)⁻¹ and, never formed through an inverse of K,
 *
 *     M = βL(I + βLKL)⁻¹L,   u = (I + βLK)⁻¹δ,   s = δᵀΣδ,
 *
 * a linear functional with prior variance v and prior covariance q with f has (3.1)
 *
 *     mean d qᵀu/s,   variance v − qᵀMq − (qᵀu)²/s.
 *
 * With weights these are the figures of the rows as often copied (`FisherContrasts`, `copyTerms`). The entries of u sum to 1 in
 * class 1 and to −1 in class 0; `combination` takes ⅔n³ each time, and `diagonalOfM` is M_ii/w_i, that in root coordinates.
 */
export interface FisherPosterior extends FisherLaw, Omit<FisherCore, "forms"> {
  readonly contrasts: FisherContrasts;
  readonly precision: number;
  /** η of each row; zeros where copies share everything or there are none. */
  readonly own: Float64Array;
}

/** Beyond this β λ the factor of I + βK may fail. */
const largestProduct = 1e14;

/**
 * The posterior by the main route, one Cholesky factorization of I + βK; by the spectrum of K where β λ_max, bounded by the
 * trace, exceeds 1e14, or where rounding has left I + βK indefinite. There the negative eigenvalues of K become 0;
 * a diagonal term large enough for a factor would take the place of the 1 in I + βK and change the evidence.
 */
export function fisherPosterior(
  engine: Engine,
  prior: LatentPrior,
  contrasts: FisherContrasts,
  settings: FisherSettings,
): FisherPosterior {
  const { precision, distance } = requireSettings(settings);
  const problem = rootProblem(prior, contrasts);
  const isFactorable = precision * sumOf(centeredDiagonal(problem)) <= largestProduct;
  const core =
    (isFactorable ? factoredCore(engine, problem, precision) : undefined) ??
    spectralCore(engine, fisherSpectrum(engine, problem), precision);
  return posteriorOf(problem, core, precision, distance);
}

function posteriorOf(problem: RootProblem, core: FisherCore, beta: number, distance: number): FisherPosterior {
  const { contrasts, own } = problem;
  const { forms, ...figures } = core;
  const u = timesEach(contrasts.roots, core.u);
  const coefficients = new Float64Array(u.length);
  for (let i = 0; i < u.length; i++) coefficients[i] = (distance * u[i]) / core.s;
  const { logDeterminant, trace } = copyTerms(contrasts.weights, own, beta);
  return {
    ...figures,
    ...lawOf(problem, distance, coefficients, (engine, Q) => {
      const along = multiplyVector(Q, u, { transpose: true });
      return forms(engine, toRoots(contrasts, Q)).map((form, t) => form + (along[t] * along[t]) / core.s);
    }),
    contrasts,
    precision: beta,
    u,
    logDeterminant: core.logDeterminant + logDeterminant,
    own,
    withinTrace: () => core.withinTrace() + trace,
  };
}

/** The law with these coefficients. */
export function lawOf(
  { contrasts, Kh, hKh, largest }: RootProblem,
  distance: number,
  coefficients: Float64Array,
  explained: FisherLaw["explained"],
): FisherLaw {
  return {
    distance,
    coefficients,
    h: contrasts.midpoint,
    Kh,
    hKh,
    largest,
    midpoint: dot(Kh, coefficients),
    explained,
  };
}

/**
 * Mean and covariance of the latent values of the training rows, from their prior covariance K:
 * m = Kα and Σ_c = K − KMK − (Ku)(Ku)ᵀ/s. n³; for study and for expectation maximization.
 */
export function trainingMoments(
  engine: Engine,
  posterior: FisherPosterior,
  K: Matrix,
): { readonly mean: Float64Array; readonly covariance: Matrix } {
  const n = K.rows;
  const Ku = multiplyVector(K, posterior.u);
  const KMK = engine.multiply(K, engine.multiply(posterior.combination(1, 0), K));
  const covariance = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const twice = KMK.data[i * n + j] + KMK.data[j * n + i];
      covariance.data[i * n + j] = K.data[i * n + j] - twice / 2 - (Ku[i] * Ku[j]) / posterior.s;
    }
  }
  return { mean: multiplyVector(K, posterior.coefficients), covariance };
}

/** β and d: how tightly the projections of a class lie about its mean, and how far apart the two means are. */
export interface FisherSettings {
  /** β, one over the variance of the projections within a class. */
  readonly precision: number;
  /** d, the distance of the class means, which sets the unit of the latent function. Default 2. */
  readonly distance?: number;
}

/** The settings with their default, both checked. */
export function requireSettings({ precision, distance = 2 }: FisherSettings): Required<FisherSettings> {
  if (!(precision > 0 && precision < Infinity)) {
    throw new InputError(
      "invalid-option",
      `The precision β must be greater than 0 and finite; got ${precision}. ` +
        "The limits β → 0 and β → ∞ are modes of their own.",
    );
  }
  requireDistance(distance);
  return { precision, distance };
}

export function requireDistance(distance: number): void {
  if (!(distance > 0 && distance < Infinity)) {
    throw new InputError("invalid-option", `The distance of the class means must be greater than 0; got ${distance}.`);
  }
}

/** What prediction needs of a fitted discriminant, whether β is finite or one of its limits. */
export interface FisherLaw {
  /** d. */
  readonly distance: number;
  /** α, by which the mean at x is αᵀk(x). They sum to 0. */
  readonly coefficients: Float64Array;
  /** h, K h and hᵀK h. */
  readonly h: Float64Array;
  readonly Kh: Float64Array;
  readonly hKh: number;
  /** max K_ii of the training rows. Where rows of a linear kernel are centred, K h and hᵀK h are nothing but its rounding. */
  readonly largest: number;
  /** hᵀKα, the posterior mean of the midpoint of the class means; these lie d/2 below and above it. */
  readonly midpoint: number;
  /** For each column q of Q, prior covariances with f: the part of the prior variance that the data explain. */
  explained(engine: Engine, Q: Matrix): Float64Array;
}

/**
 * The position g = f* − hᵀf of new rows relative to the (uncertain) midpoint of the class means, which is what tells the
 * classes apart: (3.1) with q = k(x) − Kh and v = k(x, x) − 2hᵀk(x) + hᵀKh. A constant added to the kernel changes neither
 * its mean ḡ nor its variance v_g.
 */
export function contrastAt(engine: Engine, law: FisherLaw, cross: Matrix, prior: Float64Array): LatentMoments {
  requireLength(prior.length, cross.columns, "The number of prior variances");
  const relative = relativeTo(law, cross);
  const hk = multiplyVector(cross, law.h, { transpose: true });
  const explained = law.explained(engine, relative);
  return {
    mean: multiplyVector(relative, law.coefficients, { transpose: true }),
    variance: prior.map((v, t) =>
      requireVariance(v - 2 * hk[t] + law.hKh - explained[t], Math.max(Math.abs(v), law.largest)),
    ),
  };
}

/** The mean of `contrastAt` alone. */
export function meanContrastAt(law: FisherLaw, cross: Matrix): Float64Array {
  return multiplyVector(relativeTo(law, cross), law.coefficients, { transpose: true });
}

/** k(x) − Kh as columns. */
function relativeTo({ Kh }: FisherLaw, cross: Matrix): Matrix {
  const relative = matrix(cross.rows, cross.columns);
  for (let i = 0; i < cross.rows; i++) {
    const shift = Kh[i];
    for (let at = i * cross.columns; at < (i + 1) * cross.columns; at++) relative.data[at] = cross.data[at] - shift;
  }
  return relative;
}

/**
 * The latent function f* of new rows itself, its mean and variance by equations (21) and (22) of Peña Centeno & Lawrence, (22) with the
 * matrix that exists: the position relative to 0 in place of the midpoint of the class means.
 */
export function latentAt(engine: Engine, law: FisherLaw, cross: Matrix, prior: Float64Array): LatentMoments {
  const zeros = new Float64Array(law.h.length);
  return contrastAt(engine, { ...law, h: zeros, Kh: zeros, hKh: 0 }, cross, prior);
}

/** The posterior variance of functionals that no constant moves, from what they make of the kernel columns and of the kernel. */
export function functionalVariance(engine: Engine, law: FisherLaw, images: Matrix, own: Float64Array): Float64Array {
  const explained = law.explained(engine, images);
  return own.map((prior, t) => requireVariance(prior - explained[t], prior));
}

/** The direction of a law: α, with the class means d/2 below and above the midpoint. */
export function axisOf({ coefficients, midpoint, distance }: AxisFigures): ProjectionAxis {
  return { coefficients, constant: 0, centers: [midpoint - distance / 2, midpoint + distance / 2], distance };
}

type AxisFigures = Pick<FisherLaw, "coefficients" | "midpoint" | "distance">;

/** What turns a position relative to the midpoint into odds. */
interface OddsSettings {
  /** β; Infinity in the limit without noise, 0 in the limit of nothing but noise. */
  readonly precision: number;
  readonly distance: number;
  /** log π₁/π₀; see `empiricalLogOdds`. */
  readonly priorLogOdds: number;
}

interface ClassOddsOptions {
  /** Leave out the uncertainty of the position (the plug-in variant, which is too sure of itself). Default false. */
  readonly plugIn?: boolean;
}

/** log n₁/n₀: the base rates of the training rows. */
export function empiricalLogOdds({ sizes }: FisherContrasts): number {
  return Math.log(sizes[1] / sizes[0]);
}

/**
 * Log odds of class 1 (3.2). A new row of class q would show its target, the center of the class at ±d/2 from the midpoint,
 * with noise 1/β around f*; integrating f and f* exactly,
 *
 *     log P(1|x)/P(0|x) = d ḡ/(v_g + 1/β) + log π₁/π₀.
 */
export function classLogOdds(
  { mean, variance }: LatentMoments,
  settings: OddsSettings,
  { plugIn = false }: ClassOddsOptions = {},
): Float64Array {
  return mean.map((g, t) => moderated(g, plugIn ? 0 : variance[t], settings));
}

/** d g/(v + 1/β) + prior log odds. Without any variance at all the side alone decides; at the very midpoint nothing does. */
function moderated(g: number, variance: number, { precision, distance, priorLogOdds }: OddsSettings): number {
  if (g === 0 || precision === 0) return priorLogOdds;
  return (distance * g) / (variance + 1 / precision) + priorLogOdds;
}
