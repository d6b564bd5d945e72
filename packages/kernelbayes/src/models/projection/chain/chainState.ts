import { inverseGamma, normal, type Stream } from "../../../random/index.ts";
import { logTotal, rowLogLikelihood } from "./softmaxMisfit.ts";
import { noiseAuxiliary, precisionAuxiliary } from "./varianceLaw.ts";
import type { NoisePrior, ProjectionPrior, ProjectionProblem } from "./projectionProblem.ts";

/** The latent predictors of a chain, class by class: z_ik stands at k · rows + i. Updates change it in place. */
export interface LatentState {
  readonly rows: number;
  /** Predictors of a row: classes without the reference. */
  readonly count: number;
  readonly classes: Int32Array;
  readonly z: Float64Array;
  /** D β, which z scatters about with variance σ². */
  readonly means: Float64Array;
  /** ln(1 + Σ_k e^(z_ik)) of each row, kept up to date with z. */
  readonly totals: Float64Array;
  /** σ². */
  variance: number;
}

/** Where a chain stands; β_lk and τ_lk at k · columns + l. */
export interface ChainState extends LatentState {
  readonly coefficients: Float64Array;
  readonly precisions: Float64Array;
  /** The auxiliary variables of half-Cauchy priors; without meaning for others. */
  readonly precisionAuxiliaries: Float64Array;
  noiseAuxiliary: number;
}

/** Where a chain stands, as far as another has to know to go on from there. */
export interface ChainStart {
  /** Latent predictors, z_ik at k · rows + i. */
  readonly z: Float64Array;
  /** σ². */
  readonly variance: number;
}

/** Where a chain ended, with all that it needs to go on as if it had not. */
export interface ChainEnd extends ChainStart {
  /** β and τ with their auxiliary variables, that of class k and coefficient l at k · columns + l. */
  readonly coefficients: Float64Array;
  readonly precisions: Float64Array;
  readonly precisionAuxiliaries: Float64Array;
  readonly noiseAuxiliary: number;
  /** D β, and the logarithms of the softmax sums of z, to the last digit. */
  readonly means: Float64Array;
  readonly totals: Float64Array;
  /** Sweeps that have counted. */
  readonly sweeps: number;
  readonly tuning: Readonly<Tuning>;
  /** Where its random numbers stand. */
  readonly random: readonly number[];
}

/** A state with these values, whose means are still zero. */
export function chainState(
  { D, classes, classCount }: ProjectionProblem,
  z: Float64Array,
  coefficients: Float64Array,
  precisions: Float64Array,
  variance: number,
): ChainState {
  const count = classCount - 1;
  return {
    rows: D.rows,
    count,
    classes,
    z,
    means: new Float64Array(z.length),
    totals: Float64Array.from(classes, (_, i) => logTotal(z, i, D.rows, count)),
    variance,
    coefficients,
    precisions,
    precisionAuxiliaries: new Float64Array(precisions.length).fill(1),
    noiseAuxiliary: 1,
  };
}

/**
 * Where a chain begins: z = N(0, 1), plus 1 for the row's own class and minus 1 for others; ln τ and ln σ² = N(0, 1). Chains
 * thus begin farther apart than they end, and their agreement says something. Coefficients are left to be drawn.
 */
export function startingState(problem: ProjectionProblem, noise: NoisePrior, random: Stream): ChainState {
  const { D, classes, classCount } = problem;
  const count = classCount - 1;
  const z = Float64Array.from(
    { length: D.rows * count },
    (_, at) => normal(random) + (classes[at % D.rows] === Math.floor(at / D.rows) ? 1 : -1),
  );
  const precisions = Float64Array.from({ length: D.columns * count }, () => Math.exp(normal(random)));
  const variance = startingVariance(noise, Math.exp(normal(random)));
  return chainState(problem, z, new Float64Array(D.columns * count), precisions, variance);
}

/**
 * Where a chain begins that goes on from another, which may have had other columns: with its predictors and its noise. Precisions
 * begin at 1 and are forgotten by the first sweep; coefficients are left to be drawn.
 */
export function continuedState(problem: ProjectionProblem, { z, variance }: ChainStart): ChainState {
  const coefficients = problem.D.columns * (problem.classCount - 1);
  return chainState(
    problem,
    z.slice(),
    new Float64Array(coefficients),
    new Float64Array(coefficients).fill(1),
    variance,
  );
}

/** Where a chain ended, to go on from. */
export function resumedState({ D, classes, classCount }: ProjectionProblem, end: ChainEnd): ChainState {
  return {
    rows: D.rows,
    count: classCount - 1,
    classes,
    z: end.z.slice(),
    means: end.means.slice(),
    totals: end.totals.slice(),
    variance: end.variance,
    coefficients: end.coefficients.slice(),
    precisions: end.precisions.slice(),
    precisionAuxiliaries: end.precisionAuxiliaries.slice(),
    noiseAuxiliary: end.noiseAuxiliary,
  };
}

/** Within the bounds of its prior. */
function startingVariance(noise: NoisePrior, drawn: number): number {
  if (noise.kind === "fixed") return noise.variance;
  return "upper" in noise ? Math.min(drawn, 0.5 * noise.upper * noise.upper) : drawn;
}

/** Draws the auxiliary variables of half-Cauchy priors given σ² and τ. */
export function renewAuxiliaries(state: ChainState, { noise, precision }: ProjectionPrior, random: Stream): void {
  if (noise.kind === "half-cauchy") {
    const { shape, rate } = noiseAuxiliary(noise.scale, state.variance);
    state.noiseAuxiliary = inverseGamma(random, shape, rate);
  }
  if (precision.kind === "half-cauchy") {
    for (let at = 0; at < state.precisions.length; at++) {
      const { shape, rate } = precisionAuxiliary(precision.scale, state.precisions[at]);
      state.precisionAuxiliaries[at] = inverseGamma(random, shape, rate);
    }
  }
}

/** Σᵢ ln P(yᵢ | zᵢ). */
export function logLikelihoodOf({ z, totals, rows, count, classes }: LatentState): number {
  let sum = 0;
  for (let i = 0; i < rows; i++) sum += rowLogLikelihood(z, i, rows, count, classes[i], totals[i]);
  return sum;
}

/** Numbers that the moves of a chain adapt, by name: with them, and with its state, a chain goes on elsewhere. */
export type Tuning = Record<string, Float64Array>;

/** The numbers of a name, which are changed in place: those there are, or else these, which are there from now on. */
export function tuned(tuning: Tuning, name: string, first: Float64Array): Float64Array {
  return (tuning[name] ??= first);
}
