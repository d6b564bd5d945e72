import { InputError } from "../errors.ts";
import { stream, type Stream } from "../random/index.ts";
import { progress, type Work } from "../run/work.ts";
import { uniformRanks, type UniformBand } from "./uniformRanks.ts";

/** One draw from the prior, and data drawn from the model with these parameters. */
export interface Simulated<Data> {
  /** What is looked at, by name: parameters, functions of them. */
  readonly quantities: Readonly<Record<string, number>>;
  /** The joint log likelihood of the data under the parameters that were drawn. */
  readonly logLikelihood: number;
  readonly data: Data;
}

/** Draws from the posterior: of each quantity, and of the log likelihood of the data, in the same order and number. */
export interface SimulatedPosterior {
  readonly quantities: Readonly<Record<string, Float64Array>>;
  readonly logLikelihood: Float64Array;
}

/** A model that can draw from its prior, and the sampler of its posterior that is to be tried. */
export interface SimulationModel<Data> {
  drawPrior(stream: Stream): Simulated<Data>;
  /** Draws from a Markov chain should be thinned until they are nearly independent. */
  drawPosterior(data: Data, stream: Stream): SimulatedPosterior;
}

export interface SimulationOptions {
  /** A whole number; equal seeds give equal results. */
  readonly seed: number;
  /** How often data are simulated; default 200. */
  readonly simulations?: number;
  /** The probability, for each quantity, of keeping within its band if the sampler is right; default 0.99. */
  readonly level?: number;
}

/** How a quantity came out. */
export interface CalibratedQuantity {
  /** The rank of the true value among the draws, 0 … L, in each simulation. */
  readonly ranks: Int32Array;
  /** How many ranks are below 1, 2, …, L: what the band is about. */
  readonly counts: Int32Array;
  /** The probability of straying as far by chance. */
  readonly probability: number;
  /** Whether all counts are within the band. */
  readonly isCalibrated: boolean;
}

export interface SimulationCalibration {
  /** All quantities by their names, and `log likelihood`. */
  readonly quantities: Readonly<Record<string, CalibratedQuantity>>;
  readonly simulations: number;
  /** L, draws of the posterior in each simulation. */
  readonly draws: number;
  readonly level: number;
  readonly band: UniformBand;
  /**
   * Whether the sampler passes: of as many quantities, one strays as far as the worst of these with a probability above
   * 1 − level (Bonferroni's bound). One quantity alone may leave its band by chance.
   */
  readonly isCalibrated: boolean;
}

const nameOfLikelihood = "log likelihood";

/**
 * Simulation-based calibration of any sampler whose model can draw from its prior. Parameters are drawn from the prior, data
 * from the model with these parameters, and L draws from the posterior given these data. If prior, likelihood and sampler
 * belong together, the true value of every quantity is one more draw from the same posterior, and its rank among the L is
 * even on 0 … L over simulations. The ranks of each quantity are held against a band that even ranks keep within, all along,
 * with the given probability (`uniformRanks`). Ranks that crowd at the ends tell of a posterior too narrow, ranks in the middle of
 * one too wide, ranks at one end of a shift. The log likelihood of the data is always among the quantities: it finds samplers
 * that forget the data altogether, whose parameters keep even ranks.
 *
 * Each quantity has its own band, and the verdict takes into account how many there are.
 *
 * Talts, Betancourt, Simpson, Vehtari & Gelman, Validating Bayesian inference algorithms with simulation-based calibration,
 * 2018; Modrák and others, Simulation-based calibration checking for Bayesian computation: the choice of test quantities
 * shapes sensitivity, 2023.
 */
export function* simulationCalibration<Data>(
  { drawPrior, drawPosterior }: SimulationModel<Data>,
  { seed, simulations = 200, level = 0.99 }: SimulationOptions,
): Work<SimulationCalibration> {
  if (!Number.isSafeInteger(simulations) || simulations < 10) {
    throw new InputError("too-few-simulations", `At least 10 simulations are needed; got ${String(simulations)}.`);
  }
  if (!(level > 0 && level < 1)) {
    throw new InputError("invalid-level", `The level of a band must lie between 0 and 1; got ${String(level)}.`);
  }
  const ranks = new Map<string, Int32Array>();
  let draws = 0;
  for (let simulation = 0; simulation < simulations; simulation++) {
    const random = stream(seed, simulation);
    const { quantities, logLikelihood, data } = drawPrior(random);
    const posterior = drawPosterior(data, random);
    const truths: Readonly<Record<string, number>> = { ...quantities, [nameOfLikelihood]: logLikelihood };
    const drawn: Readonly<Record<string, Float64Array>> = {
      ...posterior.quantities,
      [nameOfLikelihood]: posterior.logLikelihood,
    };
    if (simulation === 0) {
      draws = posterior.logLikelihood.length;
      for (const name of Object.keys(truths)) ranks.set(name, new Int32Array(simulations));
    }
    for (const [name, ranksOfOne] of ranks) {
      ranksOfOne[simulation] = rankOf(name, truths[name], drawn[name], draws, random);
    }
    yield progress("simulations", simulation + 1, simulations);
  }

  const even = uniformRanks(simulations, draws);
  const band = even.band(level);
  const quantities: Record<string, CalibratedQuantity> = {};
  for (const [name, ranksOfOne] of ranks) {
    const counts = countsBelow(ranksOfOne, draws);
    quantities[name] = {
      ranks: ranksOfOne,
      counts,
      probability: even.probability(counts),
      isCalibrated: counts.every((count, v) => count >= band.lower[v] && count <= band.upper[v]),
    };
  }
  const worst = Math.min(...Object.values(quantities).map(({ probability }) => probability));
  const isCalibrated = worst * ranks.size > 1 - level;
  return { quantities, simulations, draws, level, band, isCalibrated };
}

/** How many draws are below the true value; of those equal to it, a random number. */
function rankOf(
  name: string,
  truth: number | undefined,
  draws: Float64Array | undefined,
  length: number,
  random: Stream,
): number {
  if (truth === undefined || draws === undefined || draws.length !== length || length === 0) {
    throw new RangeError(
      `Every simulation must have a value of ${name} and the same number of draws of it; got ${truth} and ${draws?.length ?? 0} draws.`,
    );
  }
  if (Number.isNaN(truth) || draws.some(Number.isNaN)) {
    throw new RangeError(`A value of ${name} is not a number.`);
  }
  let below = 0;
  let equal = 0;
  for (const value of draws) {
    if (value < truth) below++;
    else if (value === truth) equal++;
  }
  return equal === 0 ? below : below + random.integer(equal + 1);
}

/** How many ranks are below 1, …, L. */
function countsBelow(ranks: Int32Array, L: number): Int32Array {
  const counts = new Int32Array(L);
  for (const rank of ranks) if (rank < L) counts[rank]++;
  for (let v = 1; v < L; v++) counts[v] += counts[v - 1];
  return counts;
}
