import type { SimulationModel } from "../../src/diagnose/index.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { matrix } from "../../src/engine/matrix.ts";
import { constant, gaussian, scale, sum } from "../../src/kernels/index.ts";
import { likelihoodOf } from "../../src/likelihoods/index.ts";
import { factorize } from "../../src/matrix/factorize.ts";
import { addToDiagonal } from "../../src/matrix/index.ts";
import type { LatentMethod } from "../../src/models/process/latent/latentApproximation.ts";
import { sampleKernels, type KernelSampling } from "../../src/models/process/sampleKernels.ts";
import { latentSearch, type LatentRows } from "../../src/models/process/search/latentSearch.ts";
import { multivariateNormal, normal } from "../../src/random/index.ts";
import { runSync } from "../../src/run/run.ts";

const count = 16;
const X = matrix(
  count,
  1,
  Float64Array.from({ length: count }, (_, i) => (4 * i) / (count - 1) - 2),
);
const center = sum(scale(gaussian({ lengthScale: 1 }), { variance: 2 }), constant({ variance: 1 }));
const names = center.parameters.map(({ name }) => `ln ${name}`);
/** Deviation of the prior of the logarithms, as in `sampleKernels`. */
const deviation = 2;

/** Sixteen rows on a line, a kernel from its prior, a function from its process and labels from the likelihood; and what draws of the kernel say of it. */
export function latentModel(
  engine: Engine,
  method: LatentMethod,
  { sampler, draws = 15, thin = 4 }: Omit<KernelSampling, "seed">,
): SimulationModel<Float64Array> {
  const rowsOf = (signs: Float64Array): LatentRows => ({
    X,
    signs,
    weights: new Float64Array(count).fill(1),
    squaredDistance: 2,
  });
  const likelihood = likelihoodOf(method);
  const centers = center.parameters.map(({ value }) => Math.log(value));
  return {
    drawPrior(random) {
      const { box } = latentSearch(engine, center, rowsOf(new Float64Array(count).fill(1)), method);
      let logs: number[];
      do logs = centers.map((middle) => middle + deviation * normal(random));
      while (logs.some((log, j) => log < box.lower[j] || log > box.upper[j]));
      const kernel = center.withValues(logs.map(Math.exp));
      const K = addToDiagonal(kernel.matrix(engine, X), 1e-8 * kernel.diagonal(X)[0]);
      const f = multivariateNormal(random, new Float64Array(count), factorize(engine, K).lower);
      const signs = f.map((value) => (random.uniform() < likelihood.probability(value) ? 1 : -1));
      return {
        quantities: Object.fromEntries(names.map((name, j) => [name, logs[j]])),
        logLikelihood: -latentSearch(engine, kernel, rowsOf(signs), method).value(Float64Array.from(logs)),
        data: signs,
      };
    },
    drawPosterior(signs, random) {
      const rows = rowsOf(signs);
      const seed = random.integer(2 ** 32);
      const kernels = runSync(
        sampleKernels(engine, rows, { kernel: center, center }, method, { sampler, draws, thin, seed }),
      );
      const search = latentSearch(engine, center, rows, method);
      const points = kernels.map(({ parameters }) => Float64Array.from(parameters, ({ value }) => Math.log(value)));
      return {
        quantities: Object.fromEntries(names.map((name, j) => [name, Float64Array.from(points, (point) => point[j])])),
        logLikelihood: Float64Array.from(points, (point) => -search.value(point)),
      };
    },
  };
}
