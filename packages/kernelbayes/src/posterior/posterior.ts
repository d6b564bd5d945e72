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
import type { LeaveOneOut, MemberPrediction, NumericPosterior, SearchReport } from "./numericPosterior.ts";
import { outsideRows } from "./outsideRows.ts";
import { predictionOf, type Prediction } from "./prediction.ts";
import { provenanceCodec, type Provenance, type TrainingRows } from "./provenance.ts";
import { priorSteps, withPriors } from "./withPriors.ts";

export interface PredictOptions {
  /** Level of the intervals, between 0 and 1. Default 0.9. */
  readonly level?: number;
  /**
   * Levels that did not occur in training: an error, or like the pooled rare ones, else like none of those that did. Default: as the encoding says. `prediction.outside` names the
   * rows and columns.
   */
  readonly unseen?: UnseenRule | undefined;
}

/** What a fit returns: it predicts, tells how it came about, and can be saved. Immutable. */
export interface Posterior extends Provenance {
  predict(table: Table, options?: PredictOptions): Prediction;
  /** The coordinates of rows in the few directions in which the model tells the classes apart, where it has such: for charts. */
  readonly project: ((table: Table) => Matrix) | undefined;
  /**
   * The posterior of the class probabilities, where the model draws from it: for each row of the table a matrix with a row for
   * each draw, those of one chain after those of another, and a column for each class.
   */
  readonly draws: ((table: Table) => readonly Matrix[]) | undefined;
  /** What each member predicts by itself, where the model combines members: a prediction far from all of them deserves a look. */
  readonly members: ((table: Table) => readonly MemberPrediction[]) | undefined;
  readonly leaveOneOut: LeaveOneOut | undefined;
  /** The leave-one-out log predictive density, by which models are compared; none if no row has one. */
  readonly score: Elpd | undefined;
  /** Logarithm of the evidence, for models that have one. */
  readonly evidence: number | undefined;
  /** How the search for hyperparameters ended, for models that search by gradients. */
  readonly search: SearchReport | undefined;
  /** How the Markov chains went, for models that have such. */
  readonly chains: ChainReport | undefined;
  /** What was tried, best first, for models that choose among others or combine them. */
  readonly candidates: readonly Candidate[] | undefined;
  readonly warnings: readonly Warning[];
  /** Plain data for `JSON.stringify`, from which `loadPosterior` makes the same posterior again. */
  toDocument(): PosteriorDocument;
}

export const documentFormat = "kernelbayes-posterior";
/** The version of documents without given priors. */
export const documentVersion = 1;
/** Documents with `priors` have a version of their own: a library that does not know them would overlook them. */
export const newestVersion = 2;

export interface PosteriorDocument {
  readonly format: typeof documentFormat;
  readonly version: number;
  readonly [part: string]: unknown;
}

/** The posterior of a model that learned, and predicts, under the class frequencies; given priors are applied here and nowhere else. */
export function posteriorOf(provenance: Provenance, learned: NumericPosterior): Posterior {
  const { priors } = provenance;
  const numeric = priors ? withPriors(learned, priorSteps(provenance.training, priors)) : learned;
  const { leaveOneOut, evidence, search, chains, candidates, warnings, project, draws, members } = numeric;
  return {
    ...provenance,
    leaveOneOut,
    evidence,
    search,
    chains,
    candidates,
    warnings,
    draws: draws && ((table) => draws(encodeChecked(provenance.encoding, table))),
    project: project && ((table) => project(encodeChecked(provenance.encoding, table))),
    members: members && ((table) => members(encodeChecked(provenance.encoding, table))),
    score: leaveOneOut && scoreOf(leaveOneOut, provenance.training),
    predict(table, { level = 0.9, unseen = provenance.encoding.unseen } = {}) {
      if (!(typeof level === "number" && level > 0 && level < 1)) {
        throw new InputError("invalid-level", `level must lie between 0 and 1; got ${String(level)}.`);
      }
      if (unseen !== "refuse" && unseen !== "zeros") {
        throw new InputError("invalid-option", `unseen can be "refuse" or "zeros"; got ${quote(String(unseen))}.`);
      }
      const X = encodeChecked({ ...provenance.encoding, unseen }, table);
      const outside = outsideRows(provenance.encoding, provenance.profiles, table);
      return predictionOf(numeric.predict(X, level), provenance.classes, level, outside);
    },
    toDocument() {
      return {
        format: documentFormat,
        version: priors ? newestVersion : documentVersion,
        ...provenanceCodec.write(provenance),
        ...numericDocument(numeric),
      };
    },
  };
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
