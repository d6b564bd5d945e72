import type { Engine } from "../../engine/engine.ts";
import { NumericalError } from "../../errors.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import type { Objective } from "../../optimize/optimizer.ts";
import { hamiltonianSample, type DensityAt } from "../../random/hamiltonianSample.ts";
import { sliceSample } from "../../random/sliceSample.ts";
import { stream } from "../../random/stream.ts";
import type { Work } from "../../run/work.ts";
import type { EvidenceSearch } from "../../search/evidenceFamily.ts";
import { freeParameters, withFreeValues } from "../../search/searchBounds.ts";
import { valueOrInfinity } from "../../search/valueOrInfinity.ts";
import type { LatentMethod } from "./latent/latentApproximation.ts";
import { latentSearch, type LatentRows } from "./search/latentSearch.ts";

/** The kernel of the highest evidence, or some that are drawn from their posterior, by slice sampling or by Hamiltonian Monte Carlo. */
export type LatentHyperparameters = "evidence" | "sampled" | "hamiltonian";

/** Draws of the kernel, and the sweeps or paths from one to the next. */
export const sampling = { draws: 16, thin: 2, stage: "sampling" } as const;
/** Sweeps or paths before the first draw. */
const warmUps = { sampled: 10, hamiltonian: 20 } as const;
/** The deviation of the logarithms of the parameters before the rows are seen. */
const priorDeviation = 2;

/**
 * Kernels drawn from p(θ) P(D|θ), with independent normal priors of deviation 2 on the logarithms of the free parameters around
 * those of `center`. Without a proper prior there would be no posterior: the evidence of a vanishing kernel is 2⁻ⁿ, not 0.
 */
export function* sampleKernels(
  engine: Engine,
  rows: LatentRows,
  { kernel, center }: { readonly kernel: Kernel; readonly center: Kernel },
  method: LatentMethod,
  { sampler, seed, draws = sampling.draws, thin = sampling.thin }: KernelSampling,
): Work<readonly Kernel[]> {
  const free = freeParameters(kernel);
  const search = latentSearch(engine, kernel, rows, method);
  const density = kernelDensity(
    search,
    free.map((j) => Math.log(center.parameters[j].value)),
  );
  const options = {
    draws,
    thin,
    warmUp: warmUps[sampler],
    stage: sampling.stage,
    box: search.box,
    stream: stream(seed, 5),
  };
  const drawn =
    sampler === "sampled"
      ? yield* sliceSample(density.value, search.start, options)
      : yield* hamiltonianSample(density.withGradient, search.start, options);
  return drawn.map((point) => withFreeValues(kernel, free, point));
}

/** About how many evaluations of the evidence draws take: six for each parameter in a sweep, or as many as a path has steps. */
export function drawnEvaluations(hyperparameters: LatentHyperparameters, parameters: number): number {
  if (hyperparameters === "evidence") return 0;
  const rounds = warmUps[hyperparameters] + sampling.draws * sampling.thin;
  return rounds * (hyperparameters === "sampled" ? 6 * parameters : 8);
}

/** How kernels are drawn. */
export interface KernelSampling {
  readonly sampler: Exclude<LatentHyperparameters, "evidence">;
  readonly seed: number;
  /** How many. Default 16. */
  readonly draws?: number;
  /** Sweeps or paths from one to the next. Default 2. */
  readonly thin?: number;
}

/** log p(θ) P(D|θ) up to a constant at the logarithms of the free parameters, by itself and with its gradient; −∞ where the numbers fail. */
export function kernelDensity(
  search: Pick<EvidenceSearch, "value" | "objective">,
  centers: readonly number[],
): { value(point: Float64Array): number; withGradient(point: Float64Array): DensityAt } {
  const logPrior = (point: Float64Array): number =>
    point.reduce((total, log, at) => total - 0.5 * ((log - centers[at]) / priorDeviation) ** 2, 0);
  return {
    value: (point) => -valueOrInfinity(() => search.value(point) - logPrior(point)),
    withGradient(point) {
      const { value, gradient } = objectiveOrInfinity(search.objective, point);
      return {
        value: logPrior(point) - value,
        gradient: gradient.map((slope, at) => -slope - (point[at] - centers[at]) / priorDeviation ** 2),
      };
    },
  };
}

/** The objective; infinite, without a slope, where the numbers fail. */
function objectiveOrInfinity(objective: Objective, point: Float64Array): ReturnType<Objective> {
  try {
    return objective(point);
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    return { value: Infinity, gradient: new Float64Array(point.length) };
  }
}
