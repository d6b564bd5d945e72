import type { Matrix } from "../../../engine/matrix.ts";
import type { LatentSampler, ProjectionPrior, ProjectionProblem } from "./projectionProblem.ts";
import type { Tuning } from "./tuning.ts";

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

/** One Markov chain, as plain data that may be sent to a worker. */
export interface ChainInput {
  readonly problem: ProjectionProblem;
  readonly prior: ProjectionPrior;
  readonly sampler: LatentSampler;
  /** Renewals of the latent predictors in one sweep. */
  readonly latentUpdates: number;
  /** The deviation of Metropolis proposals. Without it each row has its own, adapted during burn-in. */
  readonly proposalDeviation?: number;
  /**
   * Whether a sweep also moves many variables at once: β and σ with z following them, along paths and rays, and z, β and σ by one common
   * factor.
   */
  readonly jointMoves: boolean;
  /** Sweeps before the first that counts; scales of proposals are adapted in these only. */
  readonly burnIn: number;
  /** Sweeps that count; every `thin`-th is kept. */
  readonly sweeps: number;
  readonly thin: number;
  /** Where to begin. Without it chains begin apart from each other. */
  readonly start?: ChainStart;
  /**
   * The end of this very chain, to go on from without a burn-in: `sweeps` more, of which those are kept that would have been kept
   * had it never stopped.
   */
  readonly after?: ChainEnd;
  /** The random numbers are those of `stream(seed, …path, chain)`. */
  readonly seed: number;
  readonly path: readonly number[];
  readonly chain: number;
}

/** What the task "chain" is given. */
export interface ChainRequest extends ChainInput {
  /** The name of the engine. */
  readonly engine: string;
}

/** What is kept of a chain. */
export interface ChainDraws {
  /** A row for each draw; β_lk of coefficient l and class k in column l (C − 1) + k. */
  readonly coefficients: Matrix;
  /** ln σ² of each draw. */
  readonly logNoise: Float64Array;
  /** ln τ, laid out as the coefficients. */
  readonly logPrecisions: Matrix;
  /** Σᵢ ln P(yᵢ | zᵢ) of each draw. */
  readonly logLikelihood: Float64Array;
  /** Share of proposals that were accepted after burn-in; 1 for samplers that refuse none. */
  readonly acceptance: number;
  /** Where the chain ended. */
  readonly end: ChainEnd;
}
