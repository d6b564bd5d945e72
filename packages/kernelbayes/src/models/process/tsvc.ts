import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { InputError } from "../../errors.ts";
import { fitCalibrationCurve, type CalibrationCurve } from "../../calibration/calibrationCurve.ts";
import { centeredCovariance } from "./penalized/centeredCovariance.ts";
import { crossFittedLogits } from "../../calibration/crossFittedLogits.ts";
import { biasedMode, marginFoldCriterion } from "./margin/marginFoldCriterion.ts";
import { wholeKernelRows } from "../../rows/kernel/kernelRows.ts";
import { leftOutMargins, trigonometricLoss, type MarginMode } from "./margin/marginMode.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { selectRows, columnVector } from "../../matrix/row.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { stages } from "../../run/share.ts";
import { progress, type Work } from "../../run/work.ts";
import { distinctRows, type DistinctRows } from "../../rows/distinctRows.ts";
import { expansionPosterior, expansionCodec } from "../parts/expansionPosterior.ts";
import { heldOutByFolds } from "../../rows/heldOutByFolds.ts";
import { signedRows } from "./latent/latentApproximation.ts";
import { leaveSetsOut } from "../../rows/leaveSetsOut.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import type { Context, Cost, Model } from "../model.ts";
import { describeOptions, readModelOptions, type OptionSchema } from "../parts/option.ts";
import { chosenKernel, type KernelChoice } from "../parts/kernelOption.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";
import {
  lossWeight,
  regularizationOption,
  type Regularization,
  lossWeightRenaming,
} from "../parts/regularizationOption.ts";
import { type Problem, classSizes } from "../../rows/labelledRows.ts";
import { widthStartsOption, kernelOptionWith } from "../parts/kernelSettings.ts";
import {
  choiceStages,
  chooseKernel,
  modeWarnings,
  rowsInFolds,
  type KernelWithCost,
  type Surface,
  type KernelSearch,
  type PenalizedSettings,
} from "./penalized/chooseKernel.ts";
import { oddsLogProbabilities } from "../../calibration/oddsPrediction.ts";

export interface TrigonometricOptions {
  /**
   * The kernel, its document or its name. Its free parameters are searched, up to four of them; of more, the length scales together.
   * A variance in front of it says the same as κ₀ and is not searched. Default "gaussian".
   */
  readonly kernel?: KernelChoice;
  /** 1/κ₀, with κ₀ the factor of the kernel; the larger, the smoother. Default "auto". */
  readonly regularization?: Regularization;
  /** 1/ℓ² of the kernels that a search begins with, over the median squared distance of two rows. Default [0.03, 0.3, 3]. */
  readonly starts?: readonly number[];
}

const options = {
  kernel: kernelOptionWith("The kernel whose free parameters are searched, up to four of them."),
  regularization: regularizationOption("1/κ₀, one over the factor of the kernel; the larger, the smoother."),
  starts: widthStartsOption([0.03, 0.3, 3]),
} satisfies OptionSchema<TrigonometricOptions>;

const renamings = [lossWeightRenaming("variance")];

/** Not the seed of the fit: that of a machine for one of many classes depends on the number of its class, which says nothing. */
const seedOfFolds = 0;
/** Rows of the first search, and the most that any search looks at. */
const rowLimits = [200, 1000] as const;
const search = {
  rowLimits,
  refinements: [
    { stage: "search", steps: [0.8, 0.4], maxEvaluations: 20 },
    { stage: "more rows", steps: [0.4, 0.2], maxEvaluations: 15 },
  ],
} as const;
const loss = /* @__PURE__ */ trigonometricLoss(1);

/**
 * Trigonometric support vector classifier: the smooth function f with
 *
 *     minimize ½‖f‖² + Σᵢ wᵢ ℓ(yᵢ (f(xᵢ) + b)),   ℓ(m) = −2 ln cos(π(1 − m)/4) within the margin |m| < 1, 0 above, ∞ below,
 *
 * the norm that of the kernel κ₀ k and the bias b free; rows beyond the margin do not enter it. κ₀ and the kernel are those
 * under which folds of rows are predicted best by fits to the others, and a logistic curve on the outputs of left-out rows
 * makes probabilities of outputs. W. Chu, S. S. Keerthi & C. J. Ong, section 2.
 *
 * @example trigonometric({ kernel: matern() })
 */
export function trigonometric(given: TrigonometricOptions = {}): Model {
  const { settings: read, identity } = readModelOptions("tsvc", options, given, renamings);
  const { kernel, regularization, ...others } = read;
  const settings: PenalizedSettings = { ...others, kernel: chosenKernel(kernel), cost: lossWeight(regularization) };
  return {
    ...identity,
    classes: "two",
    fit: (problem, context) => stages(choiceStages(problem, search), fitTrigonometric(problem, context, settings)),
    restore: (parameters, figures, { engine }) =>
      expansionPosterior(engine, expansionCodec.read(parameters, "parameters"), figures),
    cost: (rows, columns) => costOf(rows, columns, settings.starts.length + (settings.kernel ? 1 : 0)),
  };
}

export const tsvcEntry: ModelEntry = {
  title: "Trigonometric support vector classifier",
  family: "support-vector",
  summary:
    "A support vector machine with the trigonometric loss; kernel and regularization by folds; calibrated; up to a few thousand rows.",
  create: trigonometric,
  options: describeOptions(options),
  farLimit: "constant",
  exemptions: noSearch,
};

/** Four times five fits a width and some hundred on few rows, some fifty on up to 1000, and one on all. */
function costOf(rows: number, columns: number, starts: number): Cost {
  const fit = (n: number): number => 2 * n ** 3 + n * n * (2 * columns + 40);
  const [few, most] = rowLimits.map((limit) => Math.min(rows, limit));
  return {
    memory: 8 * (6 * rows * rows + rows * (columns + 100)),
    operations: 5 * (4 * starts + 20) * fit(few) + 5 * 10 * fit(most) + 3 * fit(rows),
  };
}

function* fitTrigonometric(problem: Problem, context: Context, settings: PenalizedSettings): Work<NumericPosterior> {
  const { engine } = context;
  const sets = distinctRows({ ...problem, rowGroups: undefined });
  const { choice, warnings } = yield* chooseKernel(problem, sets, context, searchOf(engine, settings));
  const machine = machineOf(engine, choice, sets);
  yield progress("final fit", 1, 1);
  const { curve, leaveOneOut } = problem.rowGroups
    ? yield* leaveGroupsOut(problem, context, choice)
    : leaveRowsOut(engine, sets, machine);
  const { mode, coefficients, bias } = machine;
  const rows = selectRows(sets.X, mode.support);
  const expansion = {
    kernel: choice.kernel,
    rows,
    machines: [{ coefficients, bias, noise: 0 }],
    curves: [curve],
    // Outputs have no variance of their own.
    spread: matrix(0, rows.rows),
    shift: new Float64Array(0),
    total: undefined,
    sizes: classSizes({ ...sets, classCount: 2 }),
  };
  return expansionPosterior(engine, expansion, {
    leaveOneOut,
    evidence: undefined,
    warnings: [...omittedWarning(leaveOneOut), ...warnings, ...curve.warnings, ...modeWarnings(mode)],
  });
}

function searchOf(engine: Engine, settings: PenalizedSettings): KernelSearch {
  return {
    ...settings,
    ...search,
    leastRows: "At least two rows of each class are needed, in two groups where rows come in groups.",
    heldOut: (part) =>
      rowsInFolds(part, seedOfFolds, 2, (rows, splits) => marginFoldCriterion(engine, rows, splits, loss)),
    surface: remembered,
  };
}

/** The classifier at a kernel: its mode, and f(x) = Σ coefficients k(rows of the support, x) + bias. */
interface Machine {
  readonly A: Matrix;
  readonly mode: MarginMode;
  readonly coefficients: Float64Array;
  readonly bias: number;
}

/**
 * Solved with the means of the kernel matrix taken off, which a free bias does not notice and a wide kernel keeps its
 * digits by; the bias is then that of the kernel itself.
 */
function machineOf(engine: Engine, { kernel, cost: variance }: KernelWithCost, sets: DistinctRows): Machine {
  const signed = signedRows(sets);
  const { A } = centeredCovariance(engine, kernel, variance, sets.X);
  const mode = biasedMode(engine, A, signed, loss);
  const coefficients = Float64Array.from(mode.support, (i) => variance * signed.signs[i] * mode.alpha[i]);
  const values = outputsAt(engine, kernel, selectRows(sets.X, mode.support), coefficients, sets.X);
  const bias = values.reduce((sum, value, i) => sum + (mode.latent[i] - value) / values.length, 0);
  return { A, mode, coefficients, bias };
}

function outputsAt(engine: Engine, kernel: Kernel, rows: Matrix, coefficients: Float64Array, X: Matrix): Float64Array {
  return engine.multiply(kernel.cross(engine, X, rows), matrix(rows.rows, 1, coefficients)).data;
}

/**
 * The surface with a memory: a search of steps comes back to points it has seen, and a fit from another start has other last
 * digits, which must not count as a fall.
 */
function remembered(surface: Surface): Surface {
  const known = new Map<string, number>();
  return {
    ...surface,
    *value(point) {
      const key = Array.from(point, (coordinate) => coordinate.toFixed(9)).join();
      const value = known.get(key) ?? (yield* surface.value(point));
      known.set(key, value);
      return value;
    },
  };
}

interface Calibrated {
  readonly curve: CalibrationCurve;
  readonly leaveOneOut: LeaveOneOut;
}

/** Outputs without each row to first order, at the chosen kernel; their curve; and each row judged by that of the others. */
function leaveRowsOut(engine: Engine, sets: DistinctRows, { A, mode }: Machine): Calibrated {
  const rows = signedRows(sets);
  const { signs, weights } = rows;
  const outputs = leftOutMargins(engine, { kernel: wholeKernelRows(A), rows, loss }, mode);
  const curve = fitCalibrationCurve(outputs, signs, weights);
  const sizes = classSizes({ ...sets, classCount: 2 });
  const omitted = Array.from(weights.keys()).filter((i) => sizes[sets.classes[i]] - Math.min(1, weights[i]) <= 1e-9);
  const logOdds = crossFittedLogits(outputs, signs, weights, curve, undefined);
  return { curve, leaveOneOut: leaveSetsOut({ logOdds, omitted }, sets.setOf) };
}

/** Groups of rows are left out in folds, at the chosen kernel. */
function* leaveGroupsOut(problem: Problem, { engine, seed }: Context, choice: KernelWithCost): Work<Calibrated> {
  const held = yield* heldOutByFolds(problem, {
    seed,
    score(training, tested) {
      const sets = distinctRows({ ...training, rowGroups: undefined });
      const { mode, coefficients, bias } = machineOf(engine, choice, sets);
      const values = outputsAt(engine, choice.kernel, selectRows(sets.X, mode.support), coefficients, tested);
      return [columnVector(values.map((value) => value + bias))];
    },
  });
  const { signs, weights } = signedRows(held);
  if (new Set(signs).size < 2) throw tooFewGroups();
  const outputs = held.scores[0].data;
  const curve = fitCalibrationCurve(outputs, signs, weights);
  const logits = crossFittedLogits(outputs, signs, weights, curve, undefined);
  return { curve, leaveOneOut: { ...held.leaveOneOut(oddsLogProbabilities({ logits })), method: "approximate" } };
}

function tooFewGroups(): InputError {
  return new InputError(
    "too-few-rows",
    "The curve from outputs to probabilities needs rows of both classes that were left out with their group: at least two groups with rows of each class.",
    {},
    "Add rows, or take a model with probabilities of its own, such as btsvc.",
  );
}
