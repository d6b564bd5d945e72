import { effectiveSize } from "kernelbayes/diagnose";
import { matrix, type Engine } from "kernelbayes/engine";
import { projection, type ProjectionPrior } from "kernelbayes/models";
import { runSync } from "kernelbayes/progress";
import { cpuMilliseconds, timed } from "./cpuTime.ts";
import { classCount, type TimedProblem } from "./projectionProblem.ts";

const { projectionChain, drawnLogProbabilities } = projection;

/** How a chain is run. */
export type ChainSetting = Pick<
  projection.ChainInput,
  "sampler" | "latentUpdates" | "proposalDeviation" | "jointMoves"
>;

const prior: ProjectionPrior = {
  noise: { kind: "inverse-gamma", shape: 3, rate: 3 },
  precision: { kind: "gamma", shape: 1, rate: 1 },
  coefficients: "scaled",
};

export interface ChainSpeed {
  /** Sweeps a CPU second, after those that compile. */
  readonly sweeps: number;
  /** Effective draws a CPU second, the mean over the probabilities of all classes for five rows. */
  readonly effective: number;
  readonly acceptance: number;
}

const chains = 4;

/** Four chains after each other; the time is that of the sweeps that count, in proportion. */
export function chainSpeed(
  engine: Engine,
  { problem, tested }: TimedProblem,
  setting: ChainSetting,
  { burnIn, sweeps }: { readonly burnIn: number; readonly sweeps: number },
): ChainSpeed {
  const inputOf = (chain: number): projection.ChainInput => ({
    ...setting,
    problem,
    prior,
    burnIn,
    sweeps,
    thin: 1,
    seed: 1,
    path: [],
    chain,
  });
  // Compiles.
  runSync(projectionChain(engine, { ...inputOf(chains), burnIn: 0 }));
  const runs = Array.from({ length: chains }, (_, chain) =>
    timed(() => runSync(projectionChain(engine, inputOf(chain)))),
  );
  const seconds = runs.reduce((sum, { milliseconds }) => sum + milliseconds / 1000, 0);
  const perSweep = seconds / (chains * (burnIn + sweeps));
  const probabilities = runs.map(({ result }) => drawnLogProbabilities(engine, result, tested, "plugin"));
  const sizes: number[] = [];
  for (let row = 0; row < tested.rows; row++) {
    for (let c = 0; c < classCount; c++) {
      const ofChains = probabilities.map(({ data, columns }) =>
        Float64Array.from({ length: sweeps }, (_, s) => Math.exp(data[row * columns + s * classCount + c])),
      );
      sizes.push(effectiveSize(ofChains, "bulk"));
    }
  }
  const size = sizes.reduce((sum, value) => sum + value, 0) / sizes.length;
  return {
    sweeps: 1 / perSweep,
    effective: size / (chains * sweeps * perSweep),
    acceptance: runs.reduce((sum, { result }) => sum + result.acceptance, 0) / chains,
  };
}

/** CPU seconds of a Cholesky factorization of order 1000, the fastest of some runs. */
export function choleskySeconds(engine: Engine, repeats: number): number {
  const order = 1000;
  const A = matrix(order, order);
  for (let i = 0; i < order; i++) {
    for (let j = 0; j < order; j++) A.data[i * order + j] = Math.exp(-Math.abs(i - j) / 50) + (i === j ? 1 : 0);
  }
  const times = Array.from({ length: repeats + 2 }, () => cpuMilliseconds(() => engine.cholesky(A)));
  return Math.min(...times) / 1000;
}
