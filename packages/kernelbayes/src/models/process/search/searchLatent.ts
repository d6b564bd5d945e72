import { sumOf } from "../../../matrix/dot.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { coordinatesAtBounds } from "../../../optimize/box.ts";
import { sampleNumbers } from "../../../rows/sampleRows.ts";
import { takeRows } from "../../../rows/labelledRows.ts";
import { progress, type Work, rising } from "../../../run/work.ts";
import { freeParameters } from "../../../search/searchBounds.ts";
import { roughHessian } from "../../../search/roughHessian.ts";
import { searchEvidence } from "../../../search/searchEvidence.ts";
import type { SearchLimits } from "../../../search/searchStart.ts";
import { evidenceJumps, spreadSites } from "../latent/approximate.ts";
import type { LatentMethod } from "../latent/latentApproximation.ts";
import {
  latentFamily,
  type LatentTask,
  latentSearch,
  type AtHand,
  type LatentRows,
  type LatentSearch,
  onAllRows,
  rough,
} from "./latentSearch.ts";
import { patternSearch } from "../../../optimize/patternSearch.ts";
import { settle } from "../../../search/settle.ts";
import { NumericalError, type Warning } from "../../../errors.ts";
import { searchWarnings } from "../../../search/searchWarnings.ts";
import type { Ending, ReachedEnd, SearchEnd } from "../../../search/evidenceFamily.ts";

/** Where one start of the search ended. */
export interface LatentOptimum {
  /** The log evidence on all rows; absent where the start failed, or came to the end of an earlier one. */
  readonly logEvidence?: number | undefined;
  /** The parameters of the kernel there, in its order. */
  readonly kernel?: Float64Array | undefined;
  readonly converged: boolean;
  /** How the search ended, in words. */
  readonly status: string;
}

export interface LatentKernelSearch {
  readonly kernel: Kernel;
  readonly logEvidence: number;
  /** What became of each start, in the order of the starts; the one that continued is as it ended. */
  readonly optima: readonly LatentOptimum[];
  /** The number of the start that continued. */
  readonly best: number;
  readonly converged: boolean;
  readonly status: string;
  readonly gradientNorm: number;
  /** Where an approximation at the kernel on all rows would begin. */
  readonly warmStart?: Float64Array | undefined;
  /** What is at hand for it. */
  readonly atHand?: AtHand | undefined;
  /** Names of the kernel's parameters at a bound of the search. */
  readonly atBounds: readonly string[];
}

export interface LatentSearchLimits extends SearchLimits {
  /** The starts look at so many rows, or eight for each parameter where that is more; the search that follows at all. Default 300. */
  readonly rowsOfStarts?: number;
  /**
   * How often the evidence of all rows may be evaluated after that; 0 where another search follows, and the evidence that is
   * reported may be that of some of the rows. Default 15, or 8 where it jumps.
   */
  readonly maxWholeEvaluations?: number;
  /** Whether the end is polished. Default where there are at most 500 rows and 5 free parameters. */
  readonly polish?: boolean;
}

/** Where the evidence jumps a search may spin: it is looked at often enough, and no more, and the best point met is returned. */
const limits: SearchLimits = {
  maxEvaluations: 60,
  maxLineEvaluations: 20,
  valueTolerance: 1e-6,
  gradientTolerance: 1e-3,
};
/** The fall of minus the log evidence that is worth an evaluation; where it jumps, smaller ones are lost among the jumps. */
const [worthwhile, jump] = [0.002, 0.1];
const rowsOfParameter = 8;
const polished = { rows: 500, parameters: 5 } as const;

/** Ends of starts this near lead to one optimum: in the logarithms of the parameters, some of which say little, and in log evidence. */
const near = [{ logarithms: 0.5, above: 0.1, below: 0.1 }] as const;

/**
 * The kernel of the highest evidence: a search by gradients from each start on some of the rows, as tasks of their own; the ends
 * compared on all rows; and from the best of them a few steps on all rows, with the curvature that some of the rows have shown.
 * (What a kernel should be hardly depends on the number of rows, and a factorization costs its third power.) With few rows the
 * starts see them all, and the end is polished: by Newton steps where the evidence is smooth, by a pattern search where it jumps.
 * Which rows are some of them depends on the seed alone.
 */
export function* searchLatent(
  engine: Engine,
  kernels: readonly Kernel[],
  rows: LatentRows,
  method: LatentMethod,
  seed: number,
  {
    rowsOfStarts: least = rowsOfStarts,
    maxWholeEvaluations = evidenceJumps(method) ? 8 : 15,
    polish: isPolished,
    ...given
  }: LatentSearchLimits = {},
): Work<LatentKernelSearch> {
  const free = freeParameters(kernels[0]);
  if (free.length === 0) return yield* withoutSearch(engine, kernels[0], rows, method);
  const chosen = sampleNumbers(rows.signs, Math.max(least, rowsOfParameter * free.length), seed);
  const isWhole = chosen.length === rows.X.rows;
  const all: LatentTask = { ...rows, method };
  const few: LatentTask = isWhole ? all : { ...takeRows(rows, chosen), method, precision: "coarse" };
  const plan = {
    starts: kernels.map((kernel) => ({ kernel })),
    few,
    rows: all,
    limits: { ...limits, ...(!isWhole && rough), ...given },
    near,
  };
  const finish = function* (end: ReachedEnd<LatentSearch>): Work<Ending & { readonly search: LatentSearch }> {
    const kernel = kernels[end.starts[0]];
    let { search } = end;
    let last: Ending = end;
    if (!isWhole && maxWholeEvaluations > 0) {
      const onFew = latentSearch(engine, kernel, few, method, { precision: "coarse" });
      const hessian = yield* roughHessian(engine, onFew, end.point, sumOf(rows.weights) / sumOf(few.weights));
      const warmStart =
        search.warmStart() ??
        (yield* spreadStart(engine, search.kernelAt(end.point), rows, chosen, onFew.warmStart(), method));
      search = latentSearch(engine, kernel, rows, method, { warmStart, precision: "coarse" });
      const tolerance = evidenceJumps(method) ? jump : worthwhile;
      last = yield* onAllRows(search, end.point, hessian, { maxEvaluations: maxWholeEvaluations, tolerance });
    }
    if (isPolished ?? (rows.X.rows <= polished.rows && free.length <= polished.parameters)) {
      // What was good enough to search by may be too coarse to come to rest with.
      if (!isWhole) search = latentSearch(engine, kernel, rows, method, { warmStart: search.warmStart() });
      last = yield* polish(search, last, method);
    }
    return { ...last, search };
  };
  const { last, best, ends } = yield* searchEvidence(engine, latentFamily, plan, finish);
  return {
    ...searchedLatent(last.search, last),
    atHand: undefined,
    optima: ends.map((end, at) => reportOf(at === best ? { ...end, ...last } : end)),
    best,
  };
}

/** The end of a search from one start as its result. */
export function searchedLatent(search: LatentSearch, end: Ending): LatentKernelSearch {
  const { point, value, converged, status, gradientNorm } = end;
  const kernel = search.kernelAt(point);
  const free = freeParameters(kernel);
  return {
    kernel,
    logEvidence: -value,
    optima: [reportOf({ ...end, starts: [0], search })],
    best: 0,
    converged,
    status,
    gradientNorm,
    warmStart: search.warmStart(),
    atHand: search.atHand(point),
    atBounds: coordinatesAtBounds(point, search.box).map((j) => kernel.parameters[free[j]].name),
  };
}

function reportOf({ search, point, value, converged, status }: SearchEnd<LatentSearch>): LatentOptimum {
  if (point === undefined) return { converged, status };
  return {
    ...(value !== undefined && value < Infinity && { logEvidence: -value }),
    kernel: Float64Array.from(search.kernelAt(point).parameters, (parameter) => parameter.value),
    converged,
    status,
  };
}

/** Rows that starts look at, at the least. */
const rowsOfStarts = 300;

/** The stages of `searchLatent` with their weights: starts on few rows, and a search from the best of them on all rows, where it `finishes`. */
export function latentStages(rows: number, finishes: boolean): Record<string, number> {
  const few = Math.min(1, rowsOfStarts / rows);
  const first = { evidence: 1, start: 75 * few, "comparison on all rows": few < 1 ? 15 : 0 };
  return finishes ? { ...first, "all rows": few < 1 ? 40 : 0, "all rows again": few < 1 ? 5 : 0, polish: 10 } : first;
}

function* withoutSearch(
  engine: Engine,
  kernel: Kernel,
  rows: LatentRows,
  method: LatentMethod,
): Work<LatentKernelSearch> {
  const logEvidence = -(yield* latentSearch(engine, kernel, rows, method).longValue(new Float64Array(0)));
  const status = "all parameters are fixed";
  yield progress("evidence", 1, 1, logEvidence);
  const values = Float64Array.from(kernel.parameters, ({ value }) => value);
  const optima = [{ logEvidence, kernel: values, converged: true, status }];
  return { kernel, logEvidence, optima, best: 0, converged: true, status, gradientNorm: 0, atBounds: [] };
}

/** What some of the rows have found at a kernel, as a beginning for all: a mode of a few rows says where the function is at the others. */
function* spreadStart(
  engine: Engine,
  kernel: Kernel,
  rows: LatentRows,
  chosen: Int32Array,
  warmStart: Float64Array | undefined,
  method: LatentMethod,
): Work<Float64Array | undefined> {
  if (warmStart === undefined) return undefined;
  if (method.approximation === "ep") return yield* spreadSites(engine, kernel, rows, chosen, warmStart, method);
  const all = new Float64Array(rows.X.rows);
  chosen.forEach((row, i) => (all[row] = warmStart[i]));
  return all;
}

/** Where the evidence jumps, moves of one parameter at a time; elsewhere the zero of the gradient. */
function* polish(search: LatentSearch, end: Ending, method: LatentMethod): Work<Ending> {
  if (evidenceJumps(method)) {
    const found = yield* rising(patternSearch(search.value, end.point, { ...search.box, stage: "polish" }));
    return found.value < end.value ? { ...found, gradientNorm: end.gradientNorm } : end;
  }
  // Steps may lead to where the evidence cannot be computed; then the end stays as it is.
  let last = end;
  try {
    const settled = yield* settle(search.objective, end.point, search.box);
    last = { ...end, ...settled, converged: true, status: "the gradient is at rest" };
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
  }
  yield progress("polish", 1, 1, -last.value);
  return last;
}

/** What a reader should know of how the kernel of a latent function was found, and of its approximation there. */
export function latentSearchWarnings(
  { atBounds, optima, gradientNorm, converged }: LatentKernelSearch,
  isAtRest: boolean,
): Warning[] {
  const failures = optima.filter(({ kernel }) => kernel === undefined);
  const unrest: Warning = {
    code: "approximation-not-converged",
    message:
      "The approximation of the posterior did not come to rest at the chosen kernel; its probabilities are those of the " +
      "last step. A kernel of smaller variance would help.",
  };
  return [
    ...searchWarnings.atBound(
      atBounds,
      "a variance at its least, that its part of the kernel is not needed; a variance at its greatest, that the classes do not overlap",
    ),
    ...searchWarnings.notConverged(converged, gradientNorm),
    ...(isAtRest ? [] : [unrest]),
    ...searchWarnings.startsFailed(failures.length, optima.length, failures[0]?.status, "Other starts avoid this."),
  ];
}
