import { type Problem, classSizes } from "../../rows/labelledRows.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import { centeredCovariance } from "./penalized/centeredCovariance.ts";
import { leftOutOutputs, criterionTolerance, leaveOneOutCriterion } from "./penalized/leftOutOutputs.ts";
import { kernelLogisticMode, seekKernelLogisticMode, type KernelLogisticMode } from "./penalized/kernelLogisticMode.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { stages } from "../../run/share.ts";
import { pause, progress, type Work } from "../../run/work.ts";
import { distinctRows, type DistinctRows } from "../../rows/distinctRows.ts";
import { leaveGroupsOut } from "../../rows/heldOutByFolds.ts";
import {
  factorKernelLogistic,
  kernelLogisticPosterior,
  outputsOf,
  readKernelLogistic,
} from "./penalized/kernelLogisticPosterior.ts";
import { signedRows } from "./latent/latentApproximation.ts";
import { leaveSetsOut } from "../../rows/leaveSetsOut.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import type { Context, Cost, Model } from "../model.ts";
import { oddsLogProbabilities } from "../../calibration/oddsPrediction.ts";
import { describeOptions, option, readModelOptions, type OptionSchema, type SettingsOf } from "../parts/option.ts";
import { chosenKernel, type KernelChoice } from "../parts/kernelOption.ts";
import { words } from "../parts/optionKinds.ts";
import {
  lossWeight,
  regularizationOption,
  type Regularization,
  lossWeightRenaming,
} from "../parts/regularizationOption.ts";
import { followedForTwo, notByGradients, type ModelEntry } from "../modelEntry.ts";
import { widthStartsOption, kernelOptionWith } from "../parts/kernelSettings.ts";
import { foldCriterion, meanLogProbability } from "./penalized/foldCriterion.ts";
import {
  choiceStages,
  chooseKernel,
  modeWarnings,
  rowsInFolds,
  type KernelWithCost,
  type SearchRows,
  type PenalizedSettings,
} from "./penalized/chooseKernel.ts";
import { multiplyVector } from "../../matrix/dot.ts";
import { selectColumns } from "../../matrix/row.ts";

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
  kernel: kernelOptionWith("The kernel whose free parameters are searched, up to four of them."),
  regularization: regularizationOption(
    "1/C: the penalty on the roughness of the function over what a row costs that it does not fit.",
  ),
  starts: widthStartsOption([0.01, 0.1, 1, 10]),
  criterion: option(
    words("leave-one-out", "folds"),
    "leave-one-out",
    "Whether regularization and kernel are chosen by the log probability of rows left out one by one, by formula, or in five folds.",
  ),
} satisfies OptionSchema<KernelLogisticOptions>;

const renamings = [lossWeightRenaming("cost")];

type Settings = PenalizedSettings & Pick<SettingsOf<typeof options>, "criterion">;

/** Rows of the first search, and the most that any search looks at. */
const rowLimits = [200, 1500] as const;
const search = {
  rowLimits,
  refinements: [
    { stage: "search", steps: [0.8, 0.2], maxEvaluations: 60 },
    { stage: "all rows", steps: [0.3, 0.3], maxEvaluations: 30 },
  ],
} as const;

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
  const { settings: read, identity } = readModelOptions("klr", options, given, renamings);
  const { kernel, regularization, ...others } = read;
  const settings: Settings = { ...others, kernel: chosenKernel(kernel), cost: lossWeight(regularization) };
  return {
    ...identity,
    classes: "two",
    fit: (problem, context) => stages(choiceStages(problem, search), fitKernelLogistic(problem, context, settings)),
    restore: (parameters, figures, { engine }) =>
      kernelLogisticPosterior(engine, readKernelLogistic(engine, parameters, "parameters"), figures),
    cost: (rows, columns) => costOf(rows, columns, settings.starts.length + (settings.kernel ? 1 : 0)),
  };
}

export const klrEntry: ModelEntry = {
  title: "Kernel logistic regression",
  family: "support-vector",
  summary:
    "Curved boundaries by any kernel, probabilities fitted themselves; regularization and width by left-out rows; up to a few thousand rows.",
  create: kernelLogistic,
  options: describeOptions(options),
  farLimit: "constant",
  exemptions: { "evidence-rises": followedForTwo, "gradient-at-optimum": notByGradients },
};

/** Four fits a width and some thirty on few rows, some fifteen on up to 1500, and one on all. */
function costOf(rows: number, columns: number, starts: number): Cost {
  const evaluation = (n: number): number => 2.5 * n ** 3 + n * n * (2 * columns + 40);
  const [few, most] = rowLimits.map((limit) => Math.min(rows, limit));
  return {
    memory: 8 * (8 * rows * rows + rows * (columns + 100)),
    operations: (4 * starts + 30) * evaluation(few) + 15 * evaluation(most) + 2 * evaluation(rows),
  };
}

function* fitKernelLogistic(problem: Problem, context: Context, settings: Settings): Work<NumericPosterior> {
  const { engine } = context;
  // Copies count as weight, in one group as elsewhere: how much they are worth is for the folds by groups to find out.
  const sets = distinctRows({ ...problem, rowGroups: undefined });
  const { X: rows, classes, weights } = sets;
  const { choice, warnings } = yield* chooseKernel(problem, sets, context, {
    ...settings,
    ...search,
    leastRows: "At least two rows of a class are needed, and two groups where rows come in groups.",
    heldOut: (rows) => heldOutRows(rows, context, settings.criterion),
  });
  const signed = signedRows(sets);
  const { A } = centeredCovariance(engine, choice.kernel, choice.cost, rows);
  const mode = yield* seekKernelLogisticMode(engine, A, signed);
  yield progress("final fit", 1, 1);
  const { coefficients, bias } = mode;
  yield pause;
  const fit = factorKernelLogistic(engine, { ...choice, rows, classes, weights, coefficients, bias });
  const leaveOneOut = problem.rowGroups
    ? yield* leaveGroupsOut(problem, context.seed, (training, rows) =>
        logProbabilitiesBy(engine, choice, training, rows),
      )
    : leaveRowsOut(engine, A, sets, mode);
  return kernelLogisticPosterior(engine, fit, {
    leaveOneOut,
    evidence: undefined,
    warnings: [...omittedWarning(leaveOneOut), ...warnings, ...modeWarnings(mode)],
  });
}

/** Rows and the criterion on them; undefined where no row can be held out. */
function heldOutRows(
  problem: Problem,
  { engine, seed }: Context,
  criterion: Settings["criterion"],
): SearchRows | undefined {
  if (criterion === "folds" || problem.rowGroups) {
    return rowsInFolds(problem, seed, 1, (rows, splits) =>
      foldCriterion(rows, splits, {
        *fit(A, { numbers, rows: training, own }, start) {
          const { coefficients, bias } = yield* seekKernelLogisticMode(engine, own, training, {
            start,
            tolerance: criterionTolerance,
          });
          return { outputs: multiplyVector(selectColumns(A, numbers), coefficients).map((f) => f + bias), bias };
        },
        score: meanLogProbability,
      }),
    );
  }
  const sets = distinctRows(problem);
  if (!classSizes({ ...sets, classCount: 2 }).some((size) => size > 1 + 1e-9)) return undefined;
  return { X: sets.X, weights: sets.weights, criterion: leaveOneOutCriterion(engine, signedRows(sets)) };
}

/** To first order around the fit, at the chosen C and kernel, which a fit without the row might choose otherwise. */
function leaveRowsOut(engine: Engine, A: Matrix, sets: DistinctRows, mode: KernelLogisticMode): LeaveOneOut {
  const { outputs, omitted } = leftOutOutputs(engine, A, signedRows(sets), mode);
  return leaveSetsOut({ logOdds: outputs, omitted }, sets.setOf);
}

/** The log probabilities of rows by a fit to others, at the chosen C and kernel. */
function logProbabilitiesBy(engine: Engine, { kernel, cost }: KernelWithCost, training: Problem, rows: Matrix): Matrix {
  const sets = distinctRows({ ...training, rowGroups: undefined });
  const { A, at } = centeredCovariance(engine, kernel, cost, sets.X);
  const mode = kernelLogisticMode(engine, A, signedRows(sets));
  return oddsLogProbabilities({ logits: outputsOf(mode, at(rows).cross) });
}
