import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { NumericalError, type Warning } from "../../../errors.ts";
import type { WeightedSplit } from "../../../evaluate/splits/unitFolds.ts";
import { gaussian } from "../../../kernels/gaussian.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { scaleMatrix } from "../../../matrix/addMatrices.ts";
import type { Box } from "../../../optimize/box.ts";
import { patternSearch } from "../../../optimize/patternSearch.ts";
import type { DistinctRows } from "../../../rows/distinctRows.ts";
import { hasAllClasses, ownFolds } from "../../../rows/heldOutByFolds.ts";
import { rowsDoNotDiffer, weightedRows, type Problem, type WeightedRows } from "../../../rows/labelledRows.ts";
import { searchPart } from "../../../rows/sampleRows.ts";
import { pause, progress, rising, type Work } from "../../../run/work.ts";
import { medianSquaredDistance } from "../../../search/searchBounds.ts";
import type { Context } from "../../model.ts";
import { signedRows, type SignedRows } from "../latent/latentApproximation.ts";
import { centeredCovariance, latentScale } from "./centeredCovariance.ts";
import type { Criterion } from "./foldCriterion.ts";
import { kernelFamily, type KernelFamily } from "./kernelFamily.ts";
import type { ModeStart } from "./kernelLogisticMode.ts";

/** Rows, and how well they are predicted when they are held out. */
export interface SearchRows extends WeightedRows {
  readonly criterion: Criterion;
}

/** A kernel with its C. */
export interface KernelWithCost {
  readonly kernel: Kernel;
  /** C of the sum ½|w|² + C Σ ℓ(y f): the factor of the kernel where the sum is divided by it. */
  readonly cost: number;
}

/** How a model chooses its kernel and C by rows that its fits do not see. */
/** What users ask of the search. */
export interface PenalizedSettings {
  /** Undefined: the Gaussian kernel. */
  readonly kernel: Kernel | undefined;
  /** C, where it is given. */
  readonly cost: number | undefined;
  /** 1/ℓ² of the kernels of the grid, over the median squared distance of two rows. */
  readonly starts: readonly number[];
}

export interface KernelSearch extends PenalizedSettings {
  /** Rows of the first search, and the most that any search looks at. */
  readonly rowLimits: readonly [few: number, most: number];
  /** The search from the best of the grid on few rows, and the one from its end on more. */
  readonly refinements: readonly [onFew: RefineOptions, onMore: RefineOptions];
  /** What the model needs to hold any row out, in words. */
  readonly leastRows: string;
  /** Rows with their criterion; undefined where no row can be held out. */
  heldOut(problem: Problem): SearchRows | undefined;
  /** Changes the surface of some rows before it is searched. Default: as it is. */
  surface?(surface: Surface): Surface;
}

interface ChosenKernel {
  readonly choice: KernelWithCost;
  readonly warnings: readonly Warning[];
}

/** The stages of a fit by `chooseKernel` with their weights: a fit takes between the square and the cube of the rows it sees. */
export function choiceStages(
  { X, rowGroups }: Problem,
  { rowLimits: [few, most], refinements: [first, second] }: Pick<KernelSearch, "rowLimits" | "refinements">,
): Record<string, number> {
  const part = Math.min(1, few / Math.min(most, X.rows)) ** 2.5;
  return {
    grid: 16 * part,
    [first.stage]: 16 * part,
    [second.stage]: part < 1 ? 12 : 0,
    "final fit": 1.5 * Math.max(1, X.rows / most) ** 2.5,
    groups: rowGroups ? 10 : 0,
  };
}

/** From coarse to fine: a grid and a search on few rows, and a search around their best on more. */
export function* chooseKernel(
  problem: Problem,
  { X, weights }: DistinctRows,
  { engine, seed }: Context,
  search: KernelSearch,
): Work<ChosenKernel> {
  const { kernel: given, cost, rowLimits, refinements, heldOut, surface: changed = (surface) => surface } = search;
  const squaredDistance = medianSquaredDistance(engine, X);
  if (squaredDistance === undefined) throw rowsDoNotDiffer();
  const family = kernelFamily(engine, (given ?? gaussian()).forColumns(problem.columnGroups), X, {
    widths: search.starts,
    squaredDistance,
    asGiven: given !== undefined,
  });
  const whole = searchPart(problem, seed, rowLimits[1]) ?? problem;
  const few = searchPart(whole, seed, rowLimits[0]);
  const first = heldOut(few ?? whole);
  if (!first) return { choice: untuned(engine, family, X, weights, cost), warnings: [notTuned(search.leastRows)] };
  const surface = changed(surfaceOf(engine, family, first, cost));
  let point = yield* refine(surface, yield* searchGrid(family, surface), refinements[0]);
  const more = few && heldOut(whole);
  const last = more ? changed(surfaceOf(engine, family, more, cost)) : surface;
  if (more) point = yield* refine(last, point, refinements[1]);
  return { choice: last.choiceAt(point), warnings: choiceWarnings(family, (more ?? first).X.rows, X.rows) };
}

const foldCount = 5;

/** Rows with a criterion on folds; undefined where folds whose training part has both classes test fewer classes than `least`. */
export function rowsInFolds(
  problem: Problem,
  seed: number,
  least: 1 | 2,
  criterionOf: (rows: SignedRows, splits: readonly WeightedSplit[]) => Criterion,
): SearchRows | undefined {
  const { sets, splits } = ownFolds(problem, foldCount, seed);
  const valid = splits.filter(({ train }) => hasAllClasses(weightedRows(sets, train)));
  const tested = new Set(sets.classes.filter((_, row) => valid.some(({ test }) => test[row] > 0)));
  if (tested.size < least) return undefined;
  return { X: sets.X, weights: sets.weights, criterion: criterionOf(signedRows(sets), valid) };
}

/** A kernel of the grid and a moderate C, where there are too few rows to choose. */
function untuned(
  engine: Engine,
  family: KernelFamily,
  X: Matrix,
  weights: Float64Array,
  cost: number | undefined,
): KernelWithCost {
  const kernel = family.kernelAt(family.grid[family.grid.length >> 1]);
  return { kernel, cost: cost ?? 10 / latentScale(kernel.matrix(engine, X), weights) };
}

/** The coordinates of a choice: log s with s = C times the scale of the kernel on the rows, then those of the family. */
type ChoicePoint = Float64Array;

/** What is minimized over choices on given rows: minus the held-out score of all rows, and a weak prior. */
export interface Surface {
  readonly box: Box;
  value(point: ArrayLike<number>): Work<number>;
  choiceAt(point: ArrayLike<number>): KernelWithCost;
}

/** log s is looked for between these. */
const logScaleBounds = [Math.log(1e-3), Math.log(1e6)] as const;

/** log s before the rows are seen: eight nats are lost at the ends, hardly any within a factor of ten of the middle. */
const prior = { mean: Math.log(3), deviation: 2 };

/** The surface over the kernels of a family and C, or over the kernels alone where C is given. */
function surfaceOf(
  engine: Engine,
  family: KernelFamily,
  { X, weights, criterion }: SearchRows,
  cost: number | undefined,
): Surface {
  const costAt = (logScale: number, scale: number): number => cost ?? Math.exp(logScale) / scale;
  const penalty = (logScale: number): number =>
    cost === undefined ? 0.5 * ((logScale - prior.mean) / prior.deviation) ** 2 : 0;
  const [least, most] = cost === undefined ? logScaleBounds : [0, 0];
  const total = weights.reduce((sum, w) => sum + w, 0);
  const known: { readonly point: ArrayLike<number>; readonly starts: readonly ModeStart[] }[] = [];
  let last: { readonly key: string; readonly K: Matrix; readonly scale: number } | undefined;
  const kernelMatrixAt = (point: ArrayLike<number>): { readonly K: Matrix; readonly scale: number } => {
    const key = Array.from(point).slice(1).join();
    if (last?.key !== key) {
      const K = centeredCovariance(engine, family.kernelAt(Array.from(point).slice(1)), 1, X).A;
      last = { key, K, scale: latentScale(K, weights) };
    }
    return last;
  };
  return {
    box: {
      lower: Float64Array.from([least, ...family.box.lower]),
      upper: Float64Array.from([most, ...family.box.upper]),
    },
    *value(point) {
      const { K, scale } = kernelMatrixAt(point);
      yield pause;
      const { perRow, starts } = yield* criterion(scaleMatrix(K, costAt(point[0], scale)), nearest(known, point));
      known.push({ point: Array.from(point), starts });
      return -total * perRow + penalty(point[0]) + family.penalty(Array.from(point).slice(1));
    },
    choiceAt(point) {
      const { scale } = kernelMatrixAt(point);
      return { kernel: family.kernelAt(Array.from(point).slice(1)), cost: costAt(point[0], scale) };
    },
  };
}

/** The starts of the evaluated point that is nearest; of points as near but for rounding, the first. */
function nearest(
  known: readonly { readonly point: ArrayLike<number>; readonly starts: readonly ModeStart[] }[],
  point: ArrayLike<number>,
): readonly ModeStart[] | undefined {
  let best: { readonly distance: number; readonly starts: readonly ModeStart[] } | undefined;
  for (const { point: other, starts } of known) {
    const distance = Array.from(other).reduce((sum, value, j) => sum + (value - point[j]) ** 2, 0);
    if (!best || distance < best.distance - 1e-9) best = { distance, starts };
  }
  return best?.starts;
}

/** s of the grid; each kernel takes them in this order, from stiff to yielding, every fit beginning where the last ended. */
const scales = [0.3, 3, 30, 300];

/** The best of the kernels of the family's grid, each with four values of s (one, if C is given). Ties go to the first. */
function* searchGrid(family: KernelFamily, surface: Surface): Work<ChoicePoint> {
  const isHeld = surface.box.lower[0] === surface.box.upper[0];
  const logScales = isHeld ? [surface.box.lower[0]] : scales.map(Math.log);
  let best: { readonly value: number; readonly point: ChoicePoint } | undefined;
  for (const [at, coordinates] of family.grid.entries()) {
    for (const logScale of logScales) {
      const point = Float64Array.from([logScale, ...coordinates]);
      const value = yield* unlessFailed(surface.value(point));
      if (!best || value < best.value) best = { value, point };
      yield pause;
    }
    yield progress("grid", at + 1, family.grid.length, -(best?.value ?? Infinity));
  }
  if (!best || best.value === Infinity) {
    throw new NumericalError("no-valid-fit", "No kernel of the grid has a valid fit: give another kernel.");
  }
  return best.point;
}

/** A value, or infinity where it cannot be computed. */
function* unlessFailed(value: Work<number>): Work<number> {
  try {
    const found = yield* value;
    return Number.isNaN(found) ? Infinity : found;
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    return Infinity;
  }
}

interface RefineOptions {
  readonly stage: string;
  /** First and last step in the logarithms. */
  readonly steps: readonly [number, number];
  readonly maxEvaluations: number;
}

/**
 * Steps in one coordinate after the other from a point. Only comparisons decide about the way, so that it is the same on
 * every engine.
 */
function* refine(
  { value, box }: Surface,
  from: ChoicePoint,
  { stage, steps: [step, smallestStep], maxEvaluations }: RefineOptions,
): Work<ChoicePoint> {
  const { point } = yield* rising(
    patternSearch(value, from, { ...box, step, smallestStep, maxEvaluations, maxIterations: maxEvaluations, stage }),
  );
  return point;
}

function choiceWarnings({ held }: KernelFamily, rowsUsed: number, rows: number): Warning[] {
  const warnings: (Warning | false)[] = [
    held.length > 0 && {
      code: "parameters-held",
      message:
        `The kernel has ${held.length} free parameters, more than a search without gradients can move: its length scales ` +
        "were moved together and the others kept as given. The models gpc and btsvc search each of them.",
    },
    rowsUsed < rows && {
      code: "search-on-part",
      message:
        `Regularization and kernel were chosen on ${rowsUsed} of ${rows} different rows, drawn by the seed, and all rows were used with ` +
        "them. The model lssvm uses all rows for both, in less time.",
    },
  ];
  return warnings.filter((warning) => warning !== false);
}

function notTuned(leastRows: string): Warning {
  return {
    code: "not-tuned",
    message: `There are too few rows (or groups of rows) to hold any out: regularization and kernel were not tuned. ${leastRows}`,
  };
}

/** The warning of a mode that Newton's method did not reach; none where it did. */
export function modeWarnings({ converged, steps }: { readonly converged: boolean; readonly steps: number }): Warning[] {
  if (converged) return [];
  const message =
    `Newton's method stopped after ${steps} steps before it came to rest: the probabilities are approximate. ` +
    "A larger regularization would help.";
  return [{ code: "not-converged", message }];
}
