import type { Engine } from "../../../engine/engine.ts";
import { NumericalError } from "../../../errors.ts";
import { kernelFromDocument } from "../../../kernels/index.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { coordinatesAtBounds } from "../../../optimize/box.ts";
import { isFailure, multiStart, type Failure } from "../../../optimize/multiStart.ts";
import type { Optimum } from "../../../optimize/optimizer.ts";
import { progress, type Work } from "../../../run/work.ts";
import { freeParameters } from "../../../search/freeParameters.ts";
import { sampleNumbers } from "../../../rows/sampleRows.ts";
import { evidenceJumps } from "../latent/approximate.ts";
import type { LatentMethod } from "../latent/latentApproximation.ts";
import { onAllRows, rough, type Ending } from "./onAllRows.ts";
import { polished } from "./polished.ts";
import { roughHessian } from "../../../search/roughHessian.ts";
import { takeRows } from "../../../rows/takeRows.ts";
import { spreadSites } from "../latent/spreadSites.ts";
import {
  latentSearch,
  searchStart,
  type AtHand,
  type LatentRows,
  type LatentSearch,
  type LatentStart,
  type StartLimits,
} from "./latentSearch.ts";

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
  /** What became of each start, in the order of the starts; the one that was gone on with is as it ended. */
  readonly optima: readonly LatentOptimum[];
  /** The number of the start that was gone on with. */
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

export interface KernelSearchLimits extends StartLimits {
  /** The starts look at so many rows, or eight for each parameter where that is more; the search that follows at all. Default 300. */
  readonly rowsOfStarts?: number;
  /**
   * How often the evidence of all rows may be looked at after that; 0 where another search goes on from here, and the evidence that is
   * told may be that of some of the rows. Default 15, or 8 where it jumps.
   */
  readonly maxWholeEvaluations?: number;
  /** Whether the end is polished. Default where there are at most 500 rows and 5 free parameters. */
  readonly polish?: boolean;
}

/** The fall of minus the log evidence that is worth an evaluation; where it jumps, smaller ones are lost among the jumps. */
const [worthwhile, jump] = [0.002, 0.1];
const rowsOfParameter = 8;
const polish = { rows: 500, parameters: 5 } as const;

/**
 * Ends of starts closer than this lead to one optimum: in the logarithms of the parameters, some of which say little, and in log
 * evidence.
 */
const same = { logarithms: 0.5, value: 0.1 } as const;

/**
 * The kernel of the highest evidence: a search by gradients from each start on some of the rows, as tasks of their own; the ends
 * compared on all rows; and from the best of them a few steps on all rows, with the curvature that some of the rows have shown.
 * (What a kernel should be hardly depends on the number of rows, and a factorization costs its third power.) With few rows the
 * starts see them all, and the end is polished: by Newton steps where the evidence is smooth, by a pattern search where it jumps.
 * Which rows are some of them depends on the seed alone.
 */
export function* searchKernel(
  engine: Engine,
  kernels: readonly Kernel[],
  rows: LatentRows,
  method: LatentMethod,
  seed: number,
  {
    rowsOfStarts = 300,
    maxWholeEvaluations = evidenceJumps(method) ? 8 : 15,
    polish: isPolished,
    ...given
  }: KernelSearchLimits = {},
): Work<LatentKernelSearch> {
  const [{ parameters }] = kernels;
  const free = freeParameters(kernels[0]);
  if (free.length === 0) return yield* withoutSearch(engine, kernels[0], rows, method);
  const chosen = sampleNumbers(rows.signs, Math.max(rowsOfStarts, rowsOfParameter * free.length), seed);
  const isWhole = chosen.length === rows.X.rows;
  const few = isWhole ? rows : takeRows(rows, chosen);
  const limits = isWhole ? given : { ...rough, ...given };
  const inputs = kernels.map((kernel) => ({
    kernel: kernel.toDocument(),
    rows: few,
    method,
    limits,
    engine: engine.name,
  }));
  const { optima } = yield* multiStart<LatentStart>("latentStart", inputs, (input) =>
    searchStart(engine, kernelFromDocument(input.kernel), few, method, limits),
  );
  const searches = kernels.map((kernel) => latentSearch(engine, kernel, rows, method));
  const values = yield* valuesOnAll(optima, searches, isWhole);
  const best = values.indexOf(Math.min(...values.map((value) => value ?? Infinity)));
  const end = optima[best];
  if (end === undefined || isFailure(end)) {
    throw new NumericalError("no-finite-value", "The evidence is not finite on all rows at the end of any start.");
  }
  let search = searches[best];
  let last: Ending = end;
  if (!isWhole && maxWholeEvaluations > 0) {
    const onFew = latentSearch(engine, kernels[best], few, method, { precision: "coarse" });
    const hessian = roughHessian(engine, onFew, end.point, total(rows) / total(few));
    const warmStart =
      search.warmStart() ?? spreadStart(engine, search.kernelAt(end.point), rows, chosen, onFew.warmStart(), method);
    search = latentSearch(engine, kernels[best], rows, method, { warmStart, precision: "coarse" });
    const wholeLimits = { maxEvaluations: maxWholeEvaluations, tolerance: evidenceJumps(method) ? jump : worthwhile };
    last = yield* onAllRows(search, end.point, hessian, wholeLimits);
  }
  if (isPolished ?? (rows.X.rows <= polish.rows && free.length <= polish.parameters)) {
    // What was good enough to search by may be too coarse to come to rest with.
    if (!isWhole) search = latentSearch(engine, kernels[best], rows, method, { warmStart: search.warmStart() });
    last = yield* polished(search, last, method);
  }
  const kernel = search.kernelAt(last.point);
  return {
    kernel,
    logEvidence: -last.value,
    optima: optima.map((each, start) =>
      start === best
        ? reportOf(search, last, last.value)
        : isFailure(each)
          ? { converged: false, status: each.message }
          : reportOf(searches[start], each, values[start]),
    ),
    best,
    converged: last.converged,
    status: last.status,
    gradientNorm: last.gradientNorm,
    warmStart: search.warmStart(),
    atBounds: coordinatesAtBounds(last.point, search.box).map((j) => parameters[free[j]].name),
  };
}

function reportOf(
  search: LatentSearch,
  { point, converged, status }: Ending,
  value: number | undefined,
): LatentOptimum {
  return {
    ...(value !== undefined && value < Infinity && { logEvidence: -value }),
    kernel: Float64Array.from(search.kernelAt(point).parameters, (parameter) => parameter.value),
    converged,
    status,
  };
}

/** Minus the log evidence on all rows at the ends of the starts; nothing for one that came where an earlier one did. */
function* valuesOnAll(
  optima: readonly (Optimum | Failure)[],
  searches: readonly LatentSearch[],
  isKnown: boolean,
): Work<readonly (number | undefined)[]> {
  if (isKnown) return optima.map((end) => (isFailure(end) ? undefined : end.value));
  const ends = optima.filter((end): end is Optimum => !isFailure(end));
  // With nothing to compare with, the search that follows has the value.
  const distinct = ends.filter((end, at) => !ends.slice(0, at).some((earlier) => isSame(end, earlier)));
  const values: (number | undefined)[] = [];
  for (const [start, end] of optima.entries()) {
    yield progress("comparison on all rows", start, optima.length);
    if (isFailure(end) || !distinct.includes(end)) values.push(undefined);
    else if (distinct.length === 1) values.push(end.value);
    else values.push(valueAt(searches[start], end.point));
  }
  yield progress("comparison on all rows", optima.length, optima.length);
  return values;
}

function isSame(a: Optimum, b: Optimum): boolean {
  const apart = a.point.reduce((most, log, j) => Math.max(most, Math.abs(log - b.point[j])), 0);
  return apart <= same.logarithms && Math.abs(a.value - b.value) <= same.value;
}

/** Infinity where the evidence cannot be computed. */
function valueAt({ value }: LatentSearch, point: Float64Array): number {
  try {
    const found = value(point);
    return Number.isNaN(found) ? Infinity : found;
  } catch (error) {
    if (error instanceof NumericalError) return Infinity;
    throw error;
  }
}

function* withoutSearch(
  engine: Engine,
  kernel: Kernel,
  rows: LatentRows,
  method: LatentMethod,
): Work<LatentKernelSearch> {
  const logEvidence = -latentSearch(engine, kernel, rows, method).value(new Float64Array(0));
  const status = "all parameters are fixed";
  yield progress("evidence", 1, 1, logEvidence);
  const values = Float64Array.from(kernel.parameters, ({ value }) => value);
  const optima = [{ logEvidence, kernel: values, converged: true, status }];
  return { kernel, logEvidence, optima, best: 0, converged: true, status, gradientNorm: 0, atBounds: [] };
}

/** What some of the rows have found at a kernel, as a beginning for all: a mode of a few rows says where the function is at the others. */
function spreadStart(
  engine: Engine,
  kernel: Kernel,
  rows: LatentRows,
  chosen: Int32Array,
  warmStart: Float64Array | undefined,
  method: LatentMethod,
): Float64Array | undefined {
  if (warmStart === undefined) return undefined;
  if (method.approximation === "ep") return spreadSites(engine, kernel, rows, chosen, warmStart, method);
  const all = new Float64Array(rows.X.rows);
  chosen.forEach((row, i) => (all[row] = warmStart[i]));
  return all;
}

function total({ weights }: LatentRows): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}
