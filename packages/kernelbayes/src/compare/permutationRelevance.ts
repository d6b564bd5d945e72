import { columnWeights } from "../encoding/encodeLabels.ts";
import { InputError } from "../errors.ts";
import { thatRow, wording } from "../wording.ts";
import { elpd } from "../evaluate/elpd.ts";
import type { Posterior } from "../posterior/posterior.ts";
import { permutation, stream } from "../random/index.ts";
import { run, type RunOptions } from "../run/run.ts";
import { progress, type Work } from "../run/work.ts";
import { asText, selectCells } from "../table/column.ts";
import { quote } from "../table/quote.ts";
import { columnNamed, type Table } from "../table/table.ts";

/** Permutations draw from a branch of their own, so that nothing else with the same seed meets the same numbers. */
const BRANCH = 1_885_696_621;

export interface PermutationOptions {
  /** The column of true labels. Default: that of the fit. */
  readonly target?: string;
  /** The columns to permute, of those that the posterior uses. Default: all of these, which takes long where there are many. */
  readonly columns?: readonly string[];
  /** How often each column is permuted, 2 at least. Default 10. */
  readonly repeats?: number;
  /** Equal seeds give equal results. Default 1. */
  readonly seed?: number;
  /** A column of row weights: a row of weight w counts as w rows. */
  readonly weights?: string;
}

/** How much worse rows are predicted when a column of theirs is shuffled. */
export interface PermutedColumn {
  /** The column of the table. */
  readonly column: string;
  /** The loss in mean log score, in nats per row, on average over the permutations: about 0 where the column does not matter. */
  readonly mean: number;
  /** The deviation of that loss from permutation to permutation. */
  readonly deviation: number;
}

export interface PermutationRelevance {
  /** The mean log probability of the true class as the rows are. */
  readonly logScore: number;
  /** The columns that were permuted, in the order of the posterior. */
  readonly columns: readonly PermutedColumn[];
}

/**
 * How much a fitted model depends on each column of a table: the loss in the mean log probability of the true class when the
 * cells of that column are permuted among the rows, and with them all that the column is encoded as. It takes no new fit, and
 * any model. The rows should be others than those of the training; on these it tells what the model uses, not what helps.
 *
 * Columns that say the same hide each other: either may be shuffled without much loss, as the other remains. A loss of less
 * than two deviations says little.
 *
 * L. Breiman, *Random forests*, 2001; here with the log score, so that probabilities count and not labels alone.
 *
 * @example const { columns } = await permutationRelevance(posterior, heldOut, { seed: 7 });
 */
export function permutationRelevance(
  posterior: Posterior,
  table: Table,
  options: PermutationOptions & Pick<RunOptions, "signal" | "onProgress"> = {},
): Promise<PermutationRelevance> {
  const { signal, onProgress, ...rest } = options;
  return run(permutationRelevanceWork(posterior, table, rest), { signal, onProgress });
}

/** The same as work that yields its progress. */
export function* permutationRelevanceWork(
  posterior: Posterior,
  table: Table,
  { target = posterior.target, columns: wanted, repeats = 10, seed = 1, weights }: PermutationOptions = {},
): Work<PermutationRelevance> {
  if (!Number.isSafeInteger(repeats) || repeats < 2) {
    throw new InputError("invalid-option", `repeats must be a whole number from 2; got ${String(repeats)}.`);
  }
  const truth = classesOf(posterior, table, target);
  const mass = weights === undefined ? undefined : columnWeights(table, weights);
  const used = posterior.encoding.columns.map(({ name }) => columnNamed(table, name));
  const isWanted = new Set(
    (wanted ?? used.map(({ name }) => name)).map((name) => columnNamed({ rows: 0, columns: used }, name).name),
  );
  const score = (columns: Table["columns"]): number => {
    const { data, columns: C } = posterior.predict(
      { rows: table.rows, columns },
      { intervals: false },
    ).logProbabilities;
    return elpd(
      truth.map((q, row) => data[row * C + q]),
      mass,
    ).perRow;
  };
  const logScore = score(used);
  // The same permutations for all columns, so that the order of the columns does not matter.
  const orders = Array.from({ length: repeats }, (_, repeat) => permutation(stream(seed, BRANCH, repeat), table.rows));
  const columns: PermutedColumn[] = [];
  for (const [place, column] of used.entries()) {
    if (!isWanted.has(column.name)) continue;
    const losses = new Float64Array(repeats);
    for (const [repeat, order] of orders.entries()) {
      losses[repeat] = logScore - score(used.with(place, selectCells(column, order)));
      yield progress("columns", columns.length * repeats + repeat + 1, isWanted.size * repeats);
    }
    columns.push({ column: column.name, ...spreadOf(losses) });
  }
  return { logScore, columns };
}

/** The class number of each row's label; a label that the posterior does not know, and a missing one, are refused. */
function classesOf({ classes }: Posterior, table: Table, target: string): number[] {
  const numbers = new Map(classes.map((name, number) => [name, number]));
  return asText(columnNamed(table, target)).map((label, row) => {
    const number = label === undefined ? undefined : numbers.get(label);
    if (number !== undefined) return number;
    const place = { row: row + 1, column: target };
    if (label === undefined) {
      throw new InputError(
        "missing-label",
        wording`Column ${quote(target)} has no label in row ${thatRow}.`,
        place,
        "Fill it.",
      );
    }
    throw new InputError(
      "class-not-trained",
      wording`Column ${quote(target)} has the label ${quote(label)} in row ${thatRow}, which did not occur in training.`,
      place,
      "Leave the row out.",
    );
  });
}

function spreadOf(values: Float64Array): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) };
}
