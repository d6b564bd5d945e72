import { InputError, type Warning } from "../../errors.ts";
import { logLossFromLogarithms } from "../../evaluate/logLoss.ts";
import { grandMean, centerColumns } from "../../matrix/centerColumns.ts";
import {
  applyScoreCurveToRows,
  fitScoreCurve,
  scoreCurveNotConverged,
  type FittedScoreCurve,
} from "../../calibration/scoreCurve.ts";
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
  type GaussianClasses,
} from "../parts/gaussianClasses/gaussianDiscriminantPosterior.ts";
import { gaussianClassesCodec } from "../parts/gaussianClasses/gaussianClassesCodec.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { progress, type Work } from "../../run/work.ts";
import { discriminantCost } from "./gaussianDiscriminant.ts";
import { hasAllClasses, heldOutByFolds } from "../../rows/heldOutByFolds.ts";
import type { Context, Model } from "../model.ts";
import type { Problem } from "../../rows/labelledRows.ts";
import { omittedWarning } from "../../rows/leaveSetsOut.ts";
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
 * (slope and offsets) on the held-out scores; the same curve then serves the predictions. Works for p > n.
 *
 * @example shrunkenDiscriminant()
 */
export function shrunkenDiscriminant(given: Readonly<Record<string, never>> = {}): Model {
  readOptions("rda", {}, given);
  return {
    name: "rda",
    classes: "many",
    *fit(problem: Problem, context: Context): Work<NumericPosterior> {
      const choice = yield* chooseShrinkage(problem, context);
      const classes = shrunkenClasses(problem, context, choice);
      yield progress("final fit", 1, 1);
      const { leaveOneOut } = choice;
      return gaussianDiscriminantPosterior(context.engine, classes, {
        leaveOneOut,
        evidence: undefined,
        warnings: warningsOf(choice),
      });
    },
    restore: (parameters, figures, { engine, seed }) =>
      gaussianDiscriminantPosterior(engine, { ...gaussianClassesCodec.read(parameters, "parameters"), seed }, figures),
    cost(rows, columns, classes) {
      const one = discriminantCost(rows, columns, classes);
      return {
        memory: one.memory + 8 * shrinkages.length * rows * classes,
        operations: one.operations * folds * spectraPerClass,
      };
    },
    toDocument: () => ({ name: "rda" }),
  };
}

export const rdaEntry: ModelEntry = {
  title: "Shrunken Gaussian discriminant",
  family: "discriminant",
  summary:
    "Between linear and quadratic and beyond, by held-out log loss; calibrated; also for more columns than rows.",
  create: shrunkenDiscriminant,
  options: [],
  farLimit: "certainty",
  exemptions: noSearch,
};

interface Choice {
  readonly shrinkage: Shrinkage;
  /** Absent when no row could be held out. */
  readonly curve: FittedScoreCurve | undefined;
  readonly leaveOneOut: LeaveOneOut | undefined;
}

/** One shared covariance, half way to a sphere, and no curve: when there are too few rows to hold any out. */
const untuned: Choice = {
  shrinkage: { pooled: 1, weight: 0.5, target: "mean" },
  curve: undefined,
  leaveOneOut: undefined,
};

/** Scores every candidate on held-out folds and keeps the one with the lowest log loss; ties go to the simpler. */
function* chooseShrinkage(problem: Problem, { engine, seed }: Context): Work<Choice> {
  const { scores, classes, weights, leaveOneOut } = yield* heldOutByFolds(problem, {
    folds,
    seed,
    stage: "shrinkage",
    score(training, rows) {
      const covariances = classCovariances(engine, training);
      return covariances && shrunkenScores(engine, covariances, rows);
    },
  });
  if (!hasAllClasses({ classes, classCount: problem.classCount })) return untuned;
  let best: { readonly loss: number; readonly choice: Choice } | undefined;
  for (const [at, shrinkage] of shrinkages.entries()) {
    if (!scores[at].data.every(Number.isFinite)) continue;
    const curve = fitScoreCurve(scores[at], classes, weights);
    const logProbabilities = applyScoreCurveToRows(curve, scores[at]);
    const { mean: loss } = logLossFromLogarithms(logProbabilities, classes, weights);
    if (best && !(loss < best.loss - 1e-12)) continue;
    best = { loss, choice: { shrinkage, curve, leaveOneOut: leaveOneOut(logProbabilities) } };
  }
  return best?.choice ?? untuned;
}

/** The classes of the whole problem under the chosen shrinkage. */
function shrunkenClasses(problem: Problem, { engine, seed }: Context, { shrinkage, curve }: Choice): GaussianClasses {
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
    seed,
  };
}

function warningsOf({ curve, leaveOneOut }: Choice): Warning[] {
  if (!curve || !leaveOneOut) return [notTuned];
  return [
    ...omittedWarning(leaveOneOut),
    ...(curve.slope === 0 ? [noInformation] : []),
    ...(curve.converged ? [] : [scoreCurveNotConverged]),
  ];
}

const notTuned: Warning = {
  code: "not-tuned",
  message:
    "There are too few rows to hold any out: shrinkage was not tuned and the probabilities are not calibrated. " +
    "At least two different rows of each class are needed.",
};

const noInformation: Warning = {
  code: "no-information",
  message:
    "On rows that were held out the columns told nothing about the classes: every row gets the class frequencies. " +
    "Other columns or another model may help.",
};

function noVariance(): InputError {
  return new InputError(
    "singular-covariance",
    "The rows do not differ within their classes, so no covariance can be estimated.",
    {},
    "More rows are needed.",
  );
}
