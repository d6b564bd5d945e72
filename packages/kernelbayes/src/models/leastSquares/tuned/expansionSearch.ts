import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import { room } from "../../../matrix/room.ts";
import { featuresForm, type ExpansionForm } from "../canonical/canonicalForm.ts";
import { criterionOf, type CriterionChoice } from "../canonical/criterionOf.ts";
import { denseResiduals } from "../canonical/denseResiduals.ts";
import { gramForm, type GramFormRooms } from "../expansion/gramForm.ts";
import { featuresInPlace, type KernelFeatures, type Penalty } from "./kernelFeatures.ts";
import { leaveOneOutOnGrid, responseOf } from "../canonical/leaveOneOutAt.ts";
import { leaveOneOutOf, normalEquations } from "./normalEquations.ts";
import { regularizationWeights, type WeightedRegularization } from "../canonical/regularizationWeights.ts";
import { shapedKernel } from "./shapedKernel.ts";
import type { ExpansionChoice, TuningOptions, TuningProblem } from "./tuneExpansion.ts";
import { wholeFeatures } from "./wholeFeatures.ts";
import { parabolaVertex } from "../../../search/searchWidth.ts";

/** Evaluates candidates for one problem. */
export interface ExpansionSearch {
  readonly rows: number;
  /** The regularization is given. */
  readonly isFixed: boolean;
  /** The loss of a constant. */
  readonly flatLoss: number;
  /** A width on a basis with all regularizations at once, to be asked before the next one is made. */
  widthOnBasis(logWidth: number, basisSize: number): WidthOnBasis;
  /** The same with all rows as the basis, those too that lie in the span of the others. */
  widthOnAllRows(logWidth: number): WidthOnBasis;
  pointOnBasis(logWidth: number, cutoff: number, basisSize: number): ExpansionChoice;
  pointOnAllRows(logWidth: number, cutoff: number): ExpansionChoice;
  /** The choice with the regularization that has the same cutoff for all rows of the problem. */
  forAllRows(choice: ExpansionChoice): ExpansionChoice;
}

/** One kernel on one basis. */
export interface WidthOnBasis {
  /** The best regularization: of a grid, or at the vertex of a parabola around it. */
  best(): ExpansionChoice;
  /** The regularizations around a cutoff that take part in an average, for all rows of the problem. */
  around(cutoff: number): readonly WeightedRegularization[];
}

/** log₂ μ of a cutoff for a basis of so many rows and a weight of all rows. */
export function logRegularizationAt(penalty: Penalty, cutoff: number, basisSize: number, mass: number): number {
  return penalty === "function" ? cutoff : 2 * cutoff + Math.log2(basisSize / mass);
}

/** The better of two choices. */
export function lower(a: ExpansionChoice, b: ExpansionChoice): ExpansionChoice {
  return b.criterion < a.criterion ? b : a;
}

/** Features with ZᵀZ, which everything about them begins with. */
interface FeaturesWithGram extends KernelFeatures {
  readonly gram: Matrix;
}

type Place = Pick<ExpansionChoice, "basisSize" | "rank" | "logWidth" | "logRegularization" | "cutoff">;

/**
 * Up to this number of rows the basis spans most of what the rows are; there the small Gram matrix has too few digits, and
 * rounding would show in the choice.
 */
const accurateLimit = 128;

/** A search among candidates for a problem, on a part of its rows. */
export function expansionSearch(
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

  const kernelAt = (logWidth: number): ReturnType<typeof shapedKernel> => shapedKernel(shape, logWidth, columnFactors);
  const withGram = (features: KernelFeatures): FeaturesWithGram => ({
    ...features,
    gram: engine.symmetricProduct(features.Z, { transpose: true }),
  });
  // Features, forms and equations are needed until the next ones.
  const rooms = { features: room(), basis: room(), squares: room(), equations: room() };
  // The features of the last width and basis are asked for several times in a row.
  let kept: { readonly key: string; readonly features: FeaturesWithGram } | undefined;
  const featuresOf = (logWidth: number, basisSize: number): FeaturesWithGram => {
    const key = `${logWidth} ${basisSize}`;
    if (kept?.key !== key) {
      const basis = matrix(basisSize, X.columns, X.data.subarray(0, basisSize * X.columns));
      const columns = kernelAt(logWidth).cross(engine, X, basis, { into: rooms.features(n, basisSize) });
      kept = { key, features: withGram(featuresInPlace(engine, columns, penalty, rootWeights, bias)) };
    }
    return kept.features;
  };

  const pointOf = ({ Z, gram, pivots }: FeaturesWithGram, basisSize: number, logWidth: number, cutoff: number) => {
    const place = placeOf(logWidth, cutoff, basisSize, pivots.length);
    const mu = 2 ** place.logRegularization;
    const equations = normalEquations(engine, Z, rootWeights, targets, mu, bias, gram, rooms.equations);
    return scoredOrFailed(place, equations && leaveOneOutOf(engine, equations, rootWeights, groups));
  };

  const columns = targets.map(() => new Float64Array(n));
  const formOn = ({ Z, gram }: FeaturesWithGram, given?: GramFormRooms): ExpansionForm =>
    n <= accurateLimit
      ? featuresForm(engine, Z, rootWeights, bias)
      : gramForm(engine, Z, rootWeights, bias, gram, given);

  const widthOf = (
    features: FeaturesWithGram,
    basisSize: number,
    logWidth: number,
    given?: GramFormRooms,
  ): WidthOnBasis => {
    const form = groups || logRegularization !== undefined ? undefined : formOn(features, given);
    const responses = form && targets.map((machine) => responseOf(engine, form, machine));
    const evaluate = (grid: readonly number[]): ExpansionChoice[] => {
      if (!form || !responses) return grid.map((value) => pointOf(features, basisSize, logWidth, value));
      const { length: rank } = features.pivots;
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
    return {
      best() {
        if (logRegularization !== undefined) return evaluate([0])[0];
        const tried = evaluate(cutoffs);
        const at = tried.reduce((best, candidate, k) => (candidate.criterion < tried[best].criterion ? k : best), 0);
        if (at === 0 || at === cutoffs.length - 1) return tried[at];
        const vertex = parabolaVertex(tried[at - 1].criterion, tried[at].criterion, tried[at + 1].criterion);
        return lower(tried[at], evaluate([cutoffs[at] + vertex * (cutoffs[at + 1] - cutoffs[at])])[0]);
      },
      around(center) {
        const logarithmOf = (cutoff: number): number => logRegularizationAt(penalty, cutoff, basisSize, wholeMass);
        const spread = (diagonal(features.gram).reduce((sum, value) => sum + value, 0) * wholeMass) / total;
        const grid = aside
          .map((steps) => center + steps)
          .filter((cutoff) => cutoff === center || 2 ** logarithmOf(cutoff) > leastPart * spread);
        const shares = regularizationWeights(evaluate(grid).map(({ criterion }) => criterion));
        return grid
          .map((cutoff, k) => ({ logRegularization: logarithmOf(cutoff), weight: shares[k] }))
          .filter(({ weight }) => weight > 0);
      },
    };
  };

  return {
    rows: n,
    forAllRows: (found) => ({
      ...found,
      logRegularization: logRegularizationAt(penalty, found.cutoff, found.basisSize, wholeMass),
    }),
    isFixed: logRegularization !== undefined,
    flatLoss: flatLosses.reduce((sum, loss, machine) => sum + loss / units[machine], 0),
    pointOnBasis: (logWidth, cutoff, basisSize) =>
      pointOf(featuresOf(logWidth, basisSize), basisSize, logWidth, cutoff),
    widthOnBasis: (logWidth, basisSize) => widthOf(featuresOf(logWidth, basisSize), basisSize, logWidth, rooms),
    widthOnAllRows(logWidth) {
      const K = kernelAt(logWidth).matrix(engine, X);
      return widthOf(withGram(wholeFeatures(engine, K, penalty, rootWeights, bias)), n, logWidth);
    },
    pointOnAllRows(logWidth, cutoff) {
      const place = placeOf(logWidth, cutoff, n, n);
      const mu = 2 ** place.logRegularization;
      const K = kernelAt(logWidth).matrix(engine, X);
      return scoredOrFailed(place, denseResiduals(engine, K, penalty, rootWeights, targets, mu, bias));
    },
  };
}

function copyColumn({ data, rows, columns }: Matrix, j: number, into: Float64Array): Float64Array {
  for (let i = 0; i < rows; i++) into[i] = data[i * columns + j];
  return into;
}

const cutoffs: readonly number[] = Array.from({ length: 12 }, (_, k) => 2 * k - 12);

/** Where the cutoffs of an average are, seen from the best one. */
const aside: readonly number[] = Array.from({ length: 17 }, (_, k) => k - 8);
/** μ below this part of the trace of ZᵀZ is lost in its rounding; of those only the best one itself takes part in an average. */
const leastPart = 1e-12;

const defaultCriterion: CriterionChoice = { name: "logScore", sharpness: 10 };
