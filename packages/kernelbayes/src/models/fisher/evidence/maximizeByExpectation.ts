import type { Engine } from "../../../engine/engine.ts";
import { InputError, NumericalError } from "../../../errors.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { scaledConjugateGradients } from "../../../optimize/scaledConjugateGradients.ts";
import { searching } from "../../../run/share.ts";
import { progress, type Progress, type Work } from "../../../run/work.ts";
import {
  expectedLogPrior,
  fisherExpectation,
  printedExpectation,
  type FisherExpectation,
} from "./fisherExpectation.ts";
import { updatedPrecision } from "./fisherEvidence.ts";
import type { FisherTask } from "./evaluateFisher.ts";
import { boundsOf, freeParameters, withFreeValues } from "../../../search/searchBounds.ts";
import { uniformErrorPrior, logPrecisionPrior } from "../../../search/precisionPrior.ts";
import { coordinatesAtBounds, projectedNorm } from "../../../optimize/box.ts";
import { fisherContrasts } from "../../../rows/fisherContrasts.ts";
import { type FisherOptimum, type FoundEvidence, fisherFamily, type FisherRows } from "./searchFisher.ts";
import type { SearchStart } from "../../../search/evidenceFamily.ts";

/** How Algorithm 1 is read: with the distance constraint in both updates, or as the paper prints it. */
type AlgorithmReading = "consistent" | "printed";

interface ExpectationMaximizationOptions {
  /** Default "consistent". */
  readonly reading?: AlgorithmReading;
  /** η: converged when neither a logarithm of the kernel nor log β moved by more in a whole iteration; as printed, when one of the two did not. Default 1e-6. */
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

interface FisherMaximum {
  readonly kernel: Kernel;
  readonly precision: number;
  /** What is climbed, 𝒥 if consistent, at the end. */
  readonly objective: number;
  readonly iterations: number;
  readonly converged: boolean;
  /** What is climbed, with log p(β), before the first iteration and after each; 𝒥 never falls. */
  readonly trace: readonly number[];
}

/** EM works with K⁻¹, so that every row must have a variance of its own: this share of the mean of the diagonal. */
export const leastNugget = 1e-8;

/**
 * Algorithm 1 of the paper. Made consistent it is the expectation of the latent values under q(f) conditioned on the constraint, then
 * the kernel by scaled conjugate gradients on Q (a few steps: generalized EM), then β in closed form with the same q (3.6).
 *
 *     ℰ(θ, β) ≥ ℰ(θ°, β°) + Q(θ, β) − Q(θ°, β°), with equality and equal gradients at (θ°, β°),
 *
 * so that 𝒥 = ℰ + log p(β) never falls. It meets the optimum of the direct search, which needs far fewer factorizations.
 * As printed (see `printedExpectation`) it climbs something else, and what it climbs may fall when β moves.
 * A nugget below 1e-8 of the mean of the diagonal is counted as that much.
 */
export function* maximizeByExpectation(
  engine: Engine,
  start: Kernel,
  startPrecision: number,
  given: FisherTask,
  {
    reading = "consistent",
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
  const expect = reading === "printed" ? printedExpectation : fisherExpectation;
  const objectiveOf = ({ evidence }: FisherExpectation, precision: number): number =>
    evidence + logPrecisionPrior(precision, prior);

  let kernel = start;
  let precision = startPrecision;
  let expectation = expect(engine, kernel, precision, task);
  const trace = [objectiveOf(expectation, precision)];
  let converged = false;
  while (!converged && trace.length <= maxIterations) {
    const last = free.map((j) => Math.log(kernel.parameters[j].value));
    const report = searching(stage, trace.length - 1, maxIterations, typicalIterations, trace.at(-1));
    const point = free.length > 0 ? yield* kernelStep(engine, expectation, kernel, free, task, maxSteps, report) : [];
    kernel = withFreeValues(kernel, free, point);
    const next = keepPrecision ? precision : updatedPrecision(expectation.scatter, total, prior, degrees);
    const moves = [
      ...(free.length > 0 ? [last.reduce((most, log, at) => Math.max(most, Math.abs(point[at] - log)), 0)] : []),
      ...(keepPrecision ? [] : [Math.abs(Math.log(next / precision))]),
    ];
    const isStill = (move: number): boolean => move < tolerance;
    converged = reading === "printed" ? moves.some(isStill) : moves.every(isStill);
    precision = next;
    expectation = expect(engine, kernel, precision, task);
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
    yield next.value.kind === "progress" ? report : next.value;
  }
}

/** Expectation maximization mostly ends after some such number of iterations. */
const typicalIterations = 100;

/** A first round from every start, then the best of them to the end. */
const rounds = { first: 12, last: 500 } as const;

/**
 * The highest evidence by expectation maximization, as the papers have it: a dozen iterations from every start, then the best
 * of them until neither kernel nor β move. The trace of that one never falls.
 */
export function* searchByExpectation(
  engine: Engine,
  starts: readonly SearchStart[],
  rows: FisherRows,
  { reading, tolerance }: Required<Pick<ExpectationMaximizationOptions, "reading" | "tolerance">>,
): Work<FoundEvidence> {
  const options = { ...rows.options, leastOwn: leastNugget };
  const task = { X: rows.X, contrasts: fisherContrasts(rows.classes, rows.weights), options };
  // As printed, a constant of the kernel moves although no evidence depends on it.
  const held = reading === "printed" ? [] : rows.flat;
  const keeps = { keepPrecision: rows.isPrecisionFixed ?? false, held, reading, tolerance };
  const { reached, failures } = yield* fromAllStarts(engine, starts, task, keeps);
  const [best, ...others] = reached.toSorted((a, b) => b.maximum.objective - a.maximum.objective);
  const { kernel: from, precision: beta, trace } = best.maximum;
  const last = yield* maximizeByExpectation(engine, from, beta, task, { maxIterations: rounds.last, ...keeps });
  const { objective, start: point, box } = fisherFamily.search(engine, last, { ...rows, options });
  const { gradient } = objective(point);
  const names = [...freeParameters(last.kernel).map((j) => last.kernel.parameters[j].name), "precision"];
  return {
    kernel: last.kernel,
    precision: last.precision,
    pivots: undefined,
    gradientNorm: projectedNorm(point, gradient, box),
    atBounds: coordinatesAtBounds(point, box).map((j) => names[j]),
    optima: [
      describe(last, best.start, `${best.maximum.iterations + last.iterations} iterations`),
      ...others.map(({ start, maximum }) =>
        describe(maximum, start, `left after ${maximum.iterations} iterations, below the best`),
      ),
      ...failures,
    ],
    trace: [...trace, ...last.trace.slice(1)],
    converged: last.converged,
  };
}

interface ReachedMaxima {
  readonly reached: readonly { readonly start: number; readonly maximum: FisherMaximum }[];
  readonly failures: readonly FisherOptimum[];
}

/** The first rounds from every start, of which at least one must succeed. */
function* fromAllStarts(
  engine: Engine,
  starts: readonly SearchStart[],
  task: FisherTask,
  keeps: Omit<ExpectationMaximizationOptions, "maxIterations" | "stage">,
): Work<ReachedMaxima> {
  const reached: { readonly start: number; readonly maximum: FisherMaximum }[] = [];
  const failures: FisherOptimum[] = [];
  for (const [start, { kernel, precision = 1 }] of starts.entries()) {
    try {
      const maximum = yield* maximizeByExpectation(engine, kernel, precision, task, {
        maxIterations: rounds.first,
        stage: `start ${start + 1}`,
        ...keeps,
      });
      reached.push({ start, maximum });
    } catch (error) {
      if (!(error instanceof NumericalError)) throw error;
      failures.push({ starts: [start], converged: false, status: error.message });
    }
  }
  if (reached.length === 0) {
    throw new NumericalError(
      "all-starts-failed",
      `None of ${starts.length} starts of the search succeeded. The first: ${failures[0]?.status ?? ""}`,
    );
  }
  return { reached, failures };
}

function describe(
  { objective, kernel, precision, converged }: FisherMaximum,
  start: number,
  status: string,
): FisherOptimum {
  const values = Float64Array.from(kernel.parameters, ({ value }) => value);
  return { starts: [start], objective, kernel: values, precision, converged, status };
}
