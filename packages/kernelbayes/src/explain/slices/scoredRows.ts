import type { Matrix } from "../../engine/matrix.ts";
import { matrix } from "../../engine/matrix.ts";
import { InputError } from "../../errors.ts";
import { LOG_DENSITY_FLOOR } from "../../evaluate/elpd.ts";
import { mostProbable } from "../../evaluate/probabilities.ts";
import { row } from "../../matrix/row.ts";
import type { Posterior } from "../../posterior/posterior.ts";
import { asText } from "../../table/column.ts";
import { quote } from "../../table/quote.ts";
import { columnNamed, selectRows, type Table } from "../../table/table.ts";

export interface ScoredOptions {
  /** The column of true labels. Default: that of the fit. */
  readonly target?: string | undefined;
  /**
   * Log probabilities of the rows from elsewhere, for instance from fits that did not see them (`measure`): a row for each row of the table, a column
   * for each class. Default: what the posterior predicts.
   */
  readonly logProbabilities?: Matrix | undefined;
}

/** Rows with known labels, what is predicted of them, and how wrong that is. */
export interface ScoredRows {
  readonly table: Table;
  readonly truth: Int32Array;
  readonly decided: Int32Array;
  readonly probabilities: Matrix;
  /** −log p of the true class, floored. */
  readonly losses: Float64Array;
  /** What the probabilities themselves expect that loss to be, −Σ p log p. */
  readonly expected: Float64Array;
  /** Rows that were left out, because their label is missing or was not trained. */
  readonly leftOut: number;
}

/** Fewer labelled rows than this say nothing about parts of them. */
const fewestRows = 20;

export function scoredRows(
  posterior: Posterior,
  table: Table,
  { target = posterior.target, logProbabilities }: ScoredOptions,
): ScoredRows {
  const { classes } = posterior;
  const C = classes.length;
  if (logProbabilities && (logProbabilities.rows !== table.rows || logProbabilities.columns !== C)) {
    throw new InputError(
      "wrong-shape",
      `logProbabilities must have ${table.rows} rows and ${C} columns; got ${logProbabilities.rows} and ${logProbabilities.columns}.`,
    );
  }
  const numberOf = new Map(classes.map((name, number) => [name, number]));
  const numbers = asText(columnNamed(table, target)).map((label) => numberOf.get(label ?? ""));
  const kept = numbers.flatMap((number, at) => (number === undefined ? [] : [at]));
  if (kept.length < fewestRows) {
    throw new InputError(
      "too-few-rows",
      `Column ${quote(target)} has a known label in ${kept.length} rows; parts of rows are compared from ${fewestRows} rows on.`,
      { column: target },
    );
  }
  const rows = selectRows(table, kept);
  const given = logProbabilities ? undefined : posterior.predict(rows, { intervals: false });
  const logs =
    given?.logProbabilities ??
    matrix(kept.length, C, Float64Array.from(kept.flatMap((at) => [...row(logProbabilities!, at)])));
  const probabilities = matrix(logs.rows, C, logs.data.map(Math.exp));
  const truth = Int32Array.from(kept, (at) => numbers[at]!);
  return {
    table: rows,
    truth,
    decided: given ? Int32Array.from(given.labels, (label) => numberOf.get(label)!) : mostProbable(probabilities),
    probabilities,
    losses: Float64Array.from(truth, (q, i) => -Math.max(LOG_DENSITY_FLOOR, logs.data[i * C + q])),
    expected: Float64Array.from(truth, (_, i) =>
      row(probabilities, i).reduce((sum, p) => (p > 0 ? sum - p * Math.log(p) : sum), 0),
    ),
    leftOut: table.rows - kept.length,
  };
}
