import type { Matrix } from "../engine/matrix.ts";
import { encode } from "../encoding/encode.ts";
import { encodedColumns, type Encoding, type UnseenRule } from "../encoding/encoding.ts";
import { InputError, type Warning } from "../errors.ts";
import { thatRow, wording } from "../wording.ts";
import { elpd, type Elpd } from "../evaluate/elpd.ts";
import { quote } from "../table/quote.ts";
import type { Table } from "../table/table.ts";
import type { Candidate } from "./candidate.ts";
import type { ChainReport } from "./chainReport.ts";
import { largestEncodedValue } from "./largestEncodedValue.ts";
import { numericDocument } from "./numericDocument.ts";
import { noIntervals } from "./noIntervals.ts";
import type {
  KeptParts,
  LabelNoise,
  LeaveOneOut,
  MemberPrediction,
  NumericPosterior,
  ProjectionAxis,
  RowProjections,
  SearchReport,
} from "./numericPosterior.ts";
import { outsideRows } from "./outsideRows.ts";
import { pointPredictionOf, predictionOf, type PointPrediction, type Prediction } from "./prediction.ts";
import { provenanceCodec, type Provenance, type TrainingRows } from "./provenance.ts";
import { rowsToPredict, type RowsToPredict } from "./rowsToPredict.ts";
import { priorSteps, withPriors } from "./withPriors.ts";

export interface PredictOptions {
  /** Level of the intervals, between 0 and 1. Default 0.9. */
  readonly level?: number | undefined;
  /**
   * Whether each probability has its interval. Default true. A posterior that was saved without intervals refuses them with an error, rather than leave them out unasked.
   */
  readonly intervals?: boolean | undefined;
  /**
   * Levels that did not occur in training: an error, or like the pooled rare ones, else like none of those that did. Default: as the encoding says. `prediction.outside` names the
   * rows and columns.
   */
  readonly unseen?: UnseenRule | undefined;
}

/** What a fit returns: it predicts, tells how it came about, and can be saved. Immutable. */
export interface Posterior extends Provenance {
  /**
   * Labels and class probabilities of rows, with the interval that each probability lies in. `intervals: false` leaves the intervals out, and the work that they are; the
   * probabilities are the same.
   *
   * @example const [{ label, probabilities }] = posterior.predict([{ length: 5.1, width: 3.5 }], { intervals: false }).toRows();
   */
  predict(rows: RowsToPredict, options: PredictOptions & { readonly intervals: false }): PointPrediction;
  predict(rows: RowsToPredict, options?: PredictOptions & { readonly intervals?: true | undefined }): Prediction;
  predict(rows: RowsToPredict, options: PredictOptions): Prediction | PointPrediction;
  /** Whether it has what intervals need: false if its document was saved without that. */
  readonly intervals: boolean;
  /**
   * The coordinates of rows in the few directions in which the model tells the classes apart, where it has such: for charts. Models with a
   * posterior of these coordinates give its mean, and its deviation as `deviations`.
   */
  readonly project: ((table: Table) => RowProjections) | undefined;
  /** These directions, for models that know them: coefficients, class centers and their distance. */
  readonly axes: readonly ProjectionAxis[] | undefined;
  /**
   * The posterior of the class probabilities, where the model draws from it: for each row of the table a matrix with a row for
   * each draw, those of one chain after those of another, and a column for each class.
   */
  readonly draws: ((table: Table) => readonly Matrix[]) | undefined;
  /** What each member predicts by itself, where the model combines members: a prediction far from all of them deserves a look. */
  readonly members: ((table: Table) => readonly MemberPrediction[]) | undefined;
  readonly leaveOneOut: LeaveOneOut | undefined;
  /**
   * For models that were asked to take labels for possibly wrong (`bayesianFisher({ labelNoise: "estimated" })`): how often, and for each training row how
   * probably. The rows of the table have the places `training.rows`.
   */
  readonly labelNoise: LabelNoise | undefined;
  /** The leave-one-out log predictive density, by which models are compared; none if no row has one. */
  readonly score: Elpd | undefined;
  /** Logarithm of the evidence, for models that have one. */
  readonly evidence: number | undefined;
  /** How the search for hyperparameters ended, for models that search by gradients. */
  readonly search: SearchReport | undefined;
  /** How the Markov chains went, for models that have such. */
  readonly chains: ChainReport | undefined;
  /**
   * What was tried, best first, for models that choose among others or combine them. The first may have a better score than the
   * combination has in `score`: it was picked as the best by these same rows, and the best of several looks better than it is.
   */
  readonly candidates: readonly Candidate[] | undefined;
  readonly warnings: readonly Warning[];
  /**
   * Plain data for `JSON.stringify`, from which `loadPosterior` makes the same posterior again; with `intervals: false` a smaller document of a posterior that
   * predicts the same probabilities without intervals.
   */
  toDocument(kept?: KeptParts): PosteriorDocument;
}

export const documentFormat = "kernelbayes-posterior";
/** The version of documents without given priors. */
export const documentVersion = 1;
/** Documents with `priors` have a version of their own: a library that does not know them would overlook them. */
const versionWithPriors = 2;
/** Documents with `intervals: false` lack what earlier versions of the library ask for. */
export const newestVersion = 3;

export interface PosteriorDocument {
  readonly format: typeof documentFormat;
  readonly version: number;
  readonly [part: string]: unknown;
}

/** The posterior of a model that learned, and predicts, under the class frequencies; given priors are applied here and nowhere else. */
export function posteriorOf(
  provenance: Provenance,
  learned: NumericPosterior,
  { intervals = true }: KeptParts = {},
): Posterior {
  const { priors } = provenance;
  const numeric = priors ? withPriors(learned, priorSteps(provenance.training, priors)) : learned;
  const { leaveOneOut, labelNoise, evidence, search, chains, candidates, warnings } = numeric;
  const { project, axes, draws, members } = numeric;
  return {
    ...provenance,
    leaveOneOut,
    labelNoise,
    evidence,
    search,
    chains,
    candidates,
    warnings,
    draws: draws && ((table) => draws(encodeChecked(provenance.encoding, table))),
    project: project && ((table) => project(encodeChecked(provenance.encoding, table))),
    axes,
    members: members && ((table) => members(encodeChecked(provenance.encoding, table))),
    score: leaveOneOut && scoreOf(leaveOneOut, provenance.training),
    intervals,
    predict: ((rows: RowsToPredict, options?: PredictOptions) =>
      predictRows(provenance, numeric, intervals, rows, options)) as Posterior["predict"],
    toDocument(kept = {}) {
      const keeps = { intervals: intervals && (kept.intervals ?? true) };
      return {
        format: documentFormat,
        version: !keeps.intervals ? newestVersion : priors ? versionWithPriors : documentVersion,
        ...(!keeps.intervals && keeps),
        ...provenanceCodec.write(provenance),
        ...numericDocument(numeric, keeps),
      };
    },
  };
}

function predictRows(
  { encoding, profiles, classes }: Provenance,
  numeric: NumericPosterior,
  hasIntervals: boolean,
  rows: RowsToPredict,
  { level = 0.9, intervals = true, unseen = encoding.unseen }: PredictOptions = {},
): Prediction | PointPrediction {
  if (!(typeof level === "number" && level > 0 && level < 1)) {
    throw new InputError("invalid-level", `level must lie between 0 and 1; got ${String(level)}.`);
  }
  if (unseen !== "refuse" && unseen !== "zeros") {
    throw new InputError("invalid-option", `unseen can be "refuse" or "zeros"; got ${quote(String(unseen))}.`);
  }
  if (typeof intervals !== "boolean") {
    throw new InputError("invalid-option", `intervals can be true or false; got ${quote(String(intervals))}.`);
  }
  if (intervals && !hasIntervals) throw noIntervals();
  const table = rowsToPredict(encoding, rows);
  const X = encodeChecked({ ...encoding, unseen }, table);
  const outside = outsideRows(encoding, profiles, table);
  return intervals
    ? predictionOf(numeric.predict(X, level), classes, level, outside)
    : pointPredictionOf(numeric.probabilities(X), classes, outside);
}

/** Encodes rows and refuses values that no arithmetic can deal with, by row and column. */
export function encodeChecked(encoding: Encoding, table: Table): Matrix {
  const X = encode(encoding, table);
  const at = X.data.findIndex((value) => !(Math.abs(value) <= largestEncodedValue));
  if (at < 0) return X;
  const row = Math.floor(at / X.columns) + 1;
  const column = encodedColumns(encoding)[at % X.columns].source;
  throw new InputError(
    "too-far",
    wording`Column ${quote(column)} has a value in row ${thatRow} that is more than ${largestEncodedValue} deviations from the training rows.`,
    { row, column },
    "Check its unit, or leave the row out.",
  );
}

function scoreOf({ logProbabilities, omitted }: LeaveOneOut, { classes, weights }: TrainingRows): Elpd | undefined {
  if (omitted.length === classes.length) return undefined;
  const left = new Set(omitted);
  const densities = classes.map((q, row) =>
    left.has(row) ? Number.NaN : logProbabilities.data[row * logProbabilities.columns + q],
  );
  return elpd(densities, weights);
}
