import type { Warning } from "../../errors.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import {
  fitFlipCurves,
  flipProbabilities,
  givenLogits,
  haveHighRates,
  highFlipRate,
  largestFlipRate,
  meanRates,
  type FlipCurve,
} from "../../calibration/flipCurves.ts";
import { oddsLogProbabilities, putOddsInPlace } from "../../calibration/oddsPrediction.ts";
import type { LabelNoise, LeaveOneOut } from "../../posterior/numericPosterior.ts";
import { distinctRows, type DistinctRows } from "../../rows/distinctRows.ts";
import { heldOutByFolds } from "../../rows/heldOutByFolds.ts";
import { unlessNotSeparable } from "../../rows/kernel/rootProblem.ts";
import type { LabelledRows, Problem } from "../../rows/labelledRows.ts";
import { pause, type Work } from "../../run/work.ts";
import type { Context } from "../model.ts";
import { denseDiscriminant, type TrainedDiscriminant } from "./fisherDiscriminant.ts";
import { fisherLogProbabilities } from "./posterior.ts";

/** A discriminant whose rows belong to their classes as far as their labels are to be believed. */
export interface NoisyFit {
  readonly discriminant: TrainedDiscriminant;
  readonly rows: LabelledRows;
  readonly flips: readonly FlipCurve[];
  /** Of the labels as they are given. */
  readonly leaveOneOut: LeaveOneOut;
  readonly labelNoise: LabelNoise;
  readonly warnings: readonly Warning[];
}

/** Folds in which rows are left out. */
const folds = 10;

/** The stage of the folds, for their progress. */
export const noiseStage = "label noise";

/**
 * Estimates how labels are exchanged together with the discriminant, at a kernel and a β that were found with the labels as they are
 * given. As in N. D. Lawrence & B. Schölkopf, a row has a true class beside its label, and expectation and maximization take turns:
 * the probability r of the true class given the label, and the discriminant, with the rows weighed by r in both classes. Expectations
 * are taken from rows that were left out, and there are two rounds. Iterated with the rows at hand a flexible kernel confirms itself:
 * it believes its neighbours, whose labels it has corrected.
 *
 * First r comes from the leave-one-out of the discriminant of the given labels. Then rows are left out in folds: each fold makes r of its own rows and a
 * discriminant of them, and meets the others. What these say of their labels, and the rates of exchange with it, is the r of the
 * final discriminant.
 */
export function* fitLabelNoise(
  problem: Problem,
  context: Context,
  { kernel, precision, distance }: TrainedDiscriminant,
  sets: DistinctRows,
): Work<NoisyFit> {
  const { engine } = context;
  const discriminantOf = (rows: LabelledRows): TrainedDiscriminant =>
    denseDiscriminant(engine, kernel, { precision, distance }, rows);
  const first = fitFlipCurves({ ...leftOut(discriminantOf(sets), sets), targets: sets.classes, weights: sets.weights });
  yield pause;
  const heldOut = yield* heldOutByFolds(problem, {
    folds,
    seed: context.seed,
    stage: noiseStage,
    score: (training, tested) =>
      unlessNotSeparable(() => {
        const rows = distinctRows(training);
        const claimed = leftOut(discriminantOf(rows), rows);
        return [fisherLogProbabilities(discriminantOf(believed(rows, first, claimed.logOdds)), tested)];
      }),
  });
  const [scores = matrix(0, 2)] = heldOut.scores;
  const claimed = logOddsOf(scores);
  const flips = fitFlipCurves({ logOdds: claimed, targets: heldOut.classes, weights: heldOut.weights });
  yield pause;
  const doubts = heldOut.leaveOneOut(doubtsOf(flips, claimed, heldOut.classes));
  const memberships = membershipsOf(doubts, sets);
  const rows = { X: sets.X, classes: sets.classes, weights: sets.weights, memberships };
  const discriminant = discriminantOf(rows);
  const given = oddsLogProbabilities({ logits: givenLogits(flips, claimed) });
  const [lower, upper] = meanRates(flips);
  return {
    discriminant,
    rows,
    flips,
    // The kernel has seen all rows.
    leaveOneOut: { ...heldOut.leaveOneOut(given), method: "approximate" },
    labelNoise: {
      rates: Float64Array.of(lower, upper),
      flipProbabilities: problem.rowGroups
        ? Float64Array.from(
            doubts.logProbabilities.data.filter((_, at) => at % 2 === 1),
            Math.exp,
          )
        : flipsOf(discriminant, rows, flips, sets.setOf),
    },
    warnings: boundWarning(flips),
  };
}

/** Log odds of left-out rows; 0 where nothing of their class would be left. */
function leftOut(discriminant: TrainedDiscriminant, { X }: LabelledRows): { readonly logOdds: Float64Array } {
  const { logOdds, omitted } = discriminant.leaveOneOut();
  const without = new Set(omitted);
  return { logOdds: Float64Array.from({ length: X.rows }, (_, row) => (without.has(row) ? 0 : logOdds[row])) };
}

/** The rows with the probability of class 1 that label and log odds give them. */
function believed(rows: LabelledRows, flips: readonly FlipCurve[], claimed: Float64Array): LabelledRows {
  const doubts = flipProbabilities(flips, claimed, rows.classes);
  return { ...rows, memberships: doubts.map((doubt, row) => (rows.classes[row] === 1 ? 1 - doubt : doubt)) };
}

function logOddsOf({ data, rows }: Matrix): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => data[2 * row + 1] - data[2 * row]);
}

/** The logarithms of the probabilities that the label of each test is right, and that it is wrong. */
function doubtsOf(flips: readonly FlipCurve[], claimed: Float64Array, labels: Int32Array): Matrix {
  const doubts = matrix(claimed.length, 2);
  flipProbabilities(flips, claimed, labels).forEach((doubt, at) =>
    putOddsInPlace(doubts, at, Math.log(doubt) - Math.log1p(-doubt)),
  );
  return doubts;
}

/** The probability of class 1 for each set of equal rows; rows that no fold could leave out have the class of their label. */
function membershipsOf(
  { logProbabilities, omitted }: Pick<LeaveOneOut, "logProbabilities" | "omitted">,
  sets: DistinctRows,
): Float64Array {
  const without = new Set(omitted);
  const memberships = Float64Array.from(sets.classes);
  sets.setOf.forEach((set, row) => {
    if (without.has(row)) return;
    const [right, wrong] = [0, 1].map((at) => Math.exp(logProbabilities.data[2 * row + at]));
    memberships[set] = sets.classes[set] === 1 ? right : wrong;
  });
  return memberships;
}

/** The probability that the label of each row is wrong, from the discriminant without the row. */
function flipsOf(
  discriminant: TrainedDiscriminant,
  rows: LabelledRows,
  flips: readonly FlipCurve[],
  setOf: Int32Array,
): Float64Array {
  const ofSets = flipProbabilities(flips, leftOut(discriminant, rows).logOdds, rows.classes);
  return Float64Array.from(setOf, (set) => ofSets[set]);
}

function boundWarning(flips: readonly FlipCurve[]): Warning[] {
  if (!haveHighRates(flips)) return [];
  return [
    {
      code: "label-noise-bound",
      message:
        `The rate of wrong labels in a class is probably above ${highFlipRate}; none above ${largestFlipRate} is considered. Such labels say ` +
        "little about the classes, and the probabilities of this fit may be far off. Check the labels.",
    },
  ];
}
