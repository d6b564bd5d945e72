import type { Engine } from "../../../engine/engine.ts";
import { NumericalError } from "../../../errors.ts";
import { normal, type Stream } from "../../../random/index.ts";
import type { ChainInput } from "./chainInput.ts";
import { renewAuxiliaries, type ChainState, logLikelihoodOf, type Tuning, tuned } from "./chainState.ts";
import { coefficientsOf } from "./coefficients.ts";
import { jointMoves } from "../moves/jointMoves.ts";
import { latentUpdate } from "./latentUpdate.ts";
import {
  drawVariance,
  noiseConditional,
  noiseLaw,
  type VarianceLaw,
  drawPrecision,
  precisionLaw,
} from "./varianceLaw.ts";
import { logTotal, rowLogLikelihood } from "./softmaxMisfit.ts";

/** What a sweep depends on. */
export type SweepInput = Pick<
  ChainInput,
  "problem" | "prior" | "sampler" | "latentUpdates" | "proposalDeviation" | "jointMoves"
>;

/** Renews a state in place. */
interface GibbsSweep {
  /** Draws the coefficients, and with them the means of the predictors, given the rest. */
  drawCoefficients(state: ChainState, random: Stream): void;
  /**
   * One sweep: z; σ² and β as one block; β and σ² with z following them; τ and the auxiliary variables; the scale. Returns how many rows
   * accepted a proposal, summed over updates of z. Proposals are adapted by a step above 0. A state that is not finite ends in a
   * `NumericalError`.
   */
  sweep(state: ChainState, random: Stream, step: number): number;
}

/**
 * The Gibbs sampler of the projection family. Coefficients that scale with the noise are integrated out where σ² is drawn,
 * σ² | z, τ and then β | z, τ, σ²; for coefficients independent of it σ² is drawn given β. What its moves have adapted stands in
 * `tuning`, and changes with every sweep.
 */
export function gibbsSweep(engine: Engine, input: SweepInput, tuning: Tuning = {}): GibbsSweep {
  const { problem, prior } = input;
  const { rows: n, columns: p } = problem.D;
  const count = problem.classCount - 1;
  const isScaled = prior.coefficients === "scaled";
  const block = coefficientsOf(engine, problem);
  const update = latentUpdate(input.sampler, n, count, input.proposalDeviation, tuning);
  const move = scaleMove(n, count, isScaled, tuning);
  const moveJointly = input.jointMoves ? jointMoves(engine, problem, prior, tuning) : undefined;
  const normals = new Float64Array(p * count);
  const inUnits = new Float64Array(p * count); // σ²τ

  const coefficientsGiven = (state: ChainState, random: Stream): void => {
    for (let at = 0; at < normals.length; at++) normals[at] = normal(random);
    block.draw(Math.sqrt(state.variance), normals, state.coefficients);
    block.combine(state.coefficients, state.means);
  };

  const drawCoefficients = (state: ChainState, random: Stream): void => {
    if (isScaled) inUnits.set(state.precisions);
    else for (let at = 0; at < inUnits.length; at++) inUnits[at] = state.variance * state.precisions[at];
    finite("The sum of squares of z", block.condition(state.z, inUnits));
    coefficientsGiven(state, random);
  };

  const drawNoiseAndCoefficients = (state: ChainState, random: Stream): void => {
    const law = noiseLaw(prior.noise, state.noiseAuxiliary);
    if (isScaled) {
      const residual = finite("The sum of squares of z", block.condition(state.z, state.precisions));
      if (law) state.variance = varianceFrom(random, noiseConditional(law, n * count, residual));
      coefficientsGiven(state, random);
    } else {
      if (law) {
        const squares = finite("The sum of squares of z", squaredDistance(state.z, state.means));
        state.variance = varianceFrom(random, noiseConditional(law, n * count, squares));
      }
      drawCoefficients(state, random);
    }
  };

  const drawPrecisions = (state: ChainState, random: Stream): void => {
    const { coefficients, precisions, precisionAuxiliaries } = state;
    const variance = isScaled ? state.variance : 1;
    for (let at = 0; at < precisions.length; at++) {
      const law = precisionLaw(prior.precision, precisionAuxiliaries[at], coefficients[at], variance);
      positive("The rate of a precision", law.rate);
      precisions[at] = positive("A precision", drawPrecision(random, law));
    }
  };

  return {
    drawCoefficients,
    sweep(state, random, step) {
      let accepted = 0;
      for (let time = 0; time < input.latentUpdates; time++) accepted += update(state, random, step);
      drawNoiseAndCoefficients(state, random);
      moveJointly?.(state, random, step);
      drawPrecisions(state, random);
      renewAuxiliaries(state, prior, random);
      if (input.jointMoves) {
        const law = noiseLaw(prior.noise, state.noiseAuxiliary);
        if (law) move(state, law, random, step);
      }
      return accepted;
    },
  };
}

function varianceFrom(random: Stream, law: VarianceLaw): number {
  positive("The rate of σ²", law.rate);
  return positive("σ²", drawVariance(random, law));
}

function finite(what: string, value: number): number {
  if (!Number.isFinite(value)) throw notFinite(what, value);
  return value;
}

function positive(what: string, value: number): number {
  if (!(value > 0 && value < Infinity)) throw notFinite(what, value);
  return value;
}

function notFinite(what: string, value: number): NumericalError {
  return new NumericalError("chain-not-finite", `${what} has become ${value}.`);
}

/** Moves a chain in place, unless refused; a step above 0 lets it adapt the size of its moves. */
type ScaleMove = (state: ChainState, law: VarianceLaw, random: Stream, step: number) => void;

const acceptanceTarget = 0.44;

/**
 * A Metropolis step along the direction in which a sweep is slowest: (z, β, σ) → λ (z, β, σ), ln λ ~ N(0, s²), τ unchanged.
 * The densities of z and β given σ and the change of volume cancel but for λ² (σ² being the coordinate), so that
 *
 *     accept with min(1, λ² p(λ²σ²)/p(σ²) · P(y | λz)/P(y | z))
 *
 * Where β does not scale with σ its density counts too: the factor λ^(pq) exp(−½ (λ² − 1) Σ τβ²).
 */
function scaleMove(rows: number, count: number, coefficientsScale: boolean, tuning: Tuning = {}): ScaleMove {
  const scaledZ = new Float64Array(rows * count);
  const scaledTotals = new Float64Array(rows);
  const size = tuned(tuning, "scale", Float64Array.of(2.4 / Math.sqrt(2 + rows / 4)));
  return (state, law, random, step) => {
    const { z, totals, classes, coefficients, precisions, means, variance } = state;
    const logFactor = size[0] * normal(random);
    const factor = Math.exp(logFactor);
    for (let at = 0; at < z.length; at++) scaledZ[at] = factor * z[at];
    let logRatio = -logLikelihoodOf(state);
    for (let i = 0; i < rows; i++) {
      scaledTotals[i] = logTotal(scaledZ, i, rows, count);
      logRatio += rowLogLikelihood(scaledZ, i, rows, count, classes[i], scaledTotals[i]);
    }
    logRatio -= 2 * law.shape * logFactor + (law.rate / variance) * Math.expm1(-2 * logFactor);
    if (!coefficientsScale) {
      let squares = 0;
      for (let at = 0; at < coefficients.length; at++) squares += precisions[at] * coefficients[at] * coefficients[at];
      logRatio += coefficients.length * logFactor - 0.5 * Math.expm1(2 * logFactor) * squares;
    }
    const isAccepted = factor * factor * variance < law.upper && Math.log(random.uniform()) < logRatio;
    if (isAccepted) {
      z.set(scaledZ);
      totals.set(scaledTotals);
      for (let at = 0; at < coefficients.length; at++) coefficients[at] *= factor;
      for (let at = 0; at < means.length; at++) means[at] *= factor;
      state.variance *= factor * factor;
    }
    if (step > 0) size[0] *= Math.exp(step * (Number(isAccepted) - acceptanceTarget));
  };
}

/** Σ (aᵢ − bᵢ)². */
export function squaredDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] - b[at]) * (a[at] - b[at]);
  return sum;
}
