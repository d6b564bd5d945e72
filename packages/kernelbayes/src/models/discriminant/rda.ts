import type { Engine } from "../../engine/engine.ts";
import { InputError, type Warning } from "../../errors.ts";
import { grandMean, centerColumns } from "../../matrix/centerColumns.ts";
import { crossFittedChoice } from "../../calibration/crossFittedChoice.ts";
import { sharesToReserve, withoutReservedRows, type ReservedShares } from "../../calibration/reservedShares.ts";
import { widthAllowed } from "../../calibration/widthAllowed.ts";
import { scoreCurveNotConverged, type FittedScoreCurve } from "../../calibration/scoreCurve.ts";
import {
  bracketSpectra,
  classCovariances,
  shrinkages,
  shrunkenScores,
  spectraPerClass,
  type Shrinkage,
  shrunkBracket,
} from "./shrunkenScores.ts";
import {
  gaussianDiscriminantPosterior,
  predictGaussianClasses,
  type GaussianClasses,
} from "../parts/gaussianClasses/gaussianDiscriminantPosterior.ts";
import { withOtherRows } from "../parts/classSums.ts";
import { gaussianClassesCodec } from "../parts/gaussianClasses/gaussianClassesCodec.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { share, stages } from "../../run/share.ts";
import { pause, progress, type Work } from "../../run/work.ts";
import { discriminantCost, noInformation } from "./gaussianDiscriminant.ts";
import { heldOutByFolds } from "../../rows/heldOutByFolds.ts";
import type { Context, Model } from "../model.ts";
import { classSizes, type Problem } from "../../rows/labelledRows.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import { quote } from "../../table/quote.ts";
import { readOptions } from "../parts/option.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";

const folds = 10;

/**
 * Shrunken Gaussian discriminant, between the linear and the quadratic one and beyond both towards independence:
 *
 *     Σ_k = (1 − g) [(1 − a) S_k + a S] + g T
 *
 * with S_k the covariance of the class, S the pooled one, and T the diagonal of the bracket or its mean times the
 * identity. a, g and T are chosen among 70 candidates by the log loss of ten stratified folds after a calibration curve
 * (slope and offsets) on the held-out scores; the curve then serves the predictions, tempered by what the choice is worth on
 * rows that it was made without, and every class keeps a small share (`crossFittedChoice`). Works for p > n.
 *
 * @example shrunkenDiscriminant()
 */
export function shrunkenDiscriminant(given: Readonly<Record<string, never>> = {}): Model {
  readOptions("rda", {}, given);
  return {
    name: "rda",
    classes: "many",
    sums: true,
    *fit({ others, ...problem }: Problem, context: Context): Work<NumericPosterior> {
      const choice = yield* share(
        0,
        others ? 0.4 : 0.95,
        stages({ shrinkage: 1, curves: 2 }, chooseShrinkage(problem, context)),
      );
      const whole = yield* share(0.4, 0.95, withOtherRows(context.engine, { ...problem, others }));
      const { leaveOneOut } = choice;
      const unlimited = shrunkenClasses(whole, context, choice);
      yield pause;
      const classes = leaveOneOut ? withWidth(context.engine, unlimited, problem, leaveOneOut) : unlimited;
      yield progress("final fit", 1, 1);
      return gaussianDiscriminantPosterior(context.engine, classes, {
        leaveOneOut,
        evidence: undefined,
        warnings: warningsOf(choice, problem),
      });
    },
    restore: (parameters, figures, { engine, seed }) =>
      gaussianDiscriminantPosterior(engine, { ...gaussianClassesCodec.read(parameters, "parameters"), seed }, figures),
    cost(rows, columns, classes) {
      const one = discriminantCost(rows, columns, classes);
      return {
        memory: one.memory + 8 * shrinkages.length * rows * classes,
        operations: one.operations * folds * spectraPerClass + curveOperations * shrinkages.length * rows * classes,
      };
    },
    toDocument: () => ({ name: "rda" }),
  };
}

/** What fitting the curve of one candidate takes for each row and class, measured on 442 rows of 8 to 96 classes. */
const curveOperations = 4000;

export const rdaEntry: ModelEntry = {
  title: "Shrunken Gaussian discriminant",
  family: "discriminant",
  summary:
    "Between linear and quadratic and beyond, by held-out log loss; calibrated; also for more columns than rows.",
  create: shrunkenDiscriminant,
  options: [],
  farLimit: "near certainty",
  exemptions: noSearch,
};

interface Choice {
  readonly shrinkage: Shrinkage;
  /** Absent when no row could be held out. */
  readonly curve: FittedScoreCurve | undefined;
  readonly reserved: ReservedShares;
  readonly leaveOneOut: LeaveOneOut | undefined;
  /** Numbers of the classes of which no row could be held out. */
  readonly untested: readonly number[];
}

/** One shared covariance, half way to a sphere, and no curve: when there are too few rows to hold any out. */
const untuned: Shrinkage = { pooled: 1, weight: 0.5, target: "mean" };

/** Scores every candidate on held-out folds and keeps the one with the lowest log loss; ties go to the simpler. */
function* chooseShrinkage(problem: Problem, { engine, seed }: Context): Work<Choice> {
  const tests = yield* heldOutByFolds(problem, {
    folds,
    seed,
    stage: "shrinkage",
    score(training, rows) {
      const covariances = classCovariances(engine, training);
      return covariances && shrunkenScores(engine, covariances, rows);
    },
  });
  const sizes = classSizes(problem);
  const tested = new Set(tests.classes);
  const untested = [...sizes.keys()].filter((k) => !tested.has(k));
  const choice = yield* crossFittedChoice(tests, sizes);
  if (!choice) {
    const reserved = sharesToReserve(sizes, noTests);
    return { shrinkage: untuned, curve: undefined, reserved, leaveOneOut: undefined, untested };
  }
  const { candidate, curve, reserved, logProbabilities } = choice;
  const leaveOneOut = tests.leaveOneOut(logProbabilities);
  return { shrinkage: shrinkages[candidate], curve, reserved, leaveOneOut, untested };
}

const noTests = { classes: new Int32Array(0), weights: new Float64Array(0) };

/** The classes of the whole problem under the chosen shrinkage. */
function shrunkenClasses(
  problem: Problem,
  { engine, seed }: Context,
  { shrinkage, curve, reserved }: Choice,
): GaussianClasses {
  const center = grandMean(problem.X, problem.weights);
  const covariances = classCovariances(engine, { ...problem, X: centerColumns(problem.X, center) });
  const spectra = covariances && bracketSpectra(engine, covariances, shrinkage);
  if (!spectra) throw noVariance();
  const { sizes, means } = covariances.moments;
  return {
    sizes,
    logPriors: covariances.logFrequencies,
    priorsAreEmpirical: true,
    center,
    means,
    covariances: spectra.map((spectrum) => shrunkBracket(spectrum, shrinkage.weight)),
    shrunk: true,
    curve,
    reserved,
    seed,
  };
}

/** The classes with the share of the deviations that held-out rows allow, both without what is reserved: next to certainty that alone decides. */
function withWidth(
  engine: Engine,
  classes: GaussianClasses,
  { X, classes: truth, weights }: Problem,
  { logProbabilities, omitted }: LeaveOneOut,
): GaussianClasses {
  const isOmitted = new Set(omitted);
  const plain = { ...classes, reserved: undefined };
  const width = widthAllowed({
    logProbabilities: classes.reserved ? withoutReservedRows(logProbabilities, classes.reserved) : logProbabilities,
    deviations: predictGaussianClasses(engine, plain, X, 0.9).latentDeviation,
    classes: truth,
    weights: weights.map((weight, row) => (isOmitted.has(row) ? 0 : weight)),
  });
  return { ...classes, width };
}

function warningsOf({ curve, leaveOneOut, untested }: Choice, { classNames: names, rowGroups }: Problem): Warning[] {
  if (!curve || !leaveOneOut) return [notTuned(rowGroups !== undefined)];
  return [
    ...(untested.length > 0 ? [untestedClass(untested.map((k) => names?.[k] ?? `number ${k + 1}`))] : []),
    ...omittedWarning(leaveOneOut),
    ...(curve.slope === 0 ? [noInformation] : []),
    ...(curve.converged ? [] : [scoreCurveNotConverged]),
  ];
}

function notTuned(isInGroups: boolean): Warning {
  const why = isInGroups
    ? "No group of rows can be held out, because the other groups would lack a class"
    : "There are too few rows to hold any out";
  const remedy = isInGroups
    ? "Each class needs rows in at least three groups."
    : "At least three rows of each class are needed.";
  return {
    code: "not-tuned",
    message: `${why}: shrinkage was not tuned, and the probabilities are half way to the class frequencies. ${remedy}`,
  };
}

function untestedClass(names: readonly string[]): Warning {
  return {
    code: "untested-class",
    message:
      `No row of class ${names.map(quote).join(", ")} could be held out: shrinkage and curve were chosen by the other classes, and the class ` +
      "keeps at least its frequency in every row. More rows of it are needed.",
  };
}

function noVariance(): InputError {
  return new InputError(
    "singular-covariance",
    "The rows do not differ within their classes, so no covariance can be estimated.",
    {},
    "More rows are needed.",
  );
}
