import type { Matrix } from "../../../engine/matrix.ts";
import type { LatentSampler, ProjectionPrior, ProjectionProblem } from "./projectionProblem.ts";
import type { ChainEnd, ChainStart } from "./chainState.ts";

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

/** Refuses, with a `RangeError`, an input that no chain could be made of. */
export function checkChainInput(input: ChainInput): void {
  checkProblem(input.problem);
  checkPrior(input.prior);
  const { latentUpdates, burnIn, sweeps, thin, proposalDeviation, start, after } = input;
  const isWhole = (value: number, least: number): boolean => Number.isSafeInteger(value) && value >= least;
  if (!isWhole(latentUpdates, 1) || !isWhole(burnIn, 0) || !isWhole(sweeps, 1) || !isWhole(thin, 1)) {
    throw new RangeError(
      `A chain needs whole numbers of updates, sweeps and thinning from 1 and of burn-in from 0; got ${latentUpdates}, ` +
        `${sweeps}, ${thin} and ${burnIn}.`,
    );
  }
  if (proposalDeviation !== undefined) requirePositive("proposalDeviation", proposalDeviation);
  if (start) checkStart(start, input.problem);
  if (after) checkEnd(after, input.problem);
}

function checkProblem({ D, squaredNorms, classes, classCount }: ProjectionProblem): void {
  const fits = classes.length === D.rows && (squaredNorms === undefined || squaredNorms.length === D.columns);
  if (!fits || D.rows === 0 || D.columns === 0) {
    throw new RangeError(
      `${D.rows} rows of ${D.columns} columns do not go with ${classes.length} classes` +
        `${squaredNorms === undefined ? "" : ` and ${squaredNorms.length} squared norms`}.`,
    );
  }
  if (!(classCount >= 2) || classes.some((number) => !(number >= 0 && number < classCount))) {
    throw new RangeError(`Class numbers run from 0 to ${classCount} − 1, of at least two classes.`);
  }
}

function checkStart({ z, variance }: ChainStart, { D, classCount }: ProjectionProblem): void {
  const needed = D.rows * (classCount - 1);
  if (z.length !== needed || !z.every(Number.isFinite)) {
    throw new RangeError(`A chain begins with ${needed} finite predictors; got ${z.length}.`);
  }
  requirePositive("The variance that a chain begins with", variance);
}

function checkEnd(end: ChainEnd, problem: ProjectionProblem): void {
  checkStart(end, problem);
  const needed = problem.D.columns * (problem.classCount - 1);
  if (end.coefficients.length !== needed || end.precisions.length !== needed) {
    throw new RangeError(`A chain goes on with ${needed} coefficients; got ${end.coefficients.length}.`);
  }
}

function checkPrior({ noise, precision }: ProjectionPrior): void {
  for (const prior of [noise, precision]) {
    for (const [name, value] of Object.entries(prior)) {
      if (name !== "kind") requirePositive(`${name} of the ${prior.kind} prior`, value as number);
    }
  }
}

function requirePositive(name: string, value: number): void {
  if (!(value > 0 && value < Infinity)) throw new RangeError(`${name} must be positive; got ${value}.`);
}
