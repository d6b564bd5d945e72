import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import type { Objective } from "../../../optimize/optimizer.ts";
import type { FisherContrasts } from "../../../rows/fisherContrasts.ts";
import { evidenceWeights, fisherEvidence, precisionSlope, type FisherDegrees } from "./fisherEvidence.ts";
import { kernelOnRows, type KernelOnRowsOptions } from "../../../rows/kernel/kernelOnRows.ts";
import { lowRankKernelAt } from "../../../rows/kernel/lowRankKernel.ts";
import { evaluateLowRank } from "./evaluateLowRank.ts";
import { fisherPosterior, type FisherPosterior } from "../posterior/fisherPosterior.ts";
import {
  uniformErrorPrior,
  logPrecisionPrior,
  precisionPriorSlope,
  type PrecisionPrior,
} from "../../../search/precisionPrior.ts";
import { boundsOf, freeParameters, widest, withFreeValues } from "../../../search/searchBounds.ts";

export interface FisherObjectiveOptions extends KernelOnRowsOptions {
  /** d. Default 2. */
  readonly distance?: number;
  /** Prior of β. Default Gamma(½, d²/8). */
  readonly prior?: PrecisionPrior;
  /** ν. Default "rows". */
  readonly degrees?: FisherDegrees;
}

/** Kernel and β at one place, and what they are worth. */
export interface FisherEvaluation<Posterior> {
  /** 𝒥 = ℰ + log p(β), to be maximized. */
  readonly objective: number;
  readonly evidence: number;
  /** ∂𝒥/∂log θ for every parameter of the kernel. */
  readonly kernelSlopes: Float64Array;
  /** ∂𝒥/∂log β. */
  readonly precisionSlope: number;
  readonly posterior: Posterior;
}

/** Rows with their labels, and how their evidence is counted. */
export interface FisherTask {
  readonly X: Matrix;
  readonly contrasts: FisherContrasts;
  readonly options?: FisherObjectiveOptions;
}

/** 𝒥 and its gradient: n³ (⅓ for the factor, ⅔ for the inverse) and the contraction by the kernel, O(n²p). */
export function evaluateFisher(
  engine: Engine,
  kernel: Kernel,
  precision: number,
  { X, contrasts, options = {} }: FisherTask,
): FisherEvaluation<FisherPosterior> {
  const { distance = 2, degrees = "rows", prior = uniformErrorPrior(distance) } = options;
  const onRows = kernelOnRows(engine, kernel, X, contrasts, options);
  const posterior = fisherPosterior(engine, onRows, contrasts, { precision, distance });
  const evidence = fisherEvidence(posterior, degrees);
  const { W, ownSlopes } = evidenceWeights(posterior);
  return {
    objective: evidence + logPrecisionPrior(precision, prior),
    evidence,
    kernelSlopes: onRows.contract(W, ownSlopes),
    precisionSlope: precisionSlope(posterior, degrees) + precisionPriorSlope(precision, prior),
    posterior,
  };
}

/** A search over the logarithms of the free parameters of a kernel and of β, last, for an optimizer that minimizes. */
export interface FisherSearch {
  readonly start: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** −𝒥 with its gradient. */
  readonly objective: Objective;
  readonly kernelAt: (point: ArrayLike<number>) => Kernel;
  readonly precisionAt: (point: ArrayLike<number>) => number;
}

/**
 * The search from the kernel as given and a first β. Fixed parameters, and those switched off with 0, keep their values. With
 * pivots it is that of the low-rank kernel which these make.
 */
export function fisherSearch(
  engine: Engine,
  kernel: Kernel,
  precision: number,
  task: FisherTask,
  pivots?: Int32Array,
): FisherSearch {
  const free = freeParameters(kernel);
  const bounds = boundsOf(kernel, free);
  const kernelAt = (point: ArrayLike<number>): Kernel => withFreeValues(kernel, free, point);
  const precisionAt = (point: ArrayLike<number>): number => Math.exp(point[free.length]);
  return {
    start: Float64Array.from([...free.map((j) => Math.log(kernel.parameters[j].value)), Math.log(precision)]),
    lower: Float64Array.from([...bounds.lower, -widest]),
    upper: Float64Array.from([...bounds.upper, widest]),
    kernelAt,
    precisionAt,
    objective(point) {
      const [at, beta] = [kernelAt(point), precisionAt(point)];
      const found = pivots
        ? evaluateLowRank(engine, lowRankKernelAt(engine, at, task.X, pivots), task.contrasts, beta, task.options)
        : evaluateFisher(engine, at, beta, task);
      const slopes = free.map((j) => -found.kernelSlopes[j]);
      return { value: -found.objective, gradient: Float64Array.from([...slopes, -found.precisionSlope]) };
    },
  };
}
