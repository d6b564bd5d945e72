import { matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import type { ChainInput } from "../../../src/models/projection/chain/chainInput.ts";
import { projectionChain } from "../../../src/models/projection/chain/projectionChain.ts";
import { drawnLogProbabilities, type Predictive } from "../../../src/models/projection/draws/drawnProbabilities.ts";
import { runSync } from "../../../src/run/run.ts";
import type { StatisticalRun } from "../statistical.ts";

interface Input {
  readonly design: number[];
  readonly class1: number[];
  readonly gamma: [number, number, number, number];
  readonly test_design: number[];
}

const chains = 24;
const settings: readonly Pick<ChainInput, "sampler" | "latentUpdates" | "jointMoves" | "sweeps">[] = [
  { sampler: "metropolis", latentUpdates: 2, jointMoves: false, sweeps: 2800 },
  { sampler: "polya-gamma", latentUpdates: 1, jointMoves: false, sweeps: 1600 },
  { sampler: "elliptical-slice", latentUpdates: 1, jointMoves: true, sweeps: 1600 },
];

/** Summaries of the posterior by chains of every sampler, whose means say how exact they are. */
export function tinyPosterior(input: Input): StatisticalRun[] {
  return settings.map((setting) => run(input, setting));
}

function run(input: Input, setting: (typeof settings)[number]): StatisticalRun {
  const { gamma, design } = input;
  const runs = Array.from({ length: chains }, (_, chain) =>
    runSync(
      projectionChain(selectEngine(), {
        problem: {
          D: matrix(design.length, 1, Float64Array.from(design)),
          squaredNorms: Float64Array.of(design.reduce((sum, x) => sum + x * x, 0)),
          // The first class has the predictor, the second is the reference.
          classes: Int32Array.from(input.class1, (isFirst) => 1 - isFirst),
          classCount: 2,
        },
        prior: {
          noise: { kind: "inverse-gamma", shape: gamma[0], rate: gamma[1] },
          precision: { kind: "gamma", shape: gamma[2], rate: gamma[3] },
          coefficients: "scaled",
        },
        ...setting,
        burnIn: 200,
        thin: 4,
        seed: 11,
        path: [],
        chain,
      }),
    ),
  );
  /** Mean over all draws, and its standard error from the means of the chains. */
  const average = (
    values: (logNoise: number, beta: number, chain: number, draw: number) => number,
  ): [number, number] => {
    const means = runs.map(({ logNoise, coefficients }, chain) => {
      const sum = logNoise.reduce((total, value, s) => total + values(value, coefficients.data[s], chain, s), 0);
      return sum / logNoise.length;
    });
    const mean = means.reduce((sum, value) => sum + value, 0) / chains;
    const squares = means.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return [mean, Math.sqrt(squares / (chains - 1) / chains)];
  };
  const [center, centerError] = average((logNoise) => logNoise);
  const [variance, varianceError] = average((logNoise) => (logNoise - center) ** 2);
  /** The probability of the first class at each test row under each draw. */
  const predicted = (predictive: Predictive): [number, number][] => {
    const test = matrix(input.test_design.length, 1, Float64Array.from(input.test_design));
    const drawn = runs.map((draws) => drawnLogProbabilities(selectEngine(), draws, test, predictive));
    return input.test_design.map((_, row) =>
      average((_noise, _beta, chain, s) => Math.exp(drawn[chain].data[row * drawn[chain].columns + 2 * s])),
    );
  };
  const others = {
    prob_beta_positive: [average((_, beta) => Number(beta > 0))],
    mean_tanh_beta: [average((_, beta) => Math.tanh(beta))],
    plugin: predicted("plugin"),
    full: predicted("full"),
  };
  const pick = (at: 0 | 1) =>
    Object.fromEntries(Object.entries(others).map(([name, values]) => [name, values.map((value) => value[at])]));
  return {
    name: setting.sampler,
    estimates: { mean_log_sigma2: center, sd_log_sigma2: Math.sqrt(variance), ...pick(0) },
    errors: {
      mean_log_sigma2: centerError,
      sd_log_sigma2: varianceError / (2 * Math.sqrt(variance)),
      ...pick(1),
    },
  };
}
