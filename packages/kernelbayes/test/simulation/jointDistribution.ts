import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import {
  chainState,
  logLikelihoodOf,
  renewAuxiliaries,
  type ChainState,
} from "../../src/models/projection/chain/chainState.ts";
import { coefficientsOf } from "../../src/models/projection/chain/coefficients.ts";
import { drawPrior } from "./drawPrior.ts";
import { gibbsSweep, type SweepInput } from "../../src/models/projection/chain/gibbsSweep.ts";
import type { ProjectionPrior, ProjectionProblem } from "../../src/models/projection/chain/projectionProblem.ts";
import { transpose } from "../../src/matrix/index.ts";
import { stream, type Stream } from "../../src/random/index.ts";

/**
 * How far any score may lie from 0. A right sampler exceeds it with probability 7·10⁻⁶ a score, so that all scores of all
 * settings of this folder, fewer than 600, raise a false alarm with a probability of less than 0.5 %.
 */
export const limit = 4.5;

/** One sampler and prior to be tested. */
export type Setting = Omit<SweepInput, "problem"> & {
  /** Whether the columns are orthogonal, so that nothing is factorized. */
  readonly orthogonal: boolean;
  /** Whether there are five columns, much alike, in the place of two. */
  readonly alike?: boolean;
};

/** Renews a state in place. */
export type Sweep = (state: ChainState, random: Stream) => void;

const rows = 6;
const classCount = 3;
const sweeps = 8;
const columns: Readonly<Record<"orthogonal" | "correlated" | "alike", Matrix>> = {
  orthogonal: matrix(rows, 2, Float64Array.of(1, -1.2, 1, -0.7, 1, -0.1, 1, 0.3, 1, 0.6, 1, 1.1)),
  correlated: matrix(rows, 2, Float64Array.of(1, 0.4, 0.2, 0.5, 1.5, 1, -0.3, 0.2, 0.7, -0.8, 0.1, 1.3)),
  // Gaussian kernels about five places of six on a line, whose singular values are 4.1, 1.2, 0.17, 0.014 and 0.0005.
  alike: matrix(
    rows,
    5,
    Float64Array.from({ length: 5 * rows }, (_, at) => Math.exp(-0.08 * (Math.floor(at / 5) - (at % 5)) ** 2)),
  ),
};

/**
 * The joint-distribution test of Geweke (2004), in the form of independent replicates: parameters from the prior and data
 * given them, then some sweeps given the data. A right sampler leaves the joint distribution as it is. The result is, for
 * each of eleven functions of parameters and data, the mean change in units of its standard error.
 */
export function jointDistributionScores(
  setting: Setting,
  replicates: number,
  sweepOf: (problem: ProjectionProblem, setting: Setting) => Sweep = librarySweep,
): Float64Array {
  const random = stream(23);
  const D = columns[setting.orthogonal ? "orthogonal" : setting.alike ? "alike" : "correlated"];
  const p = D.columns;
  const squaredNorms = Float64Array.from({ length: p }, (_, l) =>
    Array.from({ length: rows }, (_, i) => D.data[p * i + l] ** 2).reduce((sum, square) => sum + square, 0),
  );
  const sums = new Float64Array(functionCount);
  const squares = new Float64Array(functionCount);
  for (let replicate = 0; replicate < replicates; replicate++) {
    const { coefficients, precisions, variance, latents, classes } = drawPrior(
      { D, classCount },
      setting.prior,
      random,
    );
    const problem = { D, squaredNorms: setting.orthogonal ? squaredNorms : undefined, classes, classCount };
    const state = chainState(
      problem,
      transpose(latents).data,
      transpose(coefficients).data,
      transpose(precisions).data,
      variance,
    );
    coefficientsOf(selectEngine(), problem).combine(state.coefficients, state.means);
    renewAuxiliaries(state, setting.prior, random);
    const before = functionsOf(state);
    const sweep = sweepOf(problem, setting);
    for (let time = 0; time < sweeps; time++) sweep(state, random);
    functionsOf(state).forEach((value, at) => {
      const change = value - before[at];
      sums[at] += change;
      squares[at] += change * change;
    });
  }
  return sums.map((sum, at) => (squares[at] === 0 ? 0 : sum / Math.sqrt(squares[at] - (sum * sum) / replicates)));
}

function librarySweep(problem: ProjectionProblem, setting: Setting): Sweep {
  const { sweep } = gibbsSweep(selectEngine(), { ...setting, problem });
  return (state, random) => sweep(state, random, 0);
}

const functionCount = 11;

/** Functions of parameters, latent predictors and data, all with a finite variance under every prior. */
function functionsOf(state: ChainState): number[] {
  const { coefficients: beta, precisions: tau, z, means, classes, variance } = state;
  const residuals = z.reduce((sum, value, at) => sum + (value - means[at]) ** 2, 0) / variance;
  return [
    Math.log(variance),
    Math.tanh(0.5 * Math.log(variance)) ** 2,
    Math.tanh(beta[0]),
    Math.tanh(beta[3]) ** 2,
    Math.tanh(beta[1]) * Math.tanh(z[4]),
    Math.log(tau[0]),
    Math.tanh(0.5 * Math.log(tau[3])) ** 2,
    classes[0] === 0 ? Math.tanh(z[0]) : 0,
    Math.tanh(0.5 * z[rows + 2]) ** 2,
    logLikelihoodOf(state),
    residuals,
  ];
}

/** The default prior of the family: σ² ~ IG(3, 3), τ ~ Gamma(1, 1). */
export const stablePrior: ProjectionPrior = {
  noise: { kind: "inverse-gamma", shape: 3, rate: 3 },
  precision: { kind: "gamma", shape: 1, rate: 1 },
  coefficients: "scaled",
};
