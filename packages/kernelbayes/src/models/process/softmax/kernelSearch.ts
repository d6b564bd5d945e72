import type { Engine } from "../../../engine/engine.ts";
import { NumericalError } from "../../../errors.ts";
import { kernelFromDocument } from "../../../kernels/index.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import { coordinatesAtBounds } from "../../../optimize/box.ts";
import { isFailure, multiStart } from "../../../optimize/multiStart.ts";
import { rising } from "../../../optimize/rising.ts";
import { progress, type Work } from "../../../run/work.ts";
import { freeParameters } from "../../../search/freeParameters.ts";
import { settle, type Settled } from "../../../search/settle.ts";
import { descend } from "../../../search/descend.ts";
import { roughHessian } from "../../../search/roughHessian.ts";
import { someRows } from "./someRows.ts";
import {
  searchStart,
  softmaxSearch,
  type SoftmaxSearch,
  type SoftmaxSearchRows,
  type SoftmaxStart,
} from "./startSearch.ts";

/** Where one start of the search ended. */
export interface SoftmaxOptimum {
  /** The log evidence of the rows that the ends were compared on; absent where the start failed. */
  readonly logEvidence?: number | undefined;
  /** The parameters of the kernel, in its order. */
  readonly kernel?: Float64Array | undefined;
  readonly converged: boolean;
  /** How the search ended, in words. */
  readonly status: string;
}

export interface SoftmaxSearchResult {
  readonly kernel: Kernel;
  readonly optima: readonly SoftmaxOptimum[];
  readonly gradientNorm: number;
  /** Whether the search came to rest: without a slope, or where no step promises more. */
  readonly converged: boolean;
  /** Names of the kernel's parameters at a bound of the search. */
  readonly atBounds: readonly string[];
  /** How many of the rows were looked at. */
  readonly rowsUsed: number;
}

/** Rows of the searches from all starts: these, 16 a class or 8 a parameter, whichever is most. */
const rowsOfStarts = 48;
const rowsOfClass = 16;
const rowsOfParameter = 8;

/** Up to so many rows the end of the search is brought to rest in all digits, which takes some ten evaluations more. */
const rowsToSettle = 150;

/** A search that was brought to rest and has a slope above this is not at rest. */
const steepest = 0.1;

/** With more rows the search ends where no step promises more than this of log evidence. */
const promise = 1e-3;

const tolerances = { gradientTolerance: 0.02, valueTolerance: 1e-7, maxEvaluations: 60 };

/** How exactly modes are found where slopes are compared, and where all digits are wanted. */
const modeTolerances = { search: 1e-7, rest: 1e-12 } as const;

/** Rows that a search looks at at most: as many as keep an evaluation to about 1e11 operations. */
export function mostSearchRows(classCount: number): number {
  return Math.max(300, Math.floor(Math.cbrt(2e9 / classCount)));
}

/**
 * The kernel of the highest evidence: a search by gradients from each start on few rows, as tasks of their own; the ends of all
 * compared on some rows more; from the best of them a search on these; and from its end a few steps on as many rows as are
 * affordable, with the curvature that was seen. Which rows these are depends on the seed alone.
 */
export function* searchSoftmaxKernel(
  engine: Engine,
  kernels: readonly Kernel[],
  rows: SoftmaxSearchRows,
  seed: number,
): Work<SoftmaxSearchResult> {
  const parameters = freeParameters(kernels[0]).length;
  if (parameters === 0) return yield* withoutSearch(engine, kernels[0], rows);
  const many = someRows(rows, mostSearchRows(rows.classCount), seed);
  const some = someRows(many, Math.max(rowsToSettle, fewRows(rows.classCount, parameters)), seed);
  const few = someRows(some, fewRows(rows.classCount, parameters), seed);
  const inputs = kernels.map((kernel) => ({ kernel: kernel.toDocument(), rows: few, engine: engine.name }));
  const { optima } = yield* multiStart<SoftmaxStart>("softmaxStart", inputs, ({ kernel }) =>
    searchStart(engine, kernelFromDocument(kernel), few),
  );
  const searches = kernels.map((kernel) => softmaxSearch(engine, kernel, some, modeTolerances.search));
  const values = optima.map((end, start) => {
    if (isFailure(end)) return Infinity;
    return few === some ? end.value : valueAt(searches[start], end.point);
  });
  const best = values.indexOf(Math.min(...values));
  const end = optima[best];
  if (isFailure(end)) throw new NumericalError(end.code, end.message);
  const { objective, box, kernelAt } = searches[best];
  const found = yield* rising(boundedLbfgs(objective, end.point, { ...box, ...tolerances, stage: "some rows" }));
  const rest =
    some === many
      ? settled(softmaxSearch(engine, kernels[best], many, modeTolerances.rest), found.point)
      : yield* descend(softmaxSearch(engine, kernels[best], many, modeTolerances.search).objective, found.point, {
          hessian: roughHessian(engine, searches[best], found.point, many.X.rows / some.X.rows),
          box,
          tolerance: promise,
          stage: "many rows",
        });
  yield progress("final fit", 1, 1, -rest.value);
  const kernel = kernelAt(rest.point);
  const names = freeParameters(kernel).map((j) => kernel.parameters[j].name);
  return {
    kernel,
    optima: optima.map((each, start) => {
      if (isFailure(each)) return { converged: false, status: each.message };
      return {
        ...(values[start] < Infinity && { logEvidence: -values[start] }),
        kernel: Float64Array.from(searches[start].kernelAt(each.point).parameters, ({ value }) => value),
        converged: each.converged,
        status: each.status,
      };
    }),
    gradientNorm: rest.gradientNorm,
    converged: rest.converged,
    atBounds: coordinatesAtBounds(rest.point, box).map((j) => names[j]),
    rowsUsed: many.X.rows,
  };
}

function settled({ objective, box }: SoftmaxSearch, point: Float64Array): Settled & { readonly converged: boolean } {
  const rest = settle(objective, point, box);
  return { ...rest, converged: rest.gradientNorm < steepest };
}

function* withoutSearch(engine: Engine, kernel: Kernel, rows: SoftmaxSearchRows): Work<SoftmaxSearchResult> {
  const logEvidence = -softmaxSearch(engine, kernel, rows, modeTolerances.search).value(new Float64Array(0));
  yield progress("evidence", 1, 1, logEvidence);
  const values = Float64Array.from(kernel.parameters, ({ value }) => value);
  const optima = [{ logEvidence, kernel: values, converged: true, status: "all parameters are fixed" }];
  return { kernel, optima, gradientNorm: 0, converged: true, atBounds: [], rowsUsed: rows.X.rows };
}

/** The rows that every start is searched on. */
export function fewRows(classCount: number, parameters: number): number {
  return Math.max(rowsOfStarts, rowsOfClass * classCount, rowsOfParameter * parameters);
}

/** The value on other rows than it was searched on; Infinity where that fails. */
function valueAt({ value }: SoftmaxSearch, point: Float64Array): number {
  try {
    const found = value(point);
    return Number.isNaN(found) ? Infinity : found;
  } catch (error) {
    if (error instanceof NumericalError) return Infinity;
    throw error;
  }
}
