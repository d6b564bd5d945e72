import type { Engine } from "../../../engine/engine.ts";
import { matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import { stream, streamAt, type Stream } from "../../../random/index.ts";
import { progress, type Work } from "../../../run/work.ts";
import { type ChainDraws, type ChainInput, checkChainInput } from "./chainInput.ts";
import {
  type ChainEnd,
  continuedState,
  logLikelihoodOf,
  renewAuxiliaries,
  resumedState,
  startingState,
  type ChainState,
  type Tuning,
} from "./chainState.ts";
import { gibbsSweep } from "./gibbsSweep.ts";

/** Progress is reported after about so many multiplications, less than a tenth of a second. */
const workBetweenReports = 1e6;

/**
 * One Markov chain whose draws come from the posterior of coefficients, their precisions and the noise: burn-in, in which
 * proposals are adapted by steps t^(−0.6), then the sweeps that count. Where it begins and all its random numbers depend on
 * seed, path and chain alone, unless it is told where. A chain that goes on after its end is to the last digit the chain that it would have
 * been. A `NumericalError` names the sweep in which the chain left the range of numbers.
 */
export function* projectionChain(engine: Engine, input: ChainInput): Work<ChainDraws> {
  checkChainInput(input);
  const { problem, sweeps, thin, after } = input;
  const random = after ? streamAt(after.random) : stream(input.seed, ...input.path, input.chain);
  const tuning: Tuning = after ? structuredClone(after.tuning) : {};
  const gibbs = gibbsSweep(engine, input, tuning);
  const state = after ? resumedState(problem, after) : begunState(input, random);
  // A chain that goes on has behind it its burn-in, some sweeps and the draws that were kept of these.
  const counted = after?.sweeps ?? 0;
  const burnIn = after ? 0 : input.burnIn;
  const keptBefore = Math.floor(counted / thin);
  const kept = Math.floor((counted + sweeps) / thin) - keptBefore;
  const draws = emptyDraws(kept, problem.D.columns, problem.classCount - 1);
  const total = burnIn + sweeps;
  let sweep = 0;
  let accepted = 0;

  const advanceTo = (end: number): void => {
    try {
      if (sweep === 0 && !after) gibbs.drawCoefficients(state, random);
      while (sweep < end) {
        sweep++;
        if (sweep <= burnIn) {
          gibbs.sweep(state, random, sweep ** -0.6);
        } else {
          accepted += gibbs.sweep(state, random, 0);
          const place = counted + sweep - burnIn;
          if (place % thin === 0) keep(draws, place / thin - 1 - keptBefore, state);
        }
      }
    } catch (error) {
      throw inSweep(error, after ? input.burnIn + counted + sweep : sweep);
    }
  };

  const every = Math.max(1, Math.floor(workBetweenReports / workOfSweep(input)));
  for (let end = Math.min(every, total); ; end = Math.min(end + every, total)) {
    advanceTo(end);
    yield progress("chain", end, total);
    if (end === total) break;
  }
  return {
    ...draws,
    acceptance: accepted / (sweeps * input.latentUpdates * problem.D.rows),
    end: endOf(state, counted + sweeps, tuning, random.position()),
  };
}

/** Where a chain begins: at a given start, or at random. */
function begunState({ problem, prior, start }: ChainInput, random: Stream): ChainState {
  const first = start ? continuedState(problem, start) : startingState(problem, prior.noise, random);
  renewAuxiliaries(first, prior, random);
  return first;
}

function endOf(
  { z, variance, means, totals, coefficients, precisions, precisionAuxiliaries, noiseAuxiliary }: ChainState,
  sweeps: number,
  tuning: Tuning,
  random: readonly number[],
): ChainEnd {
  const values = { z, variance, means, totals, coefficients, precisions, precisionAuxiliaries, noiseAuxiliary };
  return { ...values, sweeps, tuning, random };
}

type KeptDraws = Omit<ChainDraws, "acceptance" | "end">;

/** Multiplications of one sweep, roughly. */
function workOfSweep({ problem: { D, squaredNorms, classCount }, latentUpdates }: ChainInput): number {
  const factorization = squaredNorms === undefined ? D.columns ** 3 / 6 : 0;
  return (classCount - 1) * (D.rows * (2 * D.columns + 50 * latentUpdates) + factorization);
}

function emptyDraws(count: number, columns: number, predictors: number): KeptDraws {
  return {
    coefficients: matrix(count, columns * predictors),
    logNoise: new Float64Array(count),
    logPrecisions: matrix(count, columns * predictors),
    logLikelihood: new Float64Array(count),
  };
}

/** Writes the state into row `index` of the draws. */
function keep(draws: KeptDraws, index: number, state: ChainState): void {
  const { count, coefficients, precisions } = state;
  const columns = coefficients.length / count;
  const start = index * coefficients.length;
  for (let k = 0, from = 0; k < count; k++) {
    for (let l = 0; l < columns; l++, from++) {
      const to = start + l * count + k;
      draws.coefficients.data[to] = coefficients[from];
      draws.logPrecisions.data[to] = Math.log(precisions[from]);
    }
  }
  draws.logNoise[index] = Math.log(state.variance);
  draws.logLikelihood[index] = logLikelihoodOf(state);
}

function inSweep(error: unknown, sweep: number): unknown {
  if (!(error instanceof NumericalError)) return error;
  return new NumericalError(
    error.code,
    `The Markov chain could not go on in sweep ${sweep}: ${error.message} Choose a prior that holds σ² and the ` +
      `coefficients back more, or scale the columns to values near 1.`,
  );
}
