import type { Engine } from "../../../engine/engine.ts";
import { NumericalError } from "../../../errors.ts";
import type { Kernel, KernelDocument } from "../../../kernels/kernel.ts";
import { kernelFromDocument } from "../../../kernels/index.ts";
import { coordinatesAtBounds } from "../../../optimize/box.ts";
import { isFailure, multiStart, type Failure } from "../../../optimize/multiStart.ts";
import type { Optimum } from "../../../optimize/optimizer.ts";
import type { Work } from "../../../run/work.ts";
import { bringToRest } from "./bringToRest.ts";
import { fewerRows } from "./fewerRows.ts";
import { isNear, searchStarts, type StartOutcome } from "./searchStarts.ts";
import { freeParameters } from "../../../search/freeParameters.ts";
import { searchFrom, searchStart, type FisherRows, type SearchStart } from "./searchStart.ts";

/** What the task "fisherStart" is given. */
export interface FisherStart {
  readonly kernel: KernelDocument;
  readonly precision: number;
  readonly rows: FisherRows;
  readonly engine: string;
}

/** An optimum of the evidence, or the failure of a start. */
export interface FisherOptimum {
  /** The numbers, from 0, of the starts that led there. */
  readonly starts: readonly number[];
  /** 𝒥, the evidence with the prior of β; absent where the start failed. */
  readonly objective?: number | undefined;
  /** The parameters of the kernel, in its order, and β. */
  readonly kernel?: Float64Array | undefined;
  readonly precision?: number | undefined;
  readonly converged: boolean;
  /** How the search ended, in words. */
  readonly status: string;
}

export interface FoundEvidence {
  readonly kernel: Kernel;
  readonly precision: number;
  /** Largest entry of the gradient in the logarithms, bounds respected. */
  readonly gradientNorm: number;
  /** Names of the parameters that ended at a bound. */
  readonly atBounds: readonly string[];
  /** The pivots of a low-rank kernel, where one was asked for. */
  readonly pivots: Int32Array | undefined;
  /** All optima that were found, the highest first, then the failures. */
  readonly optima: readonly FisherOptimum[];
  /** 𝒥 before and after each iteration, for expectation maximization. */
  readonly trace?: readonly number[];
}

/** With more rows than these the starts are searched on so many of them. */
const rowsOfStarts = 120;

/** A larger gradient at the end is reported as not converged. */
const restingGradient = 1e-3;

/** A search to be carried out on all rows, and the starts that led to it. */
interface Candidate extends SearchStart {
  readonly starts: readonly number[];
}

/**
 * The highest evidence from many starts, coarse to fine. All starts are searched on at most 120 rows, which costs little; each
 * optimum found there is then followed on all rows, and brought to rest if it is the best. Patterns too fine for 120 rows
 * would be lost on the way: hence the last start, the narrowest, is searched on all rows as well.
 */
export function* searchEvidence(engine: Engine, starts: readonly SearchStart[], rows: FisherRows): Work<FoundEvidence> {
  const few = fewerRows(rows, rowsOfStarts);
  const outcomes = yield* searchStarts(engine, starts, few);
  const found = candidatesOf(engine, starts, few, outcomes);
  const failures = outcomes.flatMap((outcome, start) => (isFailureOf(outcome) ? [failed(outcome, [start])] : []));
  const last = { ...starts[starts.length - 1], starts: [starts.length - 1] };
  const candidates = few === rows ? found : [...found, last];
  const ends: readonly (Optimum | Failure)[] =
    few === rows
      ? outcomes.filter((outcome): outcome is Optimum => "point" in outcome)
      : yield* searchAll(engine, candidates, rows);
  const optima = distinct(candidates, ends);
  if (optima.length === 0) {
    const first = [...outcomes, ...ends].find((outcome) => isFailureOf(outcome));
    throw new NumericalError(
      "all-starts-failed",
      `None of ${starts.length} starts of the search succeeded. The first: ${first?.message ?? ""}`,
    );
  }
  const [best] = optima;
  const near = searchFrom(engine, best.candidate, few);
  const end = { kernel: near.kernelAt(best.optimum.point), precision: near.precisionAt(best.optimum.point) };
  const search = searchFrom(engine, end, rows);
  const rest = yield* bringToRest(search.objective, best.optimum.point, search.box);
  const kernel = search.kernelAt(rest.point);
  const names = [...freeParameters(kernel).map((j) => kernel.parameters[j].name), "precision"];
  const described = optima.map(({ candidate, optimum, starts: led }, at): FisherOptimum => {
    const place = at === 0 ? rest : optimum;
    return {
      starts: led,
      objective: -place.value,
      kernel: Float64Array.from(
        searchFrom(engine, candidate, few).kernelAt(place.point).parameters,
        ({ value }) => value,
      ),
      precision: search.precisionAt(place.point),
      converged: at === 0 ? rest.gradientNorm <= restingGradient : optimum.converged,
      status: at === 0 ? "brought to rest" : optimum.status,
    };
  });
  const lost = ends.flatMap((end, at) => (isFailureOf(end) ? [failed(end, candidates[at].starts)] : []));
  return {
    kernel,
    precision: search.precisionAt(rest.point),
    pivots: search.pivots,
    gradientNorm: rest.gradientNorm,
    atBounds: coordinatesAtBounds(rest.point, search.box).map((j) => names[j]),
    optima: [...described, ...lost, ...failures],
  };
}

/** One search on all rows from each candidate, wherever the driver of this work runs them. */
function* searchAll(
  engine: Engine,
  candidates: readonly Candidate[],
  rows: FisherRows,
): Work<readonly (Optimum | Failure)[]> {
  const inputs = candidates.map(({ kernel, precision }): FisherStart => ({
    kernel: kernel.toDocument(),
    precision,
    rows,
    engine: engine.name,
  }));
  const { optima } = yield* multiStart<FisherStart>("fisherStart", inputs, ({ kernel, precision }) =>
    searchStart(engine, { kernel: kernelFromDocument(kernel), precision }, rows),
  );
  return optima;
}

/** The optima of the few rows as places to search from, each with the starts that led there. */
function candidatesOf(
  engine: Engine,
  starts: readonly SearchStart[],
  few: FisherRows,
  outcomes: readonly StartOutcome[],
): Candidate[] {
  return outcomes.flatMap((outcome, start) => {
    if (!("point" in outcome)) return [];
    const { kernelAt, precisionAt } = searchFrom(engine, starts[start], few);
    const led = outcomes.flatMap((each, at) =>
      at === start || ("sameAs" in each && each.sameAs === start) ? [at] : [],
    );
    return [{ kernel: kernelAt(outcome.point), precision: precisionAt(outcome.point), starts: led }];
  });
}

interface DistinctOptimum {
  readonly candidate: Candidate;
  readonly optimum: Optimum;
  readonly starts: readonly number[];
}

/** The optima, highest evidence first; those that are one and the same taken together. */
function distinct(candidates: readonly Candidate[], ends: readonly (Optimum | Failure)[]): DistinctOptimum[] {
  const all = candidates
    .flatMap((candidate, at) => {
      const optimum = ends[at];
      return isFailure(optimum) ? [] : [{ candidate, optimum, starts: candidate.starts }];
    })
    .toSorted((a, b) => a.optimum.value - b.optimum.value);
  const result: DistinctOptimum[] = [];
  for (const each of all) {
    const known = result.findIndex(({ optimum }) => isNear(each.optimum, optimum));
    if (known < 0) result.push(each);
    else {
      const starts = [...new Set([...result[known].starts, ...each.starts])].toSorted((a, b) => a - b);
      result[known] = { ...result[known], starts };
    }
  }
  return result;
}

function isFailureOf(outcome: StartOutcome): outcome is Failure {
  return "failed" in outcome;
}

function failed({ message }: Failure, starts: readonly number[]): FisherOptimum {
  return { starts, converged: false, status: message };
}
