import type { Warning } from "../errors.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import type { Candidate } from "./candidate.ts";
import type { ChainReport } from "./chainReport.ts";
import type { LatentExpansion } from "./latentExpansion.ts";

/** What a model says about encoded rows, without intervals. */
export interface NumericProbabilities {
  /** One row for each encoded row and one column for each class. */
  readonly logProbabilities: Matrix;
  /** The class number of each row by a rule of the model's own, where the user asked for it; else the most probable class. */
  readonly decisions?: Int32Array | undefined;
}

/** What a model says about encoded rows. All matrices have one row for each encoded row and one column for each class. */
export interface NumericPrediction extends NumericProbabilities {
  /** Ends of the interval for the probability, each with the reported probability inside. */
  readonly lower: Matrix;
  readonly upper: Matrix;
  /** Mean and deviation of the latent quantity behind the probability (the logit, unless the model's page says otherwise). */
  readonly latentMean: Matrix;
  readonly latentDeviation: Matrix;
}

/** A prediction of so many rows, to be filled. */
export function emptyPrediction(rows: number, classes: number): NumericPrediction {
  const [logProbabilities, lower, upper, latentMean, latentDeviation] = Array.from({ length: 5 }, () =>
    matrix(rows, classes),
  );
  return { logProbabilities, lower, upper, latentMean, latentDeviation };
}

/** Rows in the directions in which a model tells the classes apart: a row for each row, a column for each direction. */
export interface RowProjections extends Matrix {
  /** The posterior deviations of the entries, where the model has such. */
  readonly deviations?: Matrix | undefined;
}

/** A direction in which a model tells two classes apart, or one class from the others. */
export interface ProjectionAxis {
  /** α of Σⱼ αⱼ k(xⱼ, x) over the rows that the model keeps, or w of wᵀx over the encoded columns. */
  readonly coefficients: Float64Array;
  /** What is added to that sum. */
  readonly constant: number;
  /** The mean projections of the training rows of class 0 (or of the other classes), and of class 1 (or of the one class). */
  readonly centers: readonly [number, number];
  /** d, how far these are apart. */
  readonly distance: number;
}

/** What one member of a combination predicts by itself. */
export interface MemberPrediction {
  /** What the member is, in words: the title of its candidate. */
  readonly title: string;
  /** One row for each row, one column for each class. */
  readonly logProbabilities: Matrix;
}

/** The score that models are compared by: each training row predicted by a fit that did not see it. */
export interface LeaveOneOut {
  /** How the rows were left out: one at a time by formula, or in folds with everything refitted. */
  readonly method: "exact" | "approximate" | "folds";
  /** Log probability of every class for every training row (only rows listed in `omitted` have no valid entry: zeros). */
  readonly logProbabilities: Matrix;
  /** Rows that have no score because nothing of their class, or no valid model, is left without them. */
  readonly omitted: readonly number[];
}

/** What a fit that takes labels for possibly wrong says about them. */
export interface LabelNoise {
  /** For each class, the share of its rows that carry the label of another. */
  readonly rates: Float64Array;
  /** For each training row, the probability that its label is wrong. */
  readonly flipProbabilities: Float64Array;
}

/** How a search for hyperparameters by gradients ended. */
export interface SearchReport {
  /** Largest absolute entry of the gradient in the logarithms of the hyperparameters, bounds respected. */
  readonly gradientNorm: number;
  /** Names of the hyperparameters that ended at a bound; there is a warning of the code "at-bound" then. */
  readonly atBounds: readonly string[];
}

/** How a fit came out, whatever the model. */
export interface FitFigures {
  /** For models that search hyperparameters by gradients. */
  readonly search?: SearchReport | undefined;
  readonly leaveOneOut: LeaveOneOut | undefined;
  /** For models that were asked to look for wrong labels. */
  readonly labelNoise?: LabelNoise | undefined;
  /** Logarithm of the evidence, for models that have one. */
  readonly evidence: number | undefined;
  /** How the Markov chains went, for models that have such. */
  readonly chains?: ChainReport | undefined;
  /** What was tried, best first, for models that choose among others or combine them. */
  readonly candidates?: readonly Candidate[] | undefined;
  readonly warnings: readonly Warning[];
}

/** Which parts of a posterior a document keeps. */
export interface KeptParts {
  /** Whether what only intervals need is kept. Default true. */
  readonly intervals?: boolean | undefined;
}

/** The result of fitting a model to encoded rows: immutable, and as good as its document. */
export interface NumericPosterior extends FitFigures {
  /** What the model says about encoded rows, with intervals of the given level between 0 and 1. */
  predict(X: Matrix, level: number): NumericPrediction;
  /** The same probabilities and decisions as `predict`, without intervals and the work that they are. */
  probabilities(X: Matrix): NumericProbabilities;
  /** The coordinates of rows in the few directions in which the model tells the classes apart, where it has such. */
  readonly project?: ((X: Matrix) => RowProjections) | undefined;
  /** These directions, one for each column of `project`, for models that know them. */
  readonly axes?: readonly ProjectionAxis[] | undefined;
  /**
   * The posterior of the class probabilities, where it is one of draws: for each row a matrix with a row for each draw and a
   * column for each class.
   */
  readonly draws?: ((X: Matrix) => readonly Matrix[]) | undefined;
  /** The latent functions as sums that can be taken apart column by column, where they are such: what explanations are made of. */
  readonly expansion?: (() => LatentExpansion) | undefined;
  /** Training rows that it holds, as encoded, where there is no expansion that has them. */
  readonly heldRows?: (() => readonly Matrix[]) | undefined;
  /** What each member predicts by itself, where the model combines members. */
  readonly members?: ((X: Matrix) => readonly MemberPrediction[]) | undefined;
  /**
   * All that `predict` depends on, as plain data without numbers that JSON cannot hold; with `intervals: false` all that `probabilities` does, where that is less.
   */
  parameters(kept?: KeptParts): Readonly<Record<string, unknown>>;
}
