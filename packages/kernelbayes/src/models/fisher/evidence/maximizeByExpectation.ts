import type { Engine } from "../../../engine/engine.ts";
import { InputError, NumericalError } from "../../../errors.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { scaledConjugateGradients } from "../../../optimize/scaledConjugateGradients.ts";
import { progress, type Progress, type Work } from "../../../run/work.ts";
import { fisherEvidence } from "./fisherEvidence.ts";
import { expectedLogPrior, fisherExpectation, type FisherExpectation } from "./fisherExpectation.ts";
import type { FisherTask } from "./evaluateFisher.ts";
import { boundsOf, freeParameters, withFreeValues } from "../../../search/freeParameters.ts";
import { uniformErrorPrior, logPrecisionPrior } from "../../../search/precisionPrior.ts";
import { updatedPrecision } from "./updatedPrecision.ts";

export interface ExpectationMaximizationOptions {
  /** Converged when neither a logarithm of the kernel nor log β moved by more in a whole iteration. Default 1e-6. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
  /** Steps of scaled conjugate gradients in one maximization. Default 20. */
  readonly maxSteps?: number;
  /** Whether β stays as it is. Default false. */
  readonly keepPrecision?: boolean;
  /** Numbers of parameters of the kernel that stay as they are. Default none. */
  readonly held?: readonly number[];
  /** The stage in the progress reports. */
  readonly stage?: string;
}

export interface FisherMaximum {
  readonly kernel: Kernel;
  readonly precision: number;
  /** 𝒥 at the end. */
  readonly objective: number;
  readonly iterations: number;
  readonly converged: boolean;
  /** 𝒥 before the first iteration and after each; it never falls. */
  readonly trace: readonly number[];
}

/** EM works with K⁻¹, so that every row must have a variance of its own: this share of the mean of the diagonal. */
export const leastNugget = 1e-8;

/**
 * The papers' algorithm, made consistent: expectation of the latent values under q(f) conditioned on the constraint, then
 * the kernel by scaled conjugate gradients on Q (a few steps: generalized EM), then β in closed form with the same q (3.6).
 *
 *     ℰ(θ, β) ≥ ℰ(θ°, β°) + Q(θ, β) − Q(θ°, β°), with equality and equal gradients at (θ°, β°),
 *
 * so that 𝒥 = ℰ + log p(β) never falls. It meets the optimum of the direct search, which needs far fewer factorizations.
 * A nugget below 1e-8 of the mean of the diagonal is counted as that much.
 */
export function* maximizeByExpectation(
  engine: Engine,
  start: Kernel,
  startPrecision: number,
  given: FisherTask,
  {
    tolerance = 1e-6,
    maxIterations = 500,
    maxSteps = 20,
    keepPrecision = false,
    held = [],
    stage = "expectation maximization",
  }: ExpectationMaximizationOptions = {},
): Work<FisherMaximum> {
  const task: FisherTask = { ...given, options: { ...given.options, leastOwn: leastNugget } };
  const { distance = 2, degrees = "rows", prior = uniformErrorPrior(distance) } = given.options ?? {};
  const { total } = task.contrasts;
  if (!(total + 2 * prior.shape > 2 + (degrees === "rank" ? 2 : 0))) {
    throw new InputError("too-few-rows", `The update of β needs more rows than a weight of ${total}.`);
  }
  const free = freeParameters(start).filter((j) => !held.includes(j));
  const objectiveOf = ({ posterior }: FisherExpectation, precision: number): number =>
    fisherEvidence(posterior, degrees) + logPrecisionPrior(precision, prior);

  let kernel = start;
  let precision = startPrecision;
  let expectation = fisherExpectation(engine, kernel, precision, task);
  const trace = [objectiveOf(expectation, precision)];
  let converged = false;
  while (!converged && trace.length <= maxIterations) {
    const last = free.map((j) => Math.log(kernel.parameters[j].value));
    const report = progress(stage, trace.length - 1, maxIterations, trace.at(-1));
    const point = free.length > 0 ? yield* kernelStep(engine, expectation, kernel, free, task, maxSteps, report) : [];
    kernel = withFreeValues(kernel, free, point);
    const next = keepPrecision ? precision : updatedPrecision(expectation.scatter, total, prior, degrees);
    const moved = last.reduce((most, log, at) => Math.max(most, Math.abs(point[at] - log)), 0);
    converged = Math.max(moved, Math.abs(Math.log(next / precision))) < tolerance;
    precision = next;
    expectation = fisherExpectation(engine, kernel, precision, task);
    trace.push(objectiveOf(expectation, precision));
  }
  yield progress(stage, maxIterations, maxIterations, trace.at(-1));
  return { kernel, precision, objective: trace.at(-1) ?? NaN, iterations: trace.length - 1, converged, trace };
}

/** A few steps of scaled conjugate gradients on Q over the logarithms of the free parameters, within their bounds. */
function* kernelStep(
  engine: Engine,
  expectation: FisherExpectation,
  kernel: Kernel,
  free: readonly number[],
  task: FisherTask,
  maxIterations: number,
  report: Progress,
): Work<Float64Array> {
  const { lower, upper } = boundsOf(kernel, free);
  const search = scaledConjugateGradients(
    (point) => {
      const outside = point.findIndex((log, at) => log < lower[at] || log > upper[at]);
      if (outside >= 0) {
        const { name } = kernel.parameters[free[outside]];
        throw new NumericalError("out-of-bounds", `${name} left its bounds.`);
      }
      const { value, slopes } = expectedLogPrior(engine, expectation, withFreeValues(kernel, free, point), task);
      return { value: -value, gradient: Float64Array.from(free, (j) => -slopes[j]) };
    },
    Float64Array.from(free, (j) => Math.log(kernel.parameters[j].value)),
    { maxIterations, pointTolerance: 1e-10, valueTolerance: 1e-12 },
  );
  for (;;) {
    const next = search.next();
    if (next.done) return next.value.point;
    // Its own progress would run backwards beside that of the whole.
    yield report;
  }
}
