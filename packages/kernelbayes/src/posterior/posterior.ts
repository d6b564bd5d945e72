import type { Matrix } from "../engine/matrix.ts";
import { encode } from "../encoding/encode.ts";
import { columnGroups, type Encoding, type UnseenRule } from "../encoding/encoding.ts";
import { InputError, type Warning } from "../errors.ts";
import { elpd, type Elpd } from "../evaluate/elpd.ts";
import { quote } from "../table/quote.ts";
import type { Table } from "../table/table.ts";
import type { Candidate } from "./candidate.ts";
import type { ChainReport } from "./chainReport.ts";
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
import type { OutsideRows } from "./outsideRows.ts";
import { pointPredictionOf, predictionOf, type PointPrediction, type Prediction } from "./prediction.ts";
import { provenanceCodec, type Provenance, type TrainingRows } from "./provenance.ts";
import { refuseFar, rowEncoder } from "./rowEncoder.ts";
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

/** The options of a prediction that concern encoded rows. */
export type EncodedPredictOptions = Omit<PredictOptions, "unseen">;

/** Rows as a model takes them. */
export interface EncodedRows {
  /** The rows as a table with the columns that the model needs, and perhaps others; made when it is asked for. */
  readonly table: Table;
  /** The rows in the form in which they are read again in the shortest time: what was given, or a table of what was read. */
  readonly rows: RowsToPredict;
  /** One row for each of them, for `posterior.predictEncoded`. */
  readonly X: Matrix;
  /** What is unlike the training rows. */
  readonly outside: OutsideRows;
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
  /**
   * The predictions of rows that `encodeRows` has encoded, for services that predict the rows of several requests together. Each row is predicted by itself, as `predict` does;
   * `outside` is empty, since `encodeRows` has it.
   */
  predictEncoded(X: Matrix, options: EncodedPredictOptions & { readonly intervals: false }): PointPrediction;
  predictEncoded(X: Matrix, options: EncodedPredictOptions): Prediction | PointPrediction;
  /** The same posterior on encoded rows, as the model made it: what explanations look into. */
  readonly numeric: NumericPosterior;
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
  const { priors, encoding } = provenance;
  const numeric = priors ? withPriors(learned, priorSteps(provenance.training, priors)) : learned;
  const width = columnGroups(encoding).length;
  const { leaveOneOut, labelNoise, evidence, search, chains, candidates, warnings } = numeric;
  const { project, axes, draws, members } = numeric;
  return {
    ...provenance,
    numeric,
    leaveOneOut,
    labelNoise,
    evidence,
    search,
    chains,
    candidates,
    warnings,
    draws: draws && ((table) => draws(encodeChecked(encoding, table))),
    project: project && ((table) => project(encodeChecked(encoding, table))),
    axes,
    members: members && ((table) => members(encodeChecked(encoding, table))),
    score: leaveOneOut && scoreOf(leaveOneOut, provenance.training),
    intervals,
    predict: ((rows: RowsToPredict, options?: PredictOptions) =>
      predictRows(provenance, numeric, intervals, rows, options)) as Posterior["predict"],
    predictEncoded: ((X: Matrix, options: EncodedPredictOptions) => {
      if (X.columns !== width) {
        throw new InputError("not-encoded", `Encoded rows of this model have ${width} columns; got ${X.columns}.`);
      }
      return predictMatrix(provenance.classes, numeric, checked(intervals, options), X);
    }) as Posterior["predictEncoded"],
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
  provenance: Provenance,
  numeric: NumericPosterior,
  hasIntervals: boolean,
  rows: RowsToPredict,
  options: PredictOptions = {},
): Prediction | PointPrediction {
  const settings = checked(hasIntervals, options);
  const { X, outside } = encodeRows(provenance, rows, options);
  return predictMatrix(provenance.classes, numeric, settings, X, outside);
}

/** The level and whether there are intervals, or why that cannot be. */
function checked(hasIntervals: boolean, { level = 0.9, intervals = true }: EncodedPredictOptions): CheckedOptions {
  if (!(typeof level === "number" && level > 0 && level < 1)) {
    throw new InputError("invalid-level", `level must lie between 0 and 1; got ${String(level)}.`);
  }
  if (typeof intervals !== "boolean") {
    throw new InputError("invalid-option", `intervals can be true or false; got ${quote(String(intervals))}.`);
  }
  if (intervals && !hasIntervals) throw noIntervals();
  return { level, intervals };
}

interface CheckedOptions {
  readonly level: number;
  readonly intervals: boolean;
}

function predictMatrix(
  classes: readonly string[],
  numeric: NumericPosterior,
  { level, intervals }: CheckedOptions,
  X: Matrix,
  outside?: OutsideRows,
): Prediction | PointPrediction {
  return intervals
    ? predictionOf(numeric.predict(X, level), classes, level, outside)
    : pointPredictionOf(numeric.probabilities(X), classes, outside);
}

/**
 * Rows as a model takes them, checked: the first half of `posterior.predict`. It needs no more of the posterior than plain data, so that one thread can check rows and another predict
 * them.
 *
 * @example
 * const { X, outside } = encodeRows(posterior, rows);
 * const { labels } = posterior.predictEncoded(X, { intervals: false });
 */
export function encodeRows(
  { encoding, profiles }: Pick<Provenance, "encoding" | "profiles">,
  rows: RowsToPredict,
  { unseen = encoding.unseen }: Pick<PredictOptions, "unseen"> = {},
): EncodedRows {
  if (unseen !== "refuse" && unseen !== "zeros") {
    throw new InputError("invalid-option", `unseen can be "refuse" or "zeros"; got ${quote(String(unseen))}.`);
  }
  let encoder = encoders.get(encoding);
  if (encoder === undefined) encoders.set(encoding, (encoder = rowEncoder(encoding, profiles)));
  const { X, outside, read } = encoder(rows, unseen);
  return new CheckedRows(X, outside, encoding, read ? { rows: X.rows, columns: read } : rows);
}

/** A class, because an object literal with a getter gets a hidden class of its own each time it is evaluated, which stays until a full garbage collection. */
class CheckedRows implements EncodedRows {
  readonly X: Matrix;
  readonly outside: OutsideRows;
  readonly rows: RowsToPredict;
  readonly #encoding: Encoding;

  constructor(X: Matrix, outside: OutsideRows, encoding: Encoding, rows: RowsToPredict) {
    this.X = X;
    this.outside = outside;
    this.#encoding = encoding;
    this.rows = rows;
  }

  get table(): Table {
    return rowsToPredict(this.#encoding, this.rows);
  }
}

/** Made once for an encoding, since that is most of the work for a single row. */
const encoders = new WeakMap<Encoding, ReturnType<typeof rowEncoder>>();

/** Encodes rows and refuses values that no arithmetic can deal with, by row and column. */
export function encodeChecked(encoding: Encoding, table: Table): Matrix {
  const X = encode(encoding, table);
  refuseFar(encoding, X);
  return X;
}

function scoreOf({ logProbabilities, omitted }: LeaveOneOut, { classes, weights }: TrainingRows): Elpd | undefined {
  if (omitted.length === classes.length) return undefined;
  const left = new Set(omitted);
  const densities = classes.map((q, row) =>
    left.has(row) ? Number.NaN : logProbabilities.data[row * logProbabilities.columns + q],
  );
  return elpd(densities, weights);
}
