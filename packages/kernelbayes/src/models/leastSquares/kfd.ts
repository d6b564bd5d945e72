import type { Engine } from "../../engine/engine.ts";
import { matrix } from "../../engine/matrix.ts";
import { InputError, NumericalError, type Warning } from "../../errors.ts";
import {
  contrastNoise,
  kernelFisherForm,
  type KernelFisherForm,
  type Regularizer,
} from "./penalized/kernelFisherForm.ts";
import { classScores, momentsOf } from "./penalized/projectedClasses.ts";
import { gaussianStages, searchGaussian, widthWarnings } from "../../search/searchGaussian.ts";
import { scoreCurveNotConverged } from "../../calibration/scoreCurve.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { multiplyVector } from "../../matrix/dot.ts";
import type { NumericPosterior } from "../../posterior/numericPosterior.ts";
import { stages } from "../../run/share.ts";
import { pause, progress, type Work } from "../../run/work.ts";
import { rowsOfTests } from "../../rows/heldOutByFolds.ts";
import type { Problem } from "../../rows/labelledRows.ts";
import {
  kernelFisherPosterior,
  type ProjectedDiscriminant,
  discriminantCodec,
} from "./penalized/kernelFisherPosterior.ts";
import type { Context, Model } from "../model.ts";
import { dependentOption, describeOptions, option, readModelOptions, type OptionSchema } from "../parts/option.ts";
import { either, numberWithin, words } from "../parts/optionKinds.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";
import type { Renaming } from "../parts/inPresentWords.ts";
import { chosenKernel, type KernelChoice, kernelOfAnyForm } from "../parts/kernelOption.ts";
import { regularizationOption, type Regularization } from "../parts/regularizationOption.ts";
import { weightedKernel } from "../../rows/kernel/kernelOnRows.ts";
import { unlessNotSeparable } from "../../rows/kernel/rootProblem.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import { partRows, searchPart } from "../../rows/sampleRows.ts";
import { bestStrength, foldedRows, type FoldedRows, type HeldOutStrength } from "./penalized/bestStrength.ts";

export interface KernelFisherOptions {
  /** The kernel, its document or its name, used as it is given. Default "gaussian", whose width is chosen. */
  readonly kernel?: KernelChoice;
  /** Whether the scatter within the classes is regularized, or small eigenvalues are left out. Default "regularized". */
  readonly form?: "regularized" | "threshold";
  /** The matrix of the penalty: what is added to the scatter within the classes, μK or μI. Default "kernel". */
  readonly penalty?: "kernel" | "identity";
  /** μ of the regularized form; "auto": by cross-validation. Default "auto". */
  readonly regularization?: Regularization;
  /** The share of the largest eigenvalue below which the threshold form leaves one out; "auto": by cross-validation. Default "auto". */
  readonly threshold?: number | "auto";
}

const options = {
  kernel: dependentOption(kernelOfAnyForm(), '"gaussian", whose width is chosen', "The kernel as it is used."),
  form: option(
    words("regularized", "threshold"),
    "regularized",
    "Whether something is added to the scatter within the classes, or small eigenvalues are left out.",
  ),
  penalty: option(
    words("kernel", "identity"),
    "kernel",
    "The matrix of the penalty: the regularized form adds μ times the kernel matrix or μ times the identity.",
  ),
  regularization: regularizationOption("The factor μ of the penalty in the regularized form, or by cross-validation."),
  threshold: option(
    either(words("auto"), numberWithin({ above: 0, below: 1 })),
    "auto",
    "The share of the largest eigenvalue below which the threshold form leaves eigenvalues out, or by cross-validation.",
  ),
} satisfies OptionSchema<KernelFisherOptions>;

const renamings: readonly Renaming[] = [
  { option: "regularizer", now: (matrix) => ({ penalty: matrix }) },
  { option: "regularization", word: "cross-validation", now: () => ({ regularization: "auto" }) },
  { option: "threshold", word: "cross-validation", now: () => ({ threshold: "auto" }) },
];

interface Settings {
  readonly kernel: Kernel | undefined;
  readonly regularizer: Regularizer;
  /** μ or the threshold, where it is given. */
  readonly strength: number | undefined;
}

/**
 * Kernel Fisher discriminant for any number of classes: all solutions of
 *
 *     K B K α = γ (K L K + μR) α,   αᵀ(K L K + μR)α = 1,
 *
 * with B the scatter between the classes, L that within them, and R = K or I; or of the unregularized problem in the leading
 * eigenvectors of the centered kernel (generalized discriminant analysis). Probabilities are those of Gaussian classes in the
 * projections z = αᵀk(x), at most C − 1 of them, after a calibration curve. Width and μ have the least log loss on ten folds.
 *
 * @example kernelFisher({ form: "threshold", threshold: 1e-3 })
 */
export function kernelFisher(given: KernelFisherOptions = {}): Model {
  const { settings: read, identity } = readModelOptions("kfd", options, given, renamings);
  const { form, regularization, threshold } = read;
  const kernel = chosenKernel(read.kernel);
  const isThreshold = form === "threshold";
  if ((isThreshold ? regularization : threshold) !== "auto") {
    const [name, other] = isThreshold ? ["regularization", "regularized"] : ["threshold", "threshold"];
    throw new InputError(
      "invalid-option",
      `The option ${name} of kfd belongs to the form "${other}"; the form is "${form}".`,
    );
  }
  const strength = isThreshold ? threshold : regularization;
  const settings: Settings = {
    kernel,
    regularizer: isThreshold ? "threshold" : read.penalty,
    strength: strength === "auto" ? undefined : strength,
  };
  return {
    ...identity,
    classes: "many",
    fit: (problem, context) =>
      stages(
        { ...gaussianStages(problem, settings.kernel !== undefined), "final fit": 0.5 },
        fitKernelFisher(problem, context, settings),
      ),
    restore: (parameters, figures, { engine }) =>
      kernelFisherPosterior(engine, discriminantCodec.read(parameters, "parameters"), figures),
    cost(rows, columns, classes) {
      const part = Math.min(rows, partRows);
      const decomposition = (n: number): number => 25 * n ** 3 + 2 * n ** 3 + n * n * (columns + 60 * classes);
      return {
        memory: 8 * rows * (6 * rows + columns + 40 * classes),
        operations:
          (kernel ? 1 : rows > partRows ? 3 : 0) * decomposition(rows) + (kernel ? 0 : 8 * decomposition(part)),
      };
    },
  };
}

export const kfdEntry: ModelEntry = {
  title: "Kernel Fisher discriminant",
  family: "fisher",
  summary:
    "Directions that set the classes apart in the space of a kernel, to be drawn; chosen on folds; calibrated; up to a few thousand rows.",
  create: kernelFisher,
  options: describeOptions(options),
  farLimit: "constant",
  exemptions: {
    ...noSearch,
    "without-signal":
      "Width and μ are chosen on the folds that the curve is fitted to, and nothing allows for the choice: 1.18 times the log loss of the class frequencies on noise of two classes.",
  },
};

interface Chosen extends HeldOutStrength {
  readonly kernel: Kernel;
  readonly form: KernelFisherForm;
  readonly isAtBound: boolean;
}

function* fitKernelFisher(problem: Problem, { engine, seed }: Context, settings: Settings): Work<NumericPosterior> {
  const rows = foldedRows(problem, seed);
  const part = settings.kernel ? undefined : searchPart(problem, seed);
  const chosen = yield* choose(engine, rows, part && foldedRows(part, seed), settings);
  const { curve, logProbabilities, isAtBound } = chosen;
  const found = unlessNotSeparable(() => discriminantOf(engine, rows, chosen));
  yield progress("final fit", 1, 1);
  const leaveOneOut = {
    method: "folds" as const,
    ...rowsOfTests(rows.tests, rows.setOf, logProbabilities, problem.classCount),
  };
  return kernelFisherPosterior(engine, found ?? flat(rows, chosen), {
    leaveOneOut,
    evidence: undefined,
    warnings: [
      ...omittedWarning(leaveOneOut),
      ...(found ? [] : [notSeparable]),
      ...(curve.slope === 0 && found ? [noInformation] : []),
      ...(curve.converged ? [] : [scoreCurveNotConverged]),
      ...widthWarnings(isAtBound),
    ],
  });
}

function* choose(
  engine: Engine,
  all: FoldedRows,
  part: FoldedRows | undefined,
  { kernel, regularizer, strength }: Settings,
): Work<Chosen> {
  const evaluate = function* (each: Kernel, rows: FoldedRows): Work<Omit<Chosen, "isAtBound">> {
    const form = kernelFisherForm(engine, weightedKernel(engine, each, rows.sets), rows.groups, regularizer);
    yield pause;
    return { ...(yield* bestStrength(engine, form, rows, regularizer, strength)), kernel: each, form };
  };
  const given = kernel?.forColumns(all.sets.columnGroups);
  const { found, isAtLimit } = yield* searchGaussian(evaluate, { given, all, part, columns: all.sets.X.columns });
  if (found.criterion === Infinity) {
    throw new NumericalError(
      "no-held-out-fit",
      "The kernel is so narrow that no eigenvalue lies below the threshold: the discriminant runs through every row, and says nothing of rows that are left out. " +
        'Take a wider kernel, a larger threshold, or the form "regularized".',
    );
  }
  return { ...found, isAtBound: isAtLimit };
}

/** The directions of all rows, with the classes placed where rows that were left out fell; undefined where these do not spread. */
function discriminantOf(
  engine: Engine,
  { sets, groups, classes, weights }: FoldedRows,
  { kernel, form, strength, fits, curve }: Chosen,
): ProjectedDiscriminant | undefined {
  const { coefficients, ratios, transform } = form.directionsAt(strength);
  const held = { projections: engine.multiply(fits, transform), classes, weights };
  const rule = classScores(engine, momentsOf(held, sets.classCount));
  if (!rule) return undefined;
  const noise = contrastNoise(engine, form.fitAt(strength), groups);
  // Fits have mean 0 over the training rows, projections that of the kernel.
  const trained = engine.multiply(weightedKernel(engine, kernel, sets).K, coefficients);
  const means = multiplyVector(trained, groups.weights, { transpose: true }).map((sum) => sum / groups.total);
  const shift = multiplyVector(rule.loadings, means, { transpose: true });
  return {
    kernel,
    rows: sets.X,
    strength,
    total: groups.total,
    coefficients,
    ratios,
    scores: { loadings: rule.loadings, constants: rule.constants.map((value, c) => value - shift[c]) },
    curve,
    noise: engine.multiply(engine.multiply(transform, noise, { transposeA: true }), transform),
    ...form.spreadAt(strength),
  };
}

/** Where the kernel gives all classes one mean there is no direction, and every row gets the class frequencies. */
function flat({ sets, groups }: FoldedRows, { kernel, strength, curve }: Chosen): ProjectedDiscriminant {
  const { sizes, weights, total } = groups;
  const n = weights.length;
  return {
    kernel,
    rows: sets.X,
    strength,
    total,
    coefficients: matrix(n, 1),
    ratios: new Float64Array(1),
    scores: { loadings: matrix(1, sizes.length), constants: sizes.map((size) => Math.log(size / total)) },
    curve,
    noise: matrix(1, 1),
    spread: matrix(0, n),
    shift: new Float64Array(0),
  };
}

const notSeparable: Warning = {
  code: "not-separable",
  message:
    "The kernel gives all classes the same mean, so that there is no direction between them: every row gets the class " +
    "frequencies. Rows that occur in every class do not help; other columns may.",
};

const noInformation: Warning = {
  code: "no-information",
  message:
    "On rows that were held out the projections told nothing about the classes: every row gets the class frequencies. " +
    "Other columns or another kernel may help.",
};
