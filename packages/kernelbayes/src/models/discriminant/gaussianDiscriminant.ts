import { matrix, type Matrix } from "../../engine/matrix.ts";
import { InputError, type Warning } from "../../errors.ts";
import { sharesToReserve, withReservedRows, type ReservedShares } from "../../calibration/reservedShares.ts";
import { fitTemperedCurve, temperedWithoutEach } from "../../calibration/temperedCurve.ts";
import type { FittedScoreCurve } from "../../calibration/scoreCurve.ts";
import { discriminantLeaveOneOut } from "./discriminantLeaveOneOut.ts";
import { row as rowOf, selectRows } from "../../matrix/row.ts";
import {
  gaussianDiscriminantPosterior,
  gaussianLogProbabilities,
} from "../parts/gaussianClasses/gaussianDiscriminantPosterior.ts";
import { withOtherRows } from "../parts/classSums.ts";
import { gaussianClassesCodec } from "../parts/gaussianClasses/gaussianClassesCodec.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { share } from "../../run/share.ts";
import { progress, type Work } from "../../run/work.ts";
import { gaussianEstimate, type CovarianceForm, type GaussianEstimate } from "./gaussianEstimate.ts";
import { heldOutByFolds } from "../../rows/heldOutByFolds.ts";
import { classSizes, membersOf, takeRows, type Problem } from "../../rows/labelledRows.ts";
import type { Context, Cost, Model } from "../model.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import { dependentOption, describeOptions, option, readModelOptions, type OptionSchema } from "../parts/option.ts";
import { numberWithin, words } from "../parts/optionKinds.ts";
import type { OptionDescription } from "../modelEntry.ts";

export interface DiscriminantOptions {
  /** ρ from 0 to 1: the covariance becomes (1 − ρ) S + ρ (tr S / p) I. Default 0. */
  readonly shrinkage?: number;
  /**
   * "curve": left-out rows decide how far the densities are trusted, and every class keeps a small share; "none": the probabilities
   * of the textbook. Default "curve".
   */
  readonly calibration?: "curve" | "none";
}

const options = {
  shrinkage: option(
    numberWithin({ from: 0, to: 1 }),
    0,
    "How far the covariance is pulled towards a multiple of the identity; above 0 it also serves more columns than rows.",
  ),
  // Without a fixed default, so that documents of former versions, whose probabilities are those of the textbook, stay as they are.
  calibration: dependentOption(
    words("curve", "none"),
    "curve",
    "Whether left-out rows decide how far the densities are trusted, or the probabilities are those of the textbook.",
  ),
} satisfies OptionSchema<DiscriminantOptions>;

/** The options of both discriminants for the catalogue. */
export const discriminantOptions: readonly OptionDescription[] = describeOptions(options);

/** The linear discriminant (one covariance for all classes) and the quadratic one (one per class): the same model but for that. */
export function gaussianDiscriminant(name: "lda" | "qda", given: DiscriminantOptions): Model {
  const { settings, identity } = readModelOptions(name, options, given);
  const form: CovarianceForm = { shared: name === "lda", shrinkage: settings.shrinkage };
  return {
    ...identity,
    classes: "many",
    sums: true,
    *fit(problem: Problem, context: Context): Work<NumericPosterior> {
      yield progress("moments", 0, 2);
      const whole = yield* share(0, 0.5, withOtherRows(context.engine, problem));
      const estimate = gaussianEstimate(whole, context, form);
      yield progress("moments", 1, 2);
      const claimed = problem.rowGroups
        ? yield* share(0.5, 0.95, heldOutGroups(problem, context, form))
        : firstRowsOf(exactLeaveOneOut(whole, context, form, estimate), problem.X.rows);
      yield progress("moments", 2, 2);
      const { leaveOneOut, curve, reserved, warnings } =
        settings.calibration === "none" ? untempered(claimed) : tempered(claimed, problem);
      const classes = { ...estimate.classes, curve, reserved };
      return gaussianDiscriminantPosterior(context.engine, classes, {
        leaveOneOut,
        evidence: undefined,
        warnings: [...omittedWarning(leaveOneOut), ...warnings],
      });
    },
    restore: (parameters, figures, { engine, seed }) =>
      gaussianDiscriminantPosterior(engine, { ...gaussianClassesCodec.read(parameters, "parameters"), seed }, figures),
    cost: (rows, columns, classes) => discriminantCost(rows, columns, form.shared ? 1 : classes),
  };
}

/** The leave-one-out of the rows of a problem, without those that only stand for others. */
function firstRowsOf({ logProbabilities, omitted, ...rest }: LeaveOneOut, count: number): LeaveOneOut {
  const { data, columns } = logProbabilities;
  const first = matrix(count, columns, data.subarray(0, count * columns));
  return { ...rest, logProbabilities: first, omitted: omitted.filter((row) => row < count) };
}

/** What left-out rows say of the scores. */
interface Tempered {
  readonly leaveOneOut: LeaveOneOut;
  readonly curve: FittedScoreCurve | undefined;
  readonly reserved: ReservedShares | undefined;
  readonly warnings: readonly Warning[];
}

function untempered(leaveOneOut: LeaveOneOut): Tempered {
  return { leaveOneOut, curve: undefined, reserved: undefined, warnings: [] };
}

/** The curve that left-out rows ask for, each judged by that of the others, and the shares that classes keep. */
function tempered(claimed: LeaveOneOut, problem: Problem): Tempered {
  const { classes, weights, rowGroups } = problem;
  const sizes = classSizes(problem);
  const isOmitted = new Set(claimed.omitted);
  const kept = Int32Array.from(classes.keys()).filter((row) => !isOmitted.has(row));
  const tests = {
    scores: selectRows(claimed.logProbabilities, kept),
    classes: kept.map((row) => classes[row]),
    weights: Float64Array.from(kept, (row) => weights[row]),
  };
  const reserved = sharesToReserve(sizes, tests);
  if (kept.length === 0) return { leaveOneOut: claimed, curve: undefined, reserved, warnings: [notCalibrated] };
  const curve = fitTemperedCurve(tests, sizes);
  const sets = rowGroups && membersOf(kept.map((row) => rowGroups[row]));
  const ofTests = withReservedRows(temperedWithoutEach(tests, sizes, curve, sets), reserved);
  const logProbabilities = matrix(classes.length, sizes.length);
  kept.forEach((row, at) => logProbabilities.data.set(rowOf(ofTests, at), row * sizes.length));
  return {
    leaveOneOut: { ...claimed, method: claimed.method === "exact" ? "approximate" : claimed.method, logProbabilities },
    curve,
    reserved,
    warnings: curve.slope === 0 ? [noInformation] : [],
  };
}

const notCalibrated: Warning = {
  code: "not-calibrated",
  message:
    "There are too few rows to leave any out, so the probabilities could not be checked and are half way to the class frequencies. " +
    "Add rows of each class.",
};

export const noInformation: Warning = {
  code: "no-information",
  message:
    "On rows that were held out the columns showed nothing about the classes: every row gets the class frequencies. " +
    "Other columns or another model may help.",
};

/**
 * Every row left out by formula, and by another fit where the formula cannot be trusted: at most as many rows as there are
 * directions in the covariances.
 */
function exactLeaveOneOut(
  problem: Problem,
  context: Context,
  form: CovarianceForm,
  { moments, scatters }: GaussianEstimate,
): LeaveOneOut {
  const { X, classes, weights, classCount } = problem;
  const { shrinkage } = form;
  const { logProbabilities, omitted, doubtful } = discriminantLeaveOneOut(context.engine, {
    moments,
    classes,
    weights,
    scatters,
    shrinkage,
  });
  const refused = doubtful.filter((row) => {
    const predicted = predictedBy(withoutUnit(problem, row), context, form, selectRows(X, [row]));
    if (predicted) logProbabilities.data.set(predicted.data, row * classCount);
    return !predicted;
  });
  return { method: "exact", logProbabilities, omitted: [...omitted, ...refused].toSorted((a, b) => a - b) };
}

/** The problem with one unit of a row taken away, or the whole row where it has no more. */
function withoutUnit(problem: Problem, row: number): Problem {
  const { classes, weights } = problem;
  if (weights[row] > 1) return { ...problem, weights: weights.map((weight, i) => (i === row ? weight - 1 : weight)) };
  const rows = Int32Array.from(classes.keys());
  return takeRows(
    problem,
    rows.filter((other) => other !== row),
  );
}

/** Groups are left out whole, ten folds of them at most, everything estimated again from the rest. */
function* heldOutGroups(problem: Problem, context: Context, form: CovarianceForm): Work<LeaveOneOut> {
  const { scores, leaveOneOut } = yield* heldOutByFolds(problem, {
    folds: 10,
    seed: context.seed,
    stage: "folds",
    score(training, rows) {
      const predicted = predictedBy(training, context, form, rows);
      return predicted && [predicted];
    },
  });
  const [logProbabilities = matrix(0, problem.classCount)] = scores;
  return leaveOneOut(logProbabilities);
}

/**
 * Log probabilities of rows by a fit to others, under the class frequencies of these, by which scores are compared.
 * Undefined where the covariance is singular.
 */
function predictedBy(training: Problem, context: Context, form: CovarianceForm, rows: Matrix): Matrix | undefined {
  try {
    const { classes } = gaussianEstimate(training, context, form);
    return gaussianLogProbabilities(context.engine, classes, rows);
  } catch (error) {
    if (error instanceof InputError && error.code === "singular-covariance") return undefined;
    throw error;
  }
}

/** Moments n p², one eigendecomposition of at most min(n, p) a covariance, and rotations of the rows. */
export function discriminantCost(rows: number, columns: number, covariances: number): Cost {
  const r = Math.min(rows, columns);
  return {
    memory: 8 * (rows * columns * 6 + columns * r * (2 + 3 * covariances) + 8 * r * r + rows * 64) + 2 ** 20,
    operations: rows * columns * r * (3 + covariances) + 25 * covariances * r ** 3,
  };
}
