import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { isVariance } from "../../../kernels/parts/isVariance.ts";
import type { Kernel, KernelDocument } from "../../../kernels/kernel.ts";
import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import type { Box } from "../../../optimize/box.ts";
import { attempt, type Failure } from "../../../optimize/multiStart.ts";
import type { Objective, Optimum, ValueObjective } from "../../../optimize/optimizer.ts";
import type { Work } from "../../../run/work.ts";
import { freeParameters, withFreeValues } from "../../../search/freeParameters.ts";
import { searchBounds } from "../../../search/searchBounds.ts";
import type { SoftmaxRows } from "./labelledRows.ts";
import { softmaxLaplace, type SoftmaxApproximation } from "./laplace.ts";

/** The rows of a search, as plain data. */
export interface SoftmaxSearchRows extends SoftmaxRows {
  readonly X: Matrix;
  /** Median squared distance of two rows, which sets the unit of the length scales. */
  readonly squaredDistance: number;
}

/** What the task "softmaxStart" is given. */
export interface SoftmaxStart {
  readonly kernel: KernelDocument;
  readonly rows: SoftmaxSearchRows;
  readonly engine: string;
}

/** A search over the logarithms of the free parameters of a kernel, for an optimizer that minimizes minus the log evidence. */
export interface SoftmaxSearch {
  readonly box: Box;
  readonly start: Float64Array;
  readonly kernelAt: (point: ArrayLike<number>) => Kernel;
  readonly objective: Objective;
  /** The value alone, at half the work. */
  readonly value: ValueObjective;
}

/** Logarithms of variances beyond these say nothing that these do not: a latent function that is absent, or a step. */
const varianceBounds = { lower: -12, upper: 8 } as const;

/**
 * The search over the free parameters of a kernel, with its bounds. Every evaluation looks for its mode from that of the best
 * one so far. `tolerance` says how exactly modes are found.
 */
export function softmaxSearch(
  engine: Engine,
  kernel: Kernel,
  rows: SoftmaxSearchRows,
  tolerance: number,
): SoftmaxSearch {
  const free = freeParameters(kernel);
  const kernelAt = (point: ArrayLike<number>): Kernel => withFreeValues(kernel, free, point);
  let best: SoftmaxApproximation | undefined;
  const approximation = (at: Kernel): SoftmaxApproximation => {
    const found = softmaxLaplace(engine, at.matrix(engine, rows.X), rows, { start: best?.mode, tolerance });
    if (best === undefined || found.logEvidence > best.logEvidence) best = found;
    return found;
  };
  return {
    box: boxOf(kernel, free, rows.squaredDistance),
    start: Float64Array.from(free, (j) => Math.log(kernel.parameters[j].value)),
    kernelAt,
    objective(point) {
      const at = kernelAt(point);
      const { logEvidence, slopeWeights } = approximation(at);
      const slopes = at.gradient(engine, rows.X, slopeWeights());
      return { value: -logEvidence, gradient: Float64Array.from(free, (j) => -slopes[j]) };
    },
    value: (point) => -approximation(kernelAt(point)).logEvidence,
  };
}

/** The bounds of any search for a kernel, and narrower ones of variances, unless a start lies beyond them. */
function boxOf(kernel: Kernel, free: readonly number[], squaredDistance: number): Box {
  const { lower, upper } = searchBounds(kernel, squaredDistance, []);
  const hasVariance = (at: number): boolean => isVariance(kernel.parameters[free[at]].name);
  const start = (at: number): number => Math.log(kernel.parameters[free[at]].value);
  return {
    lower: Float64Array.from(lower, (bound, at) =>
      hasVariance(at) ? Math.min(start(at), Math.max(bound, varianceBounds.lower)) : bound,
    ),
    upper: Float64Array.from(upper, (bound, at) =>
      hasVariance(at) ? Math.max(start(at), Math.min(bound, varianceBounds.upper)) : bound,
    ),
  };
}

/** Ends of starts are compared and gone on with, so that more digits would be wasted on them. */
const tolerances = { gradientTolerance: 0.05, valueTolerance: 1e-4, maxEvaluations: 40 };
const modeTolerance = 1e-6;

/** The highest evidence from one start, by gradients. A start that fails numerically is reported as such. */
export function searchStart(engine: Engine, kernel: Kernel, rows: SoftmaxSearchRows): Work<Optimum | Failure> {
  const { objective, start, box } = softmaxSearch(engine, kernel, rows, modeTolerance);
  return attempt(boundedLbfgs(objective, start, { ...box, ...tolerances, stage: "evidence" }));
}
