import { rowsDoNotDiffer, type Problem } from "../../rows/labelledRows.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { Warning } from "../../errors.ts";
import { medianSquaredDistance } from "../../search/searchBounds.ts";
import { centeredCovariance, latentScale } from "./penalized/centeredCovariance.ts";
import { foldCriterion, leaveOneOutCriterion } from "./penalized/leaveOneOutCriterion.ts";
import { kernelFamily, type KernelFamily } from "./penalized/kernelFamily.ts";
import { leftOutOutputs } from "./penalized/leftOutOutputs.ts";
import { kernelLogisticMode, type KernelLogisticMode } from "./penalized/kernelLogisticMode.ts";
import { refine, searchGrid, surfaceOf, type KernelLogisticChoice, type SearchRows } from "./penalized/searchGrid.ts";
import { gaussian } from "../../kernels/gaussian.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { progress, type Work } from "../../run/work.ts";
import { distinctRows, type DistinctRows } from "../../rows/distinctRows.ts";
import { hasAllClasses, heldOutByFolds, ownFolds } from "../../rows/heldOutByFolds.ts";
import {
  factorKernelLogistic,
  kernelLogisticPosterior,
  outputsOf,
  readKernelLogistic,
  signedRows,
} from "./penalized/kernelLogisticPosterior.ts";
import { leaveSetsOut, omittedWarning } from "../../rows/leaveSetsOut.ts";
import type { Context, Cost, Model } from "../model.ts";
import { oddsLogProbabilities } from "../../calibration/oddsPrediction.ts";
import {
  dependentOption,
  describeOptions,
  option,
  optionsDocument,
  readOptions,
  type OptionSchema,
  type SettingsOf,
} from "../parts/option.ts";
import type { Renaming } from "../parts/inPresentWords.ts";
import { chosenKernel, type KernelChoice, kernelOfAnyForm } from "../parts/kernelOption.ts";
import { starts, words } from "../parts/optionKinds.ts";
import {
  lossWeight,
  regularizationOfLossWeight,
  regularizationOption,
  type Regularization,
} from "../parts/regularizationOption.ts";
import { followedForTwo, notByGradients, type ModelEntry } from "../modelEntry.ts";
import { searchPart } from "../../rows/sampleRows.ts";

export interface KernelLogisticOptions {
  /**
   * The kernel, its document or its name. Its free parameters are searched, up to four of them; of more, the length scales together.
   * A variance in front of it says the same as C and is not searched. Default "gaussian".
   */
  readonly kernel?: KernelChoice;
  /** 1/C, with C of ½|w|² + C Σ ln(1 + exp(−y f)); the larger, the smoother. Default "auto". */
  readonly regularization?: Regularization;
  /** 1/ℓ² of the kernels that a search begins with, over the median squared distance of two rows. Default [0.01, 0.1, 1, 10]. */
  readonly starts?: readonly number[];
  /**
   * What the regularization and the kernel are chosen by: the log probability of left-out rows by formula, or of five folds. Rows that come in
   * groups are always left out in folds. Default "leave-one-out".
   */
  readonly criterion?: "leave-one-out" | "folds";
}

const options = {
  kernel: dependentOption(
    kernelOfAnyForm(),
    '"gaussian"',
    "The kernel whose free parameters are searched, up to four of them.",
  ),
  regularization: regularizationOption(
    "1/C: the penalty on the roughness of the function over what a row costs that it does not fit.",
  ),
  starts: option(
    starts(),
    [0.01, 0.1, 1, 10],
    "One over the squared length scales that the search begins with, over the median squared distance of two rows.",
  ),
  criterion: option(
    words("leave-one-out", "folds"),
    "leave-one-out",
    "Whether regularization and kernel are chosen by the log probability of rows left out one by one, by formula, or in five folds.",
  ),
} satisfies OptionSchema<KernelLogisticOptions>;

const renamings: readonly Renaming[] = [
  { option: "cost", now: (cost) => ({ regularization: regularizationOfLossWeight(cost) }) },
];

type Settings = Omit<SettingsOf<typeof options>, "kernel" | "regularization"> & {
  readonly kernel: Kernel | undefined;
  /** C, where it is given. */
  readonly cost: number | undefined;
};

const folds = 5;
/** Folds for the score of rows in groups. */
const groupFolds = 10;

/** Rows of the first search, and the most that any search looks at. */
const [fewRows, mostRows] = [200, 1500];

/**
 * Kernel logistic regression: the smooth function f whose logistic curve fits the classes best,
 *
 *     minimize ½|w|² + C Σᵢ wᵢ ln(1 + exp(−yᵢ f(xᵢ))),   f(x) = ⟨w, φ(x)⟩ + b,   P(+|x) = 1/(1 + exp(−f(x))),
 *
 * the bias b free. C and the width of the kernel are those under which rows are predicted best by fits that did not see
 * them. Intervals take the penalty for a Gaussian prior. S. S. Keerthi et al. 2005; J. Zhu & T. Hastie 2005.
 *
 * @example kernelLogistic({ kernel: matern() })
 */
export function kernelLogistic(given: KernelLogisticOptions = {}): Model {
  const { kernel, regularization, ...others } = readOptions("klr", options, given, renamings);
  const settings: Settings = { ...others, kernel: chosenKernel(kernel), cost: lossWeight(regularization) };
  return {
    name: "klr",
    classes: "two",
    fit: (problem, context) => fitKernelLogistic(problem, context, settings),
    restore: (parameters, figures, { engine }) =>
      kernelLogisticPosterior(engine, readKernelLogistic(engine, parameters, "parameters"), figures),
    cost: (rows, columns) => costOf(rows, columns, settings.starts.length + (settings.kernel ? 1 : 0)),
    toDocument: () => ({ name: "klr", ...optionsDocument(options, { kernel, regularization, ...others }) }),
  };
}

export const klrEntry: ModelEntry = {
  title: "Kernel logistic regression",
  family: "support-vector",
  summary:
    "Curved boundaries by any kernel, probabilities fitted themselves; regularization and width by left-out rows; up to a few thousand rows.",
  create: kernelLogistic,
  options: describeOptions(options),
  renamings,
  farLimit: "constant",
  exemptions: { "evidence-rises": followedForTwo, "gradient-at-optimum": notByGradients },
};

/** Four fits a width and some thirty on few rows, some fifteen on up to 1500, and one on all. */
function costOf(rows: number, columns: number, starts: number): Cost {
  const evaluation = (n: number): number => 2.5 * n ** 3 + n * n * (2 * columns + 40);
  const few = Math.min(rows, fewRows);
  return {
    memory: 8 * (8 * rows * rows + rows * (columns + 100)),
    operations: (4 * starts + 30) * evaluation(few) + 15 * evaluation(Math.min(rows, mostRows)) + 2 * evaluation(rows),
  };
}

function* fitKernelLogistic(problem: Problem, context: Context, settings: Settings): Work<NumericPosterior> {
  const { engine } = context;
  // Copies count as weight, in one group as elsewhere: how much they are worth is for the folds by groups to find out.
  const sets = distinctRows({ ...problem, rowGroups: undefined });
  const { X: rows, classes, weights } = sets;
  const { choice, warnings } = yield* chooseKernel(problem, sets, context, settings);
  const signed = signedRows(sets);
  const { A } = centeredCovariance(engine, choice.kernel, choice.cost, rows);
  const mode = kernelLogisticMode(engine, A, signed);
  yield progress("final fit", 1, 1);
  const { coefficients, bias } = mode;
  const fit = factorKernelLogistic(engine, {
    ...choice,
    rows,
    classes,
    weights,
    coefficients,
    bias,
  });
  const leaveOneOut = problem.rowGroups
    ? yield* leaveGroupsOut(problem, context, choice)
    : leaveRowsOut(engine, A, sets, mode);
  return kernelLogisticPosterior(engine, fit, {
    leaveOneOut,
    evidence: undefined,
    warnings: [...omittedWarning(leaveOneOut), ...warnings, ...(mode.converged ? [] : [notConverged(mode.steps)])],
  });
}

interface Choice {
  readonly choice: KernelLogisticChoice;
  readonly warnings: readonly Warning[];
}

/** From coarse to fine: a grid and a search on few rows, and a search around their best on more. */
function* chooseKernel(
  problem: Problem,
  { X: rows, weights }: DistinctRows,
  context: Context,
  { kernel: given, cost, starts, criterion }: Settings,
): Work<Choice> {
  const { engine, seed } = context;
  const squaredDistance = medianSquaredDistance(engine, rows);
  if (squaredDistance === undefined) throw rowsDoNotDiffer();
  const asked = (given ?? gaussian()).forColumns(problem.columnGroups);
  const family = kernelFamily(engine, asked, rows, { widths: starts, squaredDistance, asGiven: given !== undefined });
  const whole = searchPart(problem, seed, mostRows) ?? problem;
  const few = searchPart(whole, seed, fewRows);
  const first = heldOutRows(few ?? whole, context, criterion);
  if (!first) return { choice: untuned(engine, family, rows, weights, cost), warnings: [notTuned] };
  const surface = surfaceOf(engine, family, first, cost);
  const onGrid = yield* searchGrid(family, surface);
  let point = yield* refine(surface, onGrid, { stage: "search", steps: [0.8, 0.2], maxEvaluations: 60 });
  const more = few && heldOutRows(whole, context, criterion);
  const last = more ? surfaceOf(engine, family, more, cost) : surface;
  if (more) point = yield* refine(last, point, { stage: "all rows", steps: [0.3, 0.3], maxEvaluations: 30 });
  const rowsUsed = (more ?? first).X.rows;
  return { choice: last.choiceAt(point), warnings: searchWarnings(family, rowsUsed, rows.rows) };
}

/** Rows and the criterion on them; undefined where no row can be held out. */
function heldOutRows(
  problem: Problem,
  { engine, seed }: Context,
  criterion: Settings["criterion"],
): SearchRows | undefined {
  if (criterion === "leave-one-out" && !problem.rowGroups) {
    const sets = distinctRows(problem);
    const sizes = [0, 0];
    sets.classes.forEach((q, i) => (sizes[q] += sets.weights[i]));
    if (!sizes.some((size) => size > 1 + 1e-9)) return undefined;
    return { X: sets.X, weights: sets.weights, criterion: leaveOneOutCriterion(engine, signedRows(sets)) };
  }
  const { sets, splits } = ownFolds(problem, folds, seed);
  const isValid = ({ train }: (typeof splits)[number]): boolean =>
    hasAllClasses({ classes: sets.classes.filter((_, row) => train[row] > 0), classCount: 2 });
  if (!splits.some(isValid)) return undefined;
  return { X: sets.X, weights: sets.weights, criterion: foldCriterion(engine, signedRows(sets), splits) };
}

/** A kernel of the grid and a moderate C, where there are too few rows to choose. */
function untuned(
  engine: Engine,
  family: KernelFamily,
  X: Matrix,
  weights: Float64Array,
  cost: number | undefined,
): KernelLogisticChoice {
  const kernel = family.kernelAt(family.grid[family.grid.length >> 1]);
  return { kernel, cost: cost ?? 10 / latentScale(kernel.matrix(engine, X), weights) };
}

/** To first order around the fit, at the chosen C and kernel, which a fit without the row might choose otherwise. */
function leaveRowsOut(engine: Engine, A: Matrix, sets: DistinctRows, mode: KernelLogisticMode): LeaveOneOut {
  const { outputs, omitted } = leftOutOutputs(engine, A, signedRows(sets), mode);
  return leaveSetsOut({ logOdds: outputs, omitted }, sets.setOf);
}

/** Groups of rows are left out in folds, at the chosen C and kernel. */
function* leaveGroupsOut(problem: Problem, { engine, seed }: Context, choice: KernelLogisticChoice): Work<LeaveOneOut> {
  const { scores, leaveOneOut } = yield* heldOutByFolds(problem, {
    folds: groupFolds,
    seed,
    stage: "groups",
    score(training, tested) {
      const sets = distinctRows({ ...training, rowGroups: undefined });
      const { A, at } = centeredCovariance(engine, choice.kernel, choice.cost, sets.X);
      const mode = kernelLogisticMode(engine, A, signedRows(sets));
      return [oddsLogProbabilities({ logits: outputsOf(mode, at(tested).cross) })];
    },
  });
  return { ...leaveOneOut(scores[0] ?? matrix(0, 2)), method: "approximate" };
}

function searchWarnings({ held }: KernelFamily, rowsUsed: number, rows: number): Warning[] {
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

const notTuned: Warning = {
  code: "not-tuned",
  message:
    "There are too few rows to hold any out: regularization and kernel were not tuned. At least two rows of a class are needed, and " +
    "two groups where rows come in groups.",
};

function notConverged(steps: number): Warning {
  return {
    code: "not-converged",
    message:
      `Newton's method stopped after ${steps} steps before it came to rest: the probabilities are approximate. ` +
      "A larger regularization would help.",
  };
}
