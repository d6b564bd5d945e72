import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { diagonal } from "../../../matrix/diagonal.ts";
import { room, type Room } from "../../../matrix/room.ts";
import { featuresForm, type ExpansionForm, gramForm, type GramFormRooms } from "../canonical/canonicalForm.ts";
import { criterionOf, type CriterionChoice, type Criterion } from "../canonical/criterionOf.ts";
import { featuresInPlace, type KernelFeatures, type Penalty, shapedKernel, wholeFeatures } from "./kernelFeatures.ts";
import { leaveOneOutOnGrid, responseOf, leftDenominator } from "../canonical/leaveOneOutAt.ts";
import { leaveOneOutOf, normalEquations } from "./normalEquations.ts";
import type { ExpansionChoice, TuningOptions } from "./tuneExpansion.ts";
import type { TuningProblem } from "../expansionProblem.ts";
import { parabolaVertex } from "../../../search/searchWidth.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { regularizationWeights, type WeightedRegularization } from "./averagedEquations.ts";
import { scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import type { Bias } from "../expansion/scaledFeatures.ts";

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
  const judge = judgeOf(engine, problem, part, options);
  const { X, targets, rootWeights, wholeMass, penalty, bias, isFixed, flatLosses, units } = judge;
  const n = X.rows;
  return {
    rows: n,
    forAllRows: (found) => ({
      ...found,
      logRegularization: logRegularizationAt(penalty, found.cutoff, found.basisSize, wholeMass),
    }),
    isFixed,
    flatLoss: flatLosses.reduce((sum, loss, machine) => sum + loss / units[machine], 0),
    pointOnBasis: (logWidth, cutoff, basisSize) =>
      pointOf(judge, featuresOf(judge, logWidth, basisSize), basisSize, logWidth, cutoff),
    widthOnBasis: (logWidth, basisSize) =>
      widthOf(judge, featuresOf(judge, logWidth, basisSize), basisSize, logWidth, judge.rooms),
    widthOnAllRows(logWidth) {
      const K = judge.kernelAt(logWidth).matrix(engine, X);
      return widthOf(judge, withGram(engine, wholeFeatures(engine, K, penalty, rootWeights, bias)), n, logWidth);
    },
    pointOnAllRows(logWidth, cutoff) {
      const place = placeOf(judge, logWidth, cutoff, n, n);
      const mu = 2 ** place.logRegularization;
      const K = judge.kernelAt(logWidth).matrix(engine, X);
      return scoredOrFailed(judge, place, denseResiduals(engine, K, penalty, rootWeights, targets, mu, bias));
    },
  };
}

/** What every candidate of a search is judged with. */
interface Judge extends Pick<TuningProblem, "X" | "groups"> {
  readonly engine: Engine;
  readonly targets: readonly Float64Array[];
  readonly rootWeights: Float64Array;
  /** The sum of the weights of the rows that are searched on, and of those of the whole problem. */
  readonly total: number;
  readonly wholeMass: number;
  readonly penalty: Penalty;
  readonly bias: Bias;
  /** log₂ μ, where it is given. */
  readonly logRegularization: number | undefined;
  readonly isFixed: boolean;
  readonly criteria: readonly Criterion[];
  /** What a constant loses, and the unit that losses are counted in, for each machine. */
  readonly flatLosses: readonly number[];
  readonly units: readonly number[];
  kernelAt(logWidth: number): Kernel;
  /** Features, forms and equations are needed until the next ones. */
  readonly rooms: GramFormRooms & { readonly features: Room; readonly equations: Room };
  /** The features of the last width and basis, which are asked for several times in a row. */
  kept: { readonly key: string; readonly features: FeaturesWithGram } | undefined;
  /** Residuals of each machine at one regularization of a grid. */
  readonly columns: readonly Float64Array[];
}

function judgeOf(engine: Engine, problem: TuningProblem, part: TuningProblem, options: TuningOptions): Judge {
  const { X, weights, groups, signs, targets = signs } = part;
  const { penalty, columnFactors, bias = "free", criterion: choice = defaultCriterion, logRegularization } = options;
  const { shape = "gaussian" } = options;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const criteria = targets.map((machine) => criterionOf(choice, machine, weights));
  const flatLosses = targets.map((machine, m) => {
    const mean = machine.reduce((sum, target, i) => sum + weights[i] * target, 0) / total;
    return criteria[m].value(machine.map((target) => target - mean));
  });
  return {
    engine,
    X,
    groups,
    targets,
    rootWeights: weights.map(Math.sqrt),
    total,
    wholeMass: problem.weights.reduce((sum, weight) => sum + weight, 0),
    penalty,
    bias,
    logRegularization,
    isFixed: logRegularization !== undefined,
    criteria,
    flatLosses,
    // Squared residuals have the unit of the targets; the others are numbers of nats and of rows.
    units: choice.name === "press" ? flatLosses : flatLosses.map(() => 1),
    kernelAt: (logWidth) => shapedKernel(shape, logWidth, columnFactors),
    rooms: { features: room(), basis: room(), squares: room(), equations: room() },
    kept: undefined,
    columns: targets.map(() => new Float64Array(X.rows)),
  };
}

/** A searched cutoff, or the one that a given regularization has, with the regularization for the rows that are searched on. */
function placeOf(
  { penalty, total, wholeMass, logRegularization }: Judge,
  logWidth: number,
  searched: number,
  basisSize: number,
  rank: number,
): Place {
  const cutoff =
    logRegularization === undefined
      ? searched
      : (logRegularization - logRegularizationAt(penalty, 0, basisSize, wholeMass)) / (penalty === "function" ? 1 : 2);
  return {
    basisSize,
    rank,
    logWidth,
    cutoff,
    logRegularization: logRegularizationAt(penalty, cutoff, basisSize, total),
  };
}

function scored({ criteria, units, total }: Judge, place: Place, residuals: readonly Float64Array[]): ExpansionChoice {
  let loss = 0;
  criteria.forEach((criterion, machine) => (loss += criterion.value(residuals[machine]) / units[machine]));
  const prior = 0.5 * ((place.logWidth + 1) / 2) ** 2 + 0.5 * ((place.cutoff - 2) / 3) ** 2;
  const criterion = total * loss + prior;
  return { ...place, loss, criterion: Number.isFinite(criterion) ? criterion : Infinity };
}

function scoredOrFailed(judge: Judge, place: Place, residuals: readonly Float64Array[] | undefined): ExpansionChoice {
  return residuals ? scored(judge, place, residuals) : { ...place, criterion: Infinity, loss: Infinity };
}

function withGram(engine: Engine, features: KernelFeatures): FeaturesWithGram {
  return { ...features, gram: engine.symmetricProduct(features.Z, { transpose: true }) };
}

/** The features of a width in the first rows, which are kept until others are asked for. */
function featuresOf(judge: Judge, logWidth: number, basisSize: number): FeaturesWithGram {
  const { engine, X, penalty, rootWeights, bias, rooms } = judge;
  const key = `${logWidth} ${basisSize}`;
  if (judge.kept?.key !== key) {
    const basis = matrix(basisSize, X.columns, X.data.subarray(0, basisSize * X.columns));
    const columns = judge.kernelAt(logWidth).cross(engine, X, basis, { into: rooms.features(X.rows, basisSize) });
    judge.kept = { key, features: withGram(engine, featuresInPlace(engine, columns, penalty, rootWeights, bias)) };
  }
  return judge.kept.features;
}

/** One width and one regularization. */
function pointOf(
  judge: Judge,
  { Z, gram, pivots }: FeaturesWithGram,
  basisSize: number,
  logWidth: number,
  cutoff: number,
): ExpansionChoice {
  const { engine, rootWeights, targets, bias, groups, rooms } = judge;
  const place = placeOf(judge, logWidth, cutoff, basisSize, pivots.length);
  const mu = 2 ** place.logRegularization;
  const equations = normalEquations(engine, Z, rootWeights, targets, mu, bias, gram, rooms.equations);
  return scoredOrFailed(judge, place, equations && leaveOneOutOf(engine, equations, rootWeights, groups));
}

/** One width and all regularizations: by the form of the features, where μ is chosen and single rows are left out. */
function widthOf(
  judge: Judge,
  features: FeaturesWithGram,
  basisSize: number,
  logWidth: number,
  rooms?: GramFormRooms,
): WidthOnBasis {
  const { penalty, total, wholeMass, isFixed } = judge;
  const evaluate = cutoffEvaluation(judge, features, basisSize, logWidth, rooms);
  return {
    best() {
      if (isFixed) return evaluate([0])[0];
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
}

/** What evaluates a grid of cutoffs of one width. */
function cutoffEvaluation(
  judge: Judge,
  features: FeaturesWithGram,
  basisSize: number,
  logWidth: number,
  rooms: GramFormRooms | undefined,
): (grid: readonly number[]) => ExpansionChoice[] {
  const { engine, targets, groups, isFixed, columns } = judge;
  if (groups || isFixed) return (grid) => grid.map((cutoff) => pointOf(judge, features, basisSize, logWidth, cutoff));
  const form = formOn(judge, features, rooms);
  const responses = targets.map((machine) => responseOf(engine, form, machine));
  return (grid) => {
    const places = grid.map((cutoff) => placeOf(judge, logWidth, cutoff, basisSize, features.pivots.length));
    const logarithms = places.map((place) => place.logRegularization * Math.LN2);
    const residuals = leaveOneOutOnGrid(engine, form, responses, logarithms);
    return places.map((place, k) =>
      scored(
        judge,
        place,
        residuals.map((values, machine) => copyColumn(values, k, columns[machine])),
      ),
    );
  };
}

function formOn(
  { engine, X, rootWeights, bias }: Judge,
  { Z, gram }: FeaturesWithGram,
  rooms: GramFormRooms | undefined,
): ExpansionForm {
  return X.rows <= accurateLimit
    ? featuresForm(engine, Z, rootWeights, bias)
    : gramForm(engine, Z, rootWeights, bias, gram, rooms);
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

/**
 * Leave-one-out residuals at one regularization with all rows as the basis, from one factorization of M = G + μI, where the
 * Gram matrix G of the scaled rows is √w K √w for the penalty αᵀKα, √w K Kᵀ √w for ‖α‖², and √w√wᵀ more for a regularized
 * bias. With η = M⁻¹√w and ν = M⁻¹t̃, for a free bias,
 *
 *     Nᵢ = μ (νᵢ − b ηᵢ),   b = Σ √w ν / Σ √w η,   Dᵢ = μ ([M⁻¹]ᵢᵢ − ηᵢ²/Σ √w η),
 *
 * and without the terms in η otherwise. One array for each machine; undefined where the factorization fails.
 */
export function denseResiduals(
  engine: Engine,
  K: Matrix,
  penalty: Penalty,
  rootWeights: Float64Array,
  targets: readonly Float64Array[],
  mu: number,
  bias: Bias = "free",
): Float64Array[] | undefined {
  const n = K.rows;
  const M = gramOf(engine, K, penalty, rootWeights, bias);
  for (let i = 0; i < n; i++) M.data[i * n + i] += mu;
  const result = engine.cholesky(M, { into: M });
  if (!result.ok) return undefined;
  const columns = targets.length + 1;
  const right = matrix(n, columns);
  for (let i = 0; i < n; i++) {
    right.data[i * columns] = rootWeights[i];
    targets.forEach((values, machine) => (right.data[i * columns + machine + 1] = rootWeights[i] * values[i]));
  }
  const solved = engine.solveFactored(result.factor, right);
  const diagonal = engine.inverseDiagonal(result.factor, { room: result.factor });
  const isFree = bias === "free";
  let S = 0;
  for (let i = 0; i < n; i++) S += rootWeights[i] * solved.data[i * columns];
  return targets.map((_, machine) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += rootWeights[i] * solved.data[i * columns + machine + 1];
    return rootWeights.map((root, i) => {
      const eta = isFree ? solved.data[i * columns] : 0;
      const D = mu * (diagonal[i] - (eta * eta) / S);
      return (mu * (solved.data[i * columns + machine + 1] - (sum / S) * eta)) / leftDenominator(D, root);
    });
  });
}

function gramOf(engine: Engine, K: Matrix, penalty: Penalty, rootWeights: Float64Array, bias: Bias): Matrix {
  const n = K.rows;
  const rows = (): Matrix => scaleRowsAndColumns(K, rootWeights, new Float64Array(n).fill(1));
  const G = penalty === "function" ? scaleRowsAndColumns(K, rootWeights) : engine.symmetricProduct(rows());
  if (bias === "regularized") {
    for (let at = 0; at < n * n; at++) G.data[at] += rootWeights[Math.floor(at / n)] * rootWeights[at % n];
  }
  return G;
}
