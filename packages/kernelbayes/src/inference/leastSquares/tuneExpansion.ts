import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { progress, type Work } from "../../run/work.ts";
import type { Bias } from "./bias.ts";
import { featuresForm } from "./canonicalForm.ts";
import { criterionOf, type CriterionChoice } from "./criteria.ts";
import { denseResiduals } from "./denseResiduals.ts";
import { gramForm } from "./gramForm.ts";
import { kernelFeatures, type KernelFeatures, type Penalty } from "./kernelFeatures.ts";
import { leaveOneOutOnGrid, responseOf } from "./leaveOneOut.ts";
import { leaveOneOutOf, normalEquations } from "./normalEquations.ts";

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

/** What was chosen: exp(−γ Σⱼ sⱼ² (xⱼ − zⱼ)²) with γ = 2^logWidth / p, and μ = 2^logRegularization. */
export interface ExpansionChoice {
  /** Number of rows that the basis is drawn from; all rows when equal to their number. */
  readonly basisSize: number;
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
  /** What was tried at each basis size, in order; the last one is the choice. */
  readonly history: readonly ExpansionChoice[];
  /** The search ended at a limit of the widths. */
  readonly atLimit: boolean;
}

export interface TuningOptions {
  readonly penalty: Penalty;
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
const narrowest = 5;
const widest = -9;
/**
 * Up to this number of rows the basis spans most of what the rows are; there the small Gram matrix has too few digits, and
 * rounding would show in the choice.
 */
const accurateLimit = 128;
const littleExplained = 0.9;
const farWidths = [3, 5, -5];
/** As many widths as are tried at most, and as many sizes of the basis. */
const mostWidths = 17;
const mostSizes = 4;

/**
 * Chooses width, regularization and basis size of a Gaussian kernel machine by the leave-one-out log loss of its calibrated
 * outputs (or another criterion): widths on a small random basis, all regularizations of a width at once, then a larger
 * basis while it pays.
 *
 *     criterion = n · loss + ½ ((logWidth + 1)/2)² + ½ ((cutoff − 2)/3)²
 *
 * 2^cutoff is the eigenvalue of the kernel matrix at which a direction is shrunk by half: μ itself for the penalty αᵀKα. For
 * ‖α‖² on m of n rows a direction of eigenvalue λ has μ/(λ² m/n + μ) of it taken away, so that log₂ μ = 2 cutoff + log₂ m/n.
 */
export function* tuneExpansion(engine: Engine, problem: TuningProblem, options: TuningOptions): Work<Tuning> {
  const search = expansionSearch(engine, problem, options);
  const n = problem.X.rows;
  const { stage = "width", startWidths = [-3, -1, 1] } = options;
  let best = yield* searchWidths(search, Math.min(firstBasis, n), startWidths, stage);
  const history = [best];
  let rank = search.rankOf(best);
  let grew = options.grow !== false && best.basisSize < n;
  while (grew && best.basisSize < Math.min(largestBasis, n) && rank > 0.6 * best.basisSize) {
    const larger = growBasis(search, best);
    yield progress(`${stage}, larger basis`, Math.min(history.length, mostSizes - 1), mostSizes);
    const fell = best.criterion - larger.criterion;
    grew = fell >= Math.max(1, 0.01 * Math.abs(best.criterion));
    if (fell > 0) {
      best = larger;
      history.push(best);
      rank = search.rankOf(best);
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
  return { choice: best, history, atLimit: best.logWidth <= widest || best.logWidth >= narrowest };
}

/** The best width on a basis: outwards while the best is at an end, then one nearer on both sides, then a parabola. */
function* searchWidths(
  search: ExpansionSearch,
  size: number,
  starts: readonly number[],
  stage: string,
): Work<ExpansionChoice> {
  const tried = new Map<number, ExpansionChoice>();
  const attempt = function* (logWidth: number): Work<void> {
    if (tried.has(logWidth) || logWidth < widest || logWidth > narrowest) return;
    tried.set(logWidth, search.widthOnBasis(logWidth, size));
    yield progress(stage, Math.min(tried.size, mostWidths - 1), mostWidths, bestOf(tried).criterion);
  };
  for (const start of starts) yield* attempt(start);
  // Hardly anything explained: a finer pattern may hide between these widths and the limits, without a slope towards it.
  if (bestOf(tried).loss > littleExplained * search.flatLoss) for (const far of farWidths) yield* attempt(far);
  for (;;) {
    const { logWidth } = bestOf(tried);
    const widths = [...tried.keys()];
    const before = tried.size;
    if (logWidth === Math.max(...widths)) yield* attempt(logWidth + 2);
    else if (logWidth === Math.min(...widths)) yield* attempt(logWidth - 2);
    if (tried.size === before) break;
  }
  const { logWidth } = bestOf(tried);
  yield* attempt(logWidth - 1);
  yield* attempt(logWidth + 1);
  const middle = bestOf(tried);
  const below = tried.get(middle.logWidth - 1);
  const above = tried.get(middle.logWidth + 1);
  if (below && above) {
    const vertex = parabolaVertex([below.criterion, middle.criterion, above.criterion]);
    if (Math.abs(vertex) > 0.15) yield* attempt(middle.logWidth + vertex);
  }
  yield progress(stage, mostWidths, mostWidths, bestOf(tried).criterion);
  return bestOf(tried);
}

function bestOf(tried: ReadonlyMap<number, ExpansionChoice>): ExpansionChoice {
  return [...tried.values()].reduce((best, candidate) => (candidate.criterion < best.criterion ? candidate : best));
}

/** Where a parabola through values at −1, 0, 1, the middle one lowest, has its vertex. */
function parabolaVertex([below, middle, above]: readonly [number, number, number]): number {
  const curvature = below - 2 * middle + above;
  return curvature > 0 ? Math.max(-1, Math.min(1, (below - above) / (2 * curvature))) : 0;
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

/** Evaluates candidates for one problem. */
interface ExpansionSearch {
  readonly rows: number;
  /** The regularization is given. */
  readonly isFixed: boolean;
  /** The loss of a constant. */
  readonly flatLoss: number;
  /** The number of directions that the basis of a choice spans. */
  rankOf(choice: ExpansionChoice): number;
  /** A width with its best regularization, all of them at once. */
  widthOnBasis(logWidth: number, basisSize: number): ExpansionChoice;
  pointOnBasis(logWidth: number, cutoff: number, basisSize: number): ExpansionChoice;
  pointOnAllRows(logWidth: number, cutoff: number): ExpansionChoice;
}

type Place = Pick<ExpansionChoice, "basisSize" | "logWidth" | "logRegularization" | "cutoff">;

function expansionSearch(engine: Engine, problem: TuningProblem, options: TuningOptions): ExpansionSearch {
  const { X, weights, groups } = problem;
  const targets = problem.targets ?? problem.signs;
  const { penalty, columnFactors, bias = "free", criterion: choice = defaultCriterion, logRegularization } = options;
  const n = X.rows;
  const rootWeights = weights.map(Math.sqrt);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const criteria = targets.map((machine) => criterionOf(choice, machine, weights));
  const residuals = new Float64Array(n);
  const flatLosses = targets.map((machine, m) => {
    const mean = machine.reduce((sum, target, i) => sum + weights[i] * target, 0) / total;
    return criteria[m].value(machine.map((target) => target - mean));
  });
  // Squared residuals have the unit of the targets; the others are numbers of nats and of rows.
  const units = choice.name === "press" ? flatLosses : flatLosses.map(() => 1);

  const shiftOf = (basisSize: number): number => (penalty === "function" ? 0 : Math.log2(basisSize / total));
  const steepness = penalty === "function" ? 1 : 2;
  const placeOf = (logWidth: number, cutoff: number, basisSize: number): Place => {
    const shift = shiftOf(basisSize);
    return logRegularization === undefined
      ? { basisSize, logWidth, cutoff, logRegularization: steepness * cutoff + shift }
      : { basisSize, logWidth, cutoff: (logRegularization - shift) / steepness, logRegularization };
  };
  const scored = (place: Place, residual: (machine: number, row: number) => number): ExpansionChoice => {
    let loss = 0;
    criteria.forEach((criterion, machine) => {
      for (let i = 0; i < n; i++) residuals[i] = residual(machine, i);
      loss += criterion.value(residuals) / units[machine];
    });
    const prior = 0.5 * ((place.logWidth + 1) / 2) ** 2 + 0.5 * ((place.cutoff - 2) / 3) ** 2;
    const criterion = total * loss + prior;
    return { ...place, loss, criterion: Number.isFinite(criterion) ? criterion : Infinity };
  };
  const scoredOrFailed = (place: Place, found: readonly Float64Array[] | undefined): ExpansionChoice =>
    found ? scored(place, (machine, i) => found[machine][i]) : { ...place, criterion: Infinity, loss: Infinity };

  // The features of the last width and basis are asked for several times in a row.
  let kept: { readonly key: string; readonly features: KernelFeatures } | undefined;
  const featuresOf = (logWidth: number, basisSize: number): KernelFeatures => {
    const key = `${logWidth} ${basisSize}`;
    if (kept?.key !== key) {
      const basis = matrix(basisSize, X.columns, X.data.subarray(0, basisSize * X.columns));
      const columns = engine.gaussianMatrix(X, basis, gaussianWeights(logWidth, columnFactors));
      kept = { key, features: kernelFeatures(engine, columns, penalty, rootWeights, bias) };
    }
    return kept.features;
  };

  const pointOnBasis = (logWidth: number, cutoff: number, basisSize: number): ExpansionChoice => {
    const place = placeOf(logWidth, cutoff, basisSize);
    const { Z } = featuresOf(logWidth, basisSize);
    const equations = normalEquations(engine, Z, rootWeights, targets, 2 ** place.logRegularization, bias);
    return scoredOrFailed(place, equations && leaveOneOutOf(engine, equations, rootWeights, groups));
  };

  return {
    rows: n,
    isFixed: logRegularization !== undefined,
    flatLoss: flatLosses.reduce((sum, loss, machine) => sum + loss / units[machine], 0),
    pointOnBasis,
    rankOf: ({ logWidth, basisSize }) => featuresOf(logWidth, basisSize).pivots.length,
    widthOnBasis(logWidth, basisSize) {
      if (logRegularization !== undefined) return pointOnBasis(logWidth, 0, basisSize);
      const makeForm = n <= accurateLimit ? featuresForm : gramForm;
      const form = groups ? undefined : makeForm(engine, featuresOf(logWidth, basisSize).Z, rootWeights, bias);
      const responses = form && targets.map((machine) => responseOf(engine, form, machine));
      const evaluate = (grid: readonly number[]): ExpansionChoice[] => {
        if (!form || !responses) return grid.map((value) => pointOnBasis(logWidth, value, basisSize));
        const places = grid.map((cutoff) => placeOf(logWidth, cutoff, basisSize));
        const logarithms = places.map((place) => place.logRegularization * Math.LN2);
        const found = leaveOneOutOnGrid(engine, form, responses, logarithms);
        return places.map((place, k) => scored(place, (machine, i) => found[machine].data[i * grid.length + k]));
      };
      const tried = evaluate(cutoffs);
      const at = tried.reduce((best, candidate, k) => (candidate.criterion < tried[best].criterion ? k : best), 0);
      if (at === 0 || at === cutoffs.length - 1) return tried[at];
      const vertex = parabolaVertex([tried[at - 1].criterion, tried[at].criterion, tried[at + 1].criterion]);
      return lower(tried[at], evaluate([cutoffs[at] + vertex * (cutoffs[at + 1] - cutoffs[at])])[0]);
    },
    pointOnAllRows(logWidth, cutoff) {
      const place = placeOf(logWidth, cutoff, n);
      const K = engine.gaussianMatrix(X, undefined, gaussianWeights(logWidth, columnFactors));
      const mu = 2 ** place.logRegularization;
      return scoredOrFailed(place, denseResiduals(engine, K, penalty, rootWeights, targets, mu, bias));
    },
  };
}

/** The weights wⱼ of exp(−½ Σ wⱼ dⱼ²) for a width: 2 γ sⱼ². */
export function gaussianWeights(logWidth: number, columnFactors: Float64Array): Float64Array {
  const gamma = 2 ** logWidth / Math.max(1, columnFactors.length);
  return columnFactors.map((factor) => 2 * gamma * factor);
}

const cutoffs: readonly number[] = Array.from({ length: 12 }, (_, k) => 2 * k - 12);

const defaultCriterion: CriterionChoice = { name: "logScore", sharpness: 10 };
