import type { SimulationModel } from "../../src/diagnose/index.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import type { ChainInput } from "../../src/models/projection/chain/chainInput.ts";
import { drawPrior } from "../simulation/drawPrior.ts";
import type { LatentSampler, ProjectionPrior } from "../../src/models/projection/chain/projectionProblem.ts";
import { projectionChain } from "../../src/models/projection/chain/projectionChain.ts";
import { column } from "../../src/matrix/index.ts";
import { logSumExp } from "../../src/numeric/index.ts";
import { runSync } from "../../src/run/run.ts";

export const stable: ProjectionPrior = {
  noise: { kind: "inverse-gamma", shape: 3, rate: 3 },
  precision: { kind: "gamma", shape: 1, rate: 1 },
  coefficients: "scaled",
};

const classCount = 3;
/** An intercept and two columns that are orthogonal to it and to each other. */
const orthogonal = [
  [1, -3, 2],
  [1, -2, -1],
  [1, -1, -2],
  [1, 0, 0],
  [1, 0, 0],
  [1, 1, -2],
  [1, 2, -1],
  [1, 3, 2],
  [1, -1, 1],
  [1, 1, 1],
].map((row) => [row[0], row[1] / 2, row[2] / 2]);

export interface ProjectionModelOptions {
  readonly sampler: LatentSampler;
  readonly prior?: ProjectionPrior;
  /** Columns that are not orthogonal, so that a factorization is needed. */
  readonly isCorrelated?: boolean;
  readonly jointMoves?: boolean;
  /** Draws from each chain, and sweeps between them. */
  readonly draws?: number;
  readonly thin?: number;
  /** What the sampler is told instead of the truth, to see whether that is found out. */
  readonly told?: ProjectionPrior;
}

/** The projection model with ten rows, three columns and three classes: all parameters, and what its chain says of them. */
export function projectionModel(
  engine: Engine,
  {
    sampler,
    prior = stable,
    isCorrelated = false,
    jointMoves = true,
    draws = 63,
    thin = 30,
    told = prior,
  }: ProjectionModelOptions,
): SimulationModel<Int32Array> {
  const rows = isCorrelated ? orthogonal.map(([one, x, y]) => [one, x + y, x - 0.3 * y + 0.4]) : orthogonal;
  const D: Matrix = matrix(rows.length, 3, Float64Array.from(rows.flat()));
  const squaredNorms = isCorrelated
    ? undefined
    : Float64Array.from([0, 1, 2], (l) => column(D, l).reduce((sum, value) => sum + value * value, 0));
  return {
    drawPrior(random) {
      const { coefficients, precisions, variance, latents, classes } = drawPrior({ D, classCount }, prior, random);
      let logLikelihood = 0;
      classes.forEach((number, row) => {
        const z = [...latents.data.subarray(row * (classCount - 1), (row + 1) * (classCount - 1)), 0];
        logLikelihood += z[number] - logSumExp(z);
      });
      const quantities: Record<string, number> = { "ln σ²": Math.log(variance) };
      coefficients.data.forEach((value, place) => (quantities[`β ${place}`] = value));
      precisions.data.forEach((value, place) => (quantities[`ln τ ${place}`] = Math.log(value)));
      return { quantities, logLikelihood, data: classes };
    },
    drawPosterior(classes, random) {
      const input: ChainInput = {
        problem: { D, squaredNorms, classes, classCount },
        prior: told,
        sampler,
        latentUpdates: sampler === "metropolis" ? 3 : 1,
        jointMoves,
        burnIn: 200,
        sweeps: draws * thin,
        thin,
        seed: random.integer(2 ** 32),
        path: [],
        chain: 0,
      };
      const { coefficients, logNoise, logPrecisions, logLikelihood } = runSync(projectionChain(engine, input));
      const quantities: Record<string, Float64Array> = { "ln σ²": logNoise };
      for (let place = 0; place < coefficients.columns; place++) {
        quantities[`β ${place}`] = column(coefficients, place);
        quantities[`ln τ ${place}`] = column(logPrecisions, place);
      }
      return { quantities, logLikelihood };
    },
  };
}
