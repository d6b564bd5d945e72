import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { InputError, type Warning } from "../../errors.ts";
import { equalRows } from "../../evaluate/equalRows.ts";
import { logLossFromLogarithms } from "../../evaluate/logLoss.ts";
import { hasManyOutputs } from "../../likelihoods/multinomial/manyClasses.ts";
import { leftOutRows, type LeftOutRows } from "../../likelihoods/multinomial/leftOutRows.ts";
import {
  factoredHessian,
  multinomialMode,
  type MultinomialMode,
  type MultinomialProblem,
} from "../../likelihoods/multinomial/multinomialMode.ts";
import {
  atPenalty,
  leastPenalty,
  penaltyGrid,
  penaltyPrior,
  penaltyScale,
  searchPenalty,
  type PenaltyProblem,
} from "./searchPenalty.ts";
import { modeWithOthers } from "./modeWithOthers.ts";
import { inRowSpace, rowSpaceOf, type RowSpace } from "../../likelihoods/multinomial/rowSpace.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { stages } from "../../run/share.ts";
import { progress, type Work } from "../../run/work.ts";
import { heldOutByFolds } from "../../rows/heldOutByFolds.ts";
import { allSizes, classSizes, takeRows, rowsDoNotDiffer, type Problem } from "../../rows/labelledRows.ts";
import type { Context, Cost, Model } from "../model.ts";
import { widthAllowed } from "../../calibration/widthAllowed.ts";
import {
  multinomialCodec,
  multinomialLogisticPosterior,
  multinomialLogProbabilities,
  predictMultinomial,
  type PenalizedMode,
} from "./posterior.ts";
import { describeOptions, readModelOptions, type OptionSchema } from "../parts/option.ts";
import type { Renaming } from "../parts/inPresentWords.ts";
import { regularizationOption, type Regularization } from "../parts/regularizationOption.ts";
import { notByGradients, type ModelEntry } from "../modelEntry.ts";
import { sumOf } from "../../matrix/dot.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import { searchPart } from "../../rows/sampleRows.ts";

export interface LogisticOptions {
  /** λ of the penalty ½λ Σ_c |β_c|²; "auto": by leave-one-out. Default "auto". */
  readonly regularization?: Regularization;
}

const options = {
  regularization: regularizationOption(
    "The factor λ of half the squared coefficients of all classes, or by leave-one-out.",
  ),
} satisfies OptionSchema<LogisticOptions>;

const renamings: readonly Renaming[] = [
  { option: "penalty", now: (penalty) => ({ regularization: penalty === "leave-one-out" ? "auto" : penalty }) },
];

/** A search looks at no more rows than so many operations of one Hessian allow, but at these at least. */
const [mostOperations, leastRows] = [2e8, 200];

/**
 * Regularized multinomial logistic regression: straight boundaries between any number of classes, fitted jointly,
 *
 *     p_c(x) ∝ exp(α_c + β_cᵀx),   minimize −Σᵢ wᵢ log p_{yᵢ}(xᵢ) + ½λ Σ_c |β_c|²,
 *
 * the intercepts α free. No class is special: Σ_c β_c = 0 at the minimum. λ is the one under which rows are predicted best by
 * fits that did not see them. Serves more columns than rows, in the space of the rows. For two classes the penalty is ¼λ|β|²
 * on the coefficients of the log odds.
 *
 * @example logistic()
 */
export function logistic(given: LogisticOptions = {}): Model {
  const { settings, identity } = readModelOptions("logistic", options, given, renamings);
  return {
    ...identity,
    classes: "many",
    sums: true,
    fit: (problem, context) =>
      stages({ grid: 2, search: 5, groups: 5, "final fit": 1 }, fitLogistic(problem, context, settings.regularization)),
    restore: (parameters, figures, { engine }) =>
      multinomialLogisticPosterior(engine, multinomialCodec.read(parameters, "parameters"), figures),
    cost: costOf,
  };
}

export const logisticEntry: ModelEntry = {
  title: "Multinomial logistic regression",
  family: "support-vector",
  summary:
    "Straight boundaries between any number of classes, fitted jointly; ridge by leave-one-out; also for more columns than rows.",
  create: logistic,
  options: describeOptions(options),
  farLimit: "certainty",
  exemptions: { "gradient-at-optimum": notByGradients },
};

/** Some fifteen penalties with four Newton steps each on the rows of the search, and ten steps on all. */
function costOf(rows: number, columns: number, classes: number): Cost {
  const q = classes - 1;
  const m = Math.min(rows, columns) + 1;
  // Loops over few classes take more time per operation than the products of an engine.
  const ofRow = (hasManyOutputs(q) ? 2.5 : 10) * classes ** 3;
  const step = (n: number): number => {
    const size = q * Math.min(m, n + 1);
    return n * (size * size + ofRow) + size ** 3 / 2 + 2 * n * columns;
  };
  return {
    memory: 8 * (3 * rows * columns + 2 * columns * m + 4 * rows * (m + q * q + classes) + 5 * (q * m) ** 2),
    operations: 75 * step(Math.min(rows, mostSearched(columns, classes))) + 10 * step(rows) + 2 * rows * columns * m,
  };
}

/** The most rows n with n (q min(n, p + 1))² operations within the limit. */
export function mostSearched(columns: number, classes: number): number {
  const q = classes - 1;
  const wide = Math.cbrt(mostOperations / q ** 2);
  const most = wide <= columns + 1 ? wide : mostOperations / (q * (columns + 1)) ** 2;
  return Math.max(leastRows, Math.floor(most));
}

function* fitLogistic(problem: Problem, context: Context, asked: Regularization): Work<NumericPosterior> {
  const { engine } = context;
  const sets = distinctProblem(problem);
  const rows = inCoordinates(engine, sets);
  const scale = penaltyScale(rows.penalized);
  const least = problem.others ? leastPenalty(sumOf(allSizes(problem))) : scale.least;
  if (asked !== "auto" && asked < least) throw tooSmall(asked, least);
  const {
    penalty: found,
    byGroups,
    rowsUsed,
  } = asked === "auto"
    ? yield* choosePenalty(problem, sets, context)
    : { penalty: asked, byGroups: undefined, rowsUsed: sets.X.rows };
  const penalty = problem.others ? Math.max(least, found) : found;
  const modeAt = function* (lambda: number): Work<MultinomialFound> {
    const at = atPenalty(rows.penalized, lambda);
    return problem.others
      ? yield* modeWithOthers(engine, at, rows.space)
      : { problem: at, mode: multinomialMode(engine, at) };
  };
  const { problem: at, mode } = yield* modeAt(penalty);
  yield progress("final fit", 1, 1);
  const leaveOneOut = problem.rowGroups
    ? (byGroups ?? (yield* leaveGroupsOut(problem, context, [penalty]))[0].leaveOneOut)
    : leaveRowsOut(leftOutRows(engine, at, mode), sets.setOf);
  const loosePenalty = Math.max(least, scale.length);
  const isStiff = asked === "auto" && penalty > scale.length;
  const fit = {
    ...rows.space,
    ...modeWith(engine, penalty, { problem: at, mode }),
    loose: isStiff ? modeWith(engine, loosePenalty, yield* modeAt(loosePenalty)) : undefined,
    sizes: allSizes(problem),
  };
  const isOmitted = new Set(leaveOneOut.omitted);
  const width = widthAllowed({
    logProbabilities: leaveOneOut.logProbabilities,
    deviations: predictMultinomial(engine, fit, problem.X, 0.9).latentDeviation,
    classes: problem.classes,
    weights: problem.weights.map((weight, row) => (isOmitted.has(row) ? 0 : weight)),
  });
  return multinomialLogisticPosterior(
    engine,
    { ...fit, width },
    {
      leaveOneOut,
      evidence: undefined,
      warnings: [
        ...omittedWarning(leaveOneOut),
        ...(rowsUsed < sets.X.rows ? [searchedOnPart(rowsUsed, sets.X.rows)] : []),
        ...(mode.converged ? [] : [notConverged]),
      ],
    },
  );
}

/**
 * A mode with its covariance. Where a chosen λ leaves the scores a variance below 1, because columns did not gain enough to count, it
 * says little of what they may still do: intervals come from the mode where that variance is 1.
 */
function modeWith(engine: Engine, penalty: number, { problem, mode }: MultinomialFound): PenalizedMode {
  return { penalty, coefficients: mode.coefficients, covariance: factoredHessian(engine, problem, mode).inverse() };
}

interface MultinomialFound {
  readonly problem: MultinomialProblem;
  readonly mode: MultinomialMode;
}

interface DistinctProblem extends Problem {
  /** The row that stands for each row of the problem it was made from. */
  readonly setOf: Int32Array;
}

/** The rows without repetitions, in an order that does not depend on where they stand; copies become weight. */
function distinctProblem(problem: Problem): DistinctProblem {
  const { representatives, setOf, weights, inputs } = equalRows(problem.X, problem.classes, problem.weights);
  if (new Set(inputs).size < 2) throw rowsDoNotDiffer();
  return { ...takeRows(problem, representatives), weights, rowGroups: undefined, setOf };
}

function inCoordinates(
  engine: Engine,
  { X, classes, classCount, weights }: Problem,
): { readonly space: RowSpace; readonly penalized: PenaltyProblem } {
  const space = rowSpaceOf(engine, X, weights);
  return { space, penalized: { design: inRowSpace(engine, space, X).design, classes, classCount, weights } };
}

interface PenaltyChoice {
  readonly penalty: number;
  /** What the folds by groups said, where there are groups. */
  readonly byGroups: LeaveOneOut | undefined;
  readonly rowsUsed: number;
}

/** By left-out rows and their first-order formula; by folds where rows come in groups. */
function* choosePenalty(problem: Problem, sets: Problem, context: Context): Work<PenaltyChoice> {
  const { engine, seed } = context;
  const most = mostSearched(problem.X.columns, problem.classCount);
  if (!problem.rowGroups) {
    const part = searchPart(sets, seed, most);
    const { penalized } = inCoordinates(engine, part ? distinctProblem(part) : sets);
    const penalty = yield* searchPenalty(engine, penalized);
    return { penalty, byGroups: undefined, rowsUsed: penalized.classes.length };
  }
  const scale = penaltyScale(inCoordinates(engine, sets).penalized);
  const grid = penaltyGrid(scale, "half tens");
  const scores = yield* leaveGroupsOut(problem, context, grid);
  const values = scores.map(({ loss }, k) => loss + penaltyPrior(grid[k], scale));
  const chosen = values.indexOf(Math.min(...values));
  return { penalty: grid[chosen], byGroups: scores[chosen].leaveOneOut, rowsUsed: sets.X.rows };
}

interface GroupScore {
  readonly leaveOneOut: LeaveOneOut;
  /** Minus the log probability of all tested rows, in nats; 0 where none could be tested. */
  readonly loss: number;
}

/** Groups of rows are left out in folds, at each of some penalties. */
function* leaveGroupsOut(
  problem: Problem,
  { engine, seed }: Context,
  penalties: readonly number[],
): Work<GroupScore[]> {
  const { scores, classes, weights, leaveOneOut } = yield* heldOutByFolds(problem, {
    seed,
    score(training, tested) {
      const { space, penalized } = inCoordinates(engine, distinctProblem(training));
      const sizes = classSizes(training);
      let start: Matrix | undefined;
      return penalties.map((penalty) => {
        const { coefficients } = multinomialMode(engine, atPenalty(penalized, penalty), { start });
        start = coefficients;
        return multinomialLogProbabilities(engine, { ...space, coefficients, sizes }, tested);
      });
    },
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return penalties.map((_, k) => ({
    leaveOneOut: { ...leaveOneOut(scores[k] ?? matrix(0, problem.classCount)), method: "approximate" },
    loss: total > 0 ? total * logLossFromLogarithms(scores[k], classes, weights).mean : 0,
  }));
}

/** To first order around the fit, at the chosen λ, which a fit without the row might choose otherwise. */
function leaveRowsOut({ logProbabilities, omitted }: LeftOutRows, setOf: Int32Array): LeaveOneOut {
  const C = logProbabilities.columns;
  const isOmitted = new Set(omitted);
  const ofRows = matrix(setOf.length, C);
  const without: number[] = [];
  setOf.forEach((set, row) => {
    if (isOmitted.has(set)) without.push(row);
    else ofRows.data.set(logProbabilities.data.subarray(set * C, (set + 1) * C), row * C);
  });
  return { method: "approximate", logProbabilities: ofRows, omitted: without };
}

function searchedOnPart(rowsUsed: number, rows: number): Warning {
  return {
    code: "search-on-part",
    message:
      `The regularization was chosen on ${rowsUsed} of ${rows} different rows, drawn by the seed, and all rows were used with it. ` +
      "Give the option regularization to spare the search.",
  };
}

const notConverged: Warning = {
  code: "not-converged",
  message:
    "Newton's method stopped before it came to rest: the probabilities are approximate. A larger regularization would help; look " +
    "for rows far from all others.",
};

function tooSmall(penalty: number, least: number): InputError {
  return new InputError(
    "invalid-option",
    `The option regularization of logistic must be at least a millionth of the number of rows, here ${least}: classes that can be ` +
      `separated have no optimum without a penalty. Got ${penalty}.`,
  );
}
