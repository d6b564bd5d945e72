import type { Engine } from "../../../engine/engine.ts";
import { progress, type Work } from "../../../run/work.ts";
import type { Bias } from "../expansion/scaledFeatures.ts";
import type { CriterionChoice } from "../canonical/criterionOf.ts";
import {
  expansionSearch,
  logRegularizationAt,
  lower,
  type ExpansionSearch,
  type WidthOnBasis,
} from "./expansionSearch.ts";
import { firstRows, type TuningProblem } from "../expansionProblem.ts";
import type { KnownTuning as TakenTuning } from "../../parts/expansionPosterior.ts";
import type { Penalty, KernelShape } from "./kernelFeatures.ts";
import type { WeightedRegularization } from "./averagedEquations.ts";
import { isAtLimit, narrowest, searchWidth } from "../../../search/searchWidth.ts";

/** What was chosen: a kernel of the width 2^logWidth / p, and μ = 2^logRegularization. */
export interface ExpansionChoice {
  /** Number of rows that the basis is drawn from; all rows when equal to their number. */
  readonly basisSize: number;
  /** The number of directions that the basis spans. */
  readonly rank: number;
  readonly logWidth: number;
  readonly logRegularization: number;
  /** log₂ of the eigenvalue of the kernel matrix that the regularization shrinks by half. */
  readonly cutoff: number;
  /** n times the loss, and the weak prior. */
  readonly criterion: number;
  /**
   * Mean log loss of the calibrated leave-one-out outputs, summed over the machines; or their smoothed error; or the sum of
   * their squared residuals over that of a constant.
   */
  readonly loss: number;
}

export interface Tuning extends KnownTuning {
  readonly choice: ExpansionChoice;
  /** What was best at each basis size, in order; the last one is the choice, with the μ of the rows it was made on. */
  readonly history: readonly ExpansionChoice[];
}

/** A choice and what it is fitted with, whether or not there was a search. */
export interface KnownTuning {
  readonly choice: Pick<ExpansionChoice, "basisSize" | "logWidth" | "logRegularization" | "cutoff">;
  /** The regularizations whose machines are averaged: that of the choice alone, or those around it. */
  readonly regularizations: readonly WeightedRegularization[];
  /** The search ended at a limit of the widths. */
  readonly atLimit: boolean;
}

export interface TuningOptions {
  readonly penalty: Penalty;
  /** The shape of the kernel. Default "gaussian". */
  readonly shape?: KernelShape;
  /** Default "free". */
  readonly bias?: Bias;
  /** What is minimized. Default the log score. */
  readonly criterion?: CriterionChoice;
  /** log₂ μ, where it is not searched. */
  readonly logRegularization?: number | undefined;
  /** sⱼ² of each column. */
  readonly columnFactors: Float64Array;
  /** Widths to begin with. */
  readonly startWidths?: readonly number[];
  /** The choice on the first basis, where the same search has been made without growth. */
  readonly first?: ExpansionChoice | undefined;
  /** The size of the first basis. Default 64. */
  readonly basisSize?: number | undefined;
  /** Stage of the progress. Default "width". */
  readonly stage?: string;
  /** Whether the basis may grow beyond its first size. Default true. */
  readonly grow?: boolean;
  /** Whether all rows may become the basis in the end. */
  readonly allRows: boolean;
  /**
   * Whether machines of several regularizations are averaged. Then all rows of a small table become the basis at once, if they may.
   * Default false.
   */
  readonly average?: boolean;
}

const firstBasis = 64;
const largestBasis = 256;
const allRowsLimit = 1500;
/** Up to this number of rows an average is in all of them. */
const averagedLimit = 512;
/** Widths are compared on half of the rows, but at least and at most on so many; a fit to more rows takes over what suits these. */
const widthRows = { least: 2000, most: 4000 } as const;
/** As many rows as sizes of the basis are compared on. */
const growthRows = 16_000;
/** Rows for each row of a basis that is given, at the least. */
const rowsOfBasis = 8;
/** As many sizes of the basis as are tried at most. */
const mostSizes = 4;

/**
 * Chooses width, regularization and basis size of a kernel machine by the leave-one-out log loss of its calibrated
 * outputs (or another criterion): widths on a small random basis, all regularizations of a width at once, then a larger
 * basis while it pays.
 *
 *     criterion = n · loss + ½ ((logWidth + 1)/2)² + ½ ((cutoff − 2)/3)²
 *
 * 2^cutoff is the eigenvalue of the kernel matrix at which a direction is shrunk by half: μ itself for the penalty αᵀKα. For
 * ‖α‖² on m of n rows a direction of eigenvalue λ has μ/(λ² m/n + μ) of it taken away, so that log₂ μ = 2 cutoff + log₂ m/n.
 */
export function* tuneExpansion(engine: Engine, problem: TuningProblem, options: TuningOptions): Work<Tuning> {
  const n = problem.X.rows;
  const { stage = "width", startWidths, basisSize = firstBasis } = options;
  const partOf = (rows: number): ExpansionSearch => expansionSearch(engine, problem, firstRows(problem, rows), options);
  const compared = Math.max(widthRows.least, Math.min(widthRows.most, n >> 1), rowsOfBasis * basisSize);
  let search = partOf(compared);
  const widthsFrom = function* (starts: readonly number[] | undefined): Work<ExpansionChoice> {
    const evaluate = (width: number): ExpansionChoice => search.widthOnBasis(width, Math.min(basisSize, n)).best();
    return (yield* searchWidth(evaluate, { starts, flatLoss: search.flatLoss, stage })).found;
  };
  let best = options.first ?? (yield* widthsFrom(startWidths));
  let grew = options.grow !== false && best.basisSize < n;
  if (grew && search.rows < n) {
    search = partOf(growthRows);
    // Twice as many rows want hardly another width.
    best =
      search.rows <= 2 * compared
        ? search.widthOnBasis(best.logWidth, best.basisSize).best()
        : yield* widthsFrom([best.logWidth - 1, best.logWidth, best.logWidth + 1]);
  }
  const history = [best];
  if (options.average && (best.basisSize === n || (grew && options.allRows && n <= averagedLimit))) {
    const { choice, width } = yield* narrowOnAllRows(search, best.logWidth, `${stage}, all rows`);
    const regularizations = width.around(choice.cutoff);
    return { choice, regularizations, history: [...history, choice], atLimit: isAtLimit(choice.logWidth) };
  }
  while (grew && best.basisSize < Math.min(largestBasis, n) && best.rank > 0.6 * best.basisSize) {
    const larger = growBasis(search, best);
    yield progress(`${stage}, larger basis`, Math.min(history.length, mostSizes - 1), mostSizes);
    grew = pays(best, larger);
    if (larger.criterion < best.criterion) {
      best = larger;
      history.push(best);
    } else break;
  }
  if (grew && mayGrowToAllRows(problem, options, best)) {
    const whole = growToAllRows(search, best);
    if (whole.criterion < best.criterion) {
      best = whole;
      history.push(best);
    }
  }
  if (options.grow !== false) yield progress(`${stage}, larger basis`, mostSizes, mostSizes);
  const choice = search.forAllRows(best);
  const regularizations = options.average
    ? regularizationsAround(search, choice)
    : [{ logRegularization: choice.logRegularization, weight: 1 }];
  return { choice, regularizations, history, atLimit: isAtLimit(best.logWidth) };
}

/** What a known width and cutoff are for the rows of a problem, without a search. */
export function knownTuning(
  engine: Engine,
  problem: TuningProblem,
  options: TuningOptions,
  { basisSize = problem.X.rows, logWidth, cutoff }: TakenTuning,
): KnownTuning {
  const { X, weights } = problem;
  const size = Math.min(basisSize, X.rows);
  const mass = weights.reduce((sum, weight) => sum + weight, 0);
  const logRegularization = logRegularizationAt(options.penalty, cutoff, size, mass);
  const choice = { basisSize: size, logWidth, cutoff, logRegularization };
  if (!options.average) return { choice, regularizations: [{ logRegularization, weight: 1 }], atLimit: false };
  const search = expansionSearch(engine, problem, firstRows(problem, growthRows), options);
  return { choice, regularizations: regularizationsAround(search, choice), atLimit: false };
}

/** The regularizations whose average is wanted, on the basis of a choice. */
function regularizationsAround(
  search: ExpansionSearch,
  { basisSize, logWidth, cutoff }: KnownTuning["choice"],
): readonly WeightedRegularization[] {
  const width = basisSize === search.rows ? search.widthOnAllRows(logWidth) : search.widthOnBasis(logWidth, basisSize);
  return width.around(cutoff);
}

/** Whether one choice is better than another by more than chance would have it. */
function pays(before: ExpansionChoice, after: ExpansionChoice): boolean {
  return before.criterion - after.criterion >= Math.max(1, 0.01 * Math.abs(before.criterion));
}

/** The width on all rows from that which was best on few of them: the same, or narrower while that pays. */
function* narrowOnAllRows(
  search: ExpansionSearch,
  logWidth: number,
  stage: string,
): Work<{ readonly choice: ExpansionChoice; readonly width: WidthOnBasis }> {
  const at = (tried: number): { choice: ExpansionChoice; width: WidthOnBasis } => {
    const width = search.widthOnAllRows(tried);
    return { choice: width.best(), width };
  };
  let found = at(logWidth);
  for (let step = 1; found.choice.logWidth + 1 <= narrowest; step++) {
    yield progress(stage, Math.min(step, mostSizes - 1), mostSizes, found.choice.criterion);
    const narrower = at(found.choice.logWidth + 1);
    if (!pays(found.choice, narrower.choice)) break;
    found = narrower;
  }
  yield progress(stage, mostSizes, mostSizes, found.choice.criterion);
  return found;
}

/** The best on a basis twice as large, near the best so far: it wants less regularization, perhaps a narrower kernel. */
function growBasis(search: ExpansionSearch, best: ExpansionChoice): ExpansionChoice {
  const size = Math.min(2 * best.basisSize, largestBasis, search.rows);
  const { logWidth, cutoff: start } = best;
  const at = (width: number, cutoff: number): ExpansionChoice => search.pointOnBasis(width, cutoff, size);
  const same = at(logWidth, start);
  if (search.isFixed) return lower(same, at(logWidth + 1, start));
  const less = at(logWidth, start - 2);
  let found = lower(same, less);
  if (less.criterion < same.criterion) found = lower(found, at(logWidth, start - 4));
  else if (less.criterion < same.criterion + 3) found = lower(found, at(logWidth, start + 1.5));
  if (best.criterion - found.criterion > 1) {
    const narrower = at(logWidth + 1, found.cutoff);
    if (narrower.criterion < found.criterion) {
      found = lower(narrower, at(logWidth + 1, found.cutoff + 1.5));
    }
  }
  return found;
}

function mayGrowToAllRows(
  { X, groups }: TuningProblem,
  { allRows }: TuningOptions,
  { basisSize }: ExpansionChoice,
): boolean {
  return allRows && !groups && basisSize >= largestBasis && basisSize < X.rows && X.rows <= allRowsLimit;
}

function growToAllRows(search: ExpansionSearch, { logWidth, cutoff }: ExpansionChoice): ExpansionChoice {
  const found = lower(search.pointOnAllRows(logWidth, cutoff), search.pointOnAllRows(logWidth + 1, cutoff));
  return search.isFixed ? found : lower(found, search.pointOnAllRows(found.logWidth, found.cutoff - 1.5));
}
