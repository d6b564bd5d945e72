import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { progress, type Work } from "../../run/work.ts";
import type { Bias } from "./bias.ts";
import { featuresForm, type ExpansionForm } from "./canonicalForm.ts";
import { criterionOf, type CriterionChoice } from "./criteria.ts";
import { denseResiduals } from "./denseResiduals.ts";
import { firstRows } from "./firstRows.ts";
import { gramForm } from "./gramForm.ts";
import { kernelFeatures, type KernelFeatures, type Penalty } from "./kernelFeatures.ts";
import { leaveOneOutOnGrid, responseOf } from "./leaveOneOut.ts";
import { leaveOneOutOf, normalEquations } from "./normalEquations.ts";
import { shapedKernel, type KernelShape } from "./shapedKernel.ts";
import { isAtLimit, parabolaVertex, searchWidths } from "./widthSearch.ts";

/** Rows for one or several two-class machines that share their kernel. */
export interface TuningProblem {
  /** Standardized rows in random order: a basis of size m is the first m of them. */
  readonly X: Matrix;
  /** Class signs, ±1, for each machine. */
  readonly signs: readonly Float64Array[];
  /** What the machines are fitted to, of the same signs; the signs themselves when absent. */
  readonly targets?: readonly Float64Array[] | undefined;
  readonly weights: Float64Array;
  /** The rows of each group, where groups are left out as a whole. */
  readonly groups?: readonly Int32Array[] | undefined;
}

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

export interface Tuning {
  readonly choice: ExpansionChoice;
  /** What was best at each basis size, in order; the last one is the choice, with the μ of the rows it was made on. */
  readonly history: readonly ExpansionChoice[];
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
}

const firstBasis = 64;
const largestBasis = 256;
const allRowsLimit = 1500;
/**
 * Up to this number of rows the basis spans most of what the rows are; there the small Gram matrix has too few digits, and
 * rounding would show in the choice.
 */
const accurateLimit = 128;
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
  const widthsFrom = (starts: readonly number[] | undefined): Work<ExpansionChoice> =>
    searchWidths((logWidth) => search.widthOnBasis(logWidth, Math.min(basisSize, n)), {
      ...(starts && { starts }),
      flatLoss: search.flatLoss,
      stage,
    });
  let best = options.first ?? (yield* widthsFrom(startWidths));
  let grew = options.grow !== false && best.basisSize < n;
  if (grew && search.rows < n) {
    search = partOf(growthRows);
    // Twice as many rows want hardly another width.
    best =
      search.rows <= 2 * compared
        ? search.widthOnBasis(best.logWidth, best.basisSize)
        : yield* widthsFrom([best.logWidth - 1, best.logWidth, best.logWidth + 1]);
  }
  const history = [best];
  while (grew && best.basisSize < Math.min(largestBasis, n) && best.rank > 0.6 * best.basisSize) {
    const larger = growBasis(search, best);
    yield progress(`${stage}, larger basis`, Math.min(history.length, mostSizes - 1), mostSizes);
    const fell = best.criterion - larger.criterion;
    grew = fell >= Math.max(1, 0.01 * Math.abs(best.criterion));
    if (fell > 0) {
      best = larger;
      history.push(best);
    } else break;
  }
  if (
    options.allRows &&
    !problem.groups &&
    grew &&
    best.basisSize >= largestBasis &&
    best.basisSize < n &&
    n <= allRowsLimit
  ) {
    const whole = growToAllRows(search, best);
    if (whole.criterion < best.criterion) {
      best = whole;
      history.push(best);
    }
  }
  if (options.grow !== false) yield progress(`${stage}, larger basis`, mostSizes, mostSizes);
  return { choice: search.forAllRows(best), history, atLimit: isAtLimit(best) };
}

/** The choice that a known width and cutoff are for the rows of a problem, without a search. */
export function knownChoice(
  { X, weights }: TuningProblem,
  penalty: Penalty,
  { basisSize = X.rows, logWidth, cutoff }: { basisSize?: number | undefined; logWidth: number; cutoff: number },
): Pick<ExpansionChoice, "basisSize" | "logWidth" | "logRegularization" | "cutoff"> {
  const size = Math.min(basisSize, X.rows);
  const mass = weights.reduce((sum, weight) => sum + weight, 0);
  return { basisSize: size, logWidth, cutoff, logRegularization: logRegularizationAt(penalty, cutoff, size, mass) };
}

/** log₂ μ of a cutoff for a basis of so many rows and a weight of all rows. */
function logRegularizationAt(penalty: Penalty, cutoff: number, basisSize: number, mass: number): number {
  return penalty === "function" ? cutoff : 2 * cutoff + Math.log2(basisSize / mass);
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

function growToAllRows(search: ExpansionSearch, { logWidth, cutoff }: ExpansionChoice): ExpansionChoice {
  const found = lower(search.pointOnAllRows(logWidth, cutoff), search.pointOnAllRows(logWidth + 1, cutoff));
  return search.isFixed ? found : lower(found, search.pointOnAllRows(found.logWidth, found.cutoff - 1.5));
}

function lower(a: ExpansionChoice, b: ExpansionChoice): ExpansionChoice {
  return b.criterion < a.criterion ? b : a;
}

/** Features with ZᵀZ, which everything about them begins with. */
interface FeaturesWithGram extends KernelFeatures {
  readonly gram: Matrix;
}

/** Evaluates candidates for one problem. */
interface ExpansionSearch {
  readonly rows: number;
  /** The regularization is given. */
  readonly isFixed: boolean;
  /** The loss of a constant. */
  readonly flatLoss: number;
  /** A width with its best regularization, all of them at once. */
  widthOnBasis(logWidth: number, basisSize: number): ExpansionChoice;
  pointOnBasis(logWidth: number, cutoff: number, basisSize: number): ExpansionChoice;
  pointOnAllRows(logWidth: number, cutoff: number): ExpansionChoice;
  /** The choice with the regularization that has the same cutoff for all rows of the problem. */
  forAllRows(choice: ExpansionChoice): ExpansionChoice;
}

type Place = Pick<ExpansionChoice, "basisSize" | "rank" | "logWidth" | "logRegularization" | "cutoff">;

/** A search among candidates for a problem, on a part of its rows. */
function expansionSearch(
  engine: Engine,
  problem: TuningProblem,
  part: TuningProblem,
  options: TuningOptions,
): ExpansionSearch {
  const { X, weights, groups } = part;
  const targets = part.targets ?? part.signs;
  const { penalty, columnFactors, bias = "free", criterion: choice = defaultCriterion, logRegularization } = options;
  const { shape = "gaussian" } = options;
  const n = X.rows;
  const rootWeights = weights.map(Math.sqrt);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const criteria = targets.map((machine) => criterionOf(choice, machine, weights));
  const flatLosses = targets.map((machine, m) => {
    const mean = machine.reduce((sum, target, i) => sum + weights[i] * target, 0) / total;
    return criteria[m].value(machine.map((target) => target - mean));
  });
  // Squared residuals have the unit of the targets; the others are numbers of nats and of rows.
  const units = choice.name === "press" ? flatLosses : flatLosses.map(() => 1);

  const shiftOf = (basisSize: number, mass: number): number =>
    penalty === "function" ? 0 : Math.log2(basisSize / mass);
  const steepness = penalty === "function" ? 1 : 2;
  const wholeMass = problem.weights.reduce((sum, weight) => sum + weight, 0);
  const placeOf = (logWidth: number, searched: number, basisSize: number, rank: number): Place => {
    const cutoff =
      logRegularization === undefined ? searched : (logRegularization - shiftOf(basisSize, wholeMass)) / steepness;
    return {
      basisSize,
      rank,
      logWidth,
      cutoff,
      logRegularization: logRegularizationAt(penalty, cutoff, basisSize, total),
    };
  };
  const scored = (place: Place, residuals: readonly Float64Array[]): ExpansionChoice => {
    let loss = 0;
    criteria.forEach((criterion, machine) => (loss += criterion.value(residuals[machine]) / units[machine]));
    const prior = 0.5 * ((place.logWidth + 1) / 2) ** 2 + 0.5 * ((place.cutoff - 2) / 3) ** 2;
    const criterion = total * loss + prior;
    return { ...place, loss, criterion: Number.isFinite(criterion) ? criterion : Infinity };
  };
  const scoredOrFailed = (place: Place, found: readonly Float64Array[] | undefined): ExpansionChoice =>
    found ? scored(place, found) : { ...place, criterion: Infinity, loss: Infinity };

  // The features of the last width and basis are asked for several times in a row.
  let kept: { readonly key: string; readonly features: FeaturesWithGram } | undefined;
  const featuresOf = (logWidth: number, basisSize: number): FeaturesWithGram => {
    const key = `${logWidth} ${basisSize}`;
    if (kept?.key !== key) {
      const basis = matrix(basisSize, X.columns, X.data.subarray(0, basisSize * X.columns));
      const columns = shapedKernel(shape, logWidth, columnFactors).cross(engine, X, basis);
      const features = kernelFeatures(engine, columns, penalty, rootWeights, bias);
      kept = { key, features: { ...features, gram: engine.symmetricProduct(features.Z, { transpose: true }) } };
    }
    return kept.features;
  };

  const pointOnBasis = (logWidth: number, cutoff: number, basisSize: number): ExpansionChoice => {
    const { Z, gram, pivots } = featuresOf(logWidth, basisSize);
    const place = placeOf(logWidth, cutoff, basisSize, pivots.length);
    const equations = normalEquations(engine, Z, rootWeights, targets, 2 ** place.logRegularization, bias, gram);
    return scoredOrFailed(place, equations && leaveOneOutOf(engine, equations, rootWeights, groups));
  };

  const columns = targets.map(() => new Float64Array(n));
  const formOn = ({ Z, gram }: FeaturesWithGram): ExpansionForm =>
    n <= accurateLimit ? featuresForm(engine, Z, rootWeights, bias) : gramForm(engine, Z, rootWeights, bias, gram);

  return {
    rows: n,
    forAllRows: (found) => ({
      ...found,
      logRegularization: logRegularizationAt(penalty, found.cutoff, found.basisSize, wholeMass),
    }),
    isFixed: logRegularization !== undefined,
    flatLoss: flatLosses.reduce((sum, loss, machine) => sum + loss / units[machine], 0),
    pointOnBasis,
    widthOnBasis(logWidth, basisSize) {
      if (logRegularization !== undefined) return pointOnBasis(logWidth, 0, basisSize);
      const form = groups ? undefined : formOn(featuresOf(logWidth, basisSize));
      const responses = form && targets.map((machine) => responseOf(engine, form, machine));
      const evaluate = (grid: readonly number[]): ExpansionChoice[] => {
        if (!form || !responses) return grid.map((value) => pointOnBasis(logWidth, value, basisSize));
        const { length: rank } = featuresOf(logWidth, basisSize).pivots;
        const places = grid.map((cutoff) => placeOf(logWidth, cutoff, basisSize, rank));
        const logarithms = places.map((place) => place.logRegularization * Math.LN2);
        const found = leaveOneOutOnGrid(engine, form, responses, logarithms);
        return places.map((place, k) =>
          scored(
            place,
            found.map((residuals, machine) => copyColumn(residuals, k, columns[machine])),
          ),
        );
      };
      const tried = evaluate(cutoffs);
      const at = tried.reduce((best, candidate, k) => (candidate.criterion < tried[best].criterion ? k : best), 0);
      if (at === 0 || at === cutoffs.length - 1) return tried[at];
      const vertex = parabolaVertex([tried[at - 1].criterion, tried[at].criterion, tried[at + 1].criterion]);
      return lower(tried[at], evaluate([cutoffs[at] + vertex * (cutoffs[at + 1] - cutoffs[at])])[0]);
    },
    pointOnAllRows(logWidth, cutoff) {
      const place = placeOf(logWidth, cutoff, n, n);
      const K = shapedKernel(shape, logWidth, columnFactors).matrix(engine, X);
      const mu = 2 ** place.logRegularization;
      return scoredOrFailed(place, denseResiduals(engine, K, penalty, rootWeights, targets, mu, bias));
    },
  };
}

function copyColumn({ data, rows, columns }: Matrix, j: number, into: Float64Array): Float64Array {
  for (let i = 0; i < rows; i++) into[i] = data[i * columns + j];
  return into;
}

const cutoffs: readonly number[] = Array.from({ length: 12 }, (_, k) => 2 * k - 12);

const defaultCriterion: CriterionChoice = { name: "logScore", sharpness: 10 };
