import { InputError, type Warning } from "../errors.ts";
import { option, wording, thatRow } from "../wording.ts";
import { rowWeights } from "../evaluate/rowWeights.ts";
import { mostlyUnique as areMostlyUnique } from "../table/mostlyUnique.ts";
import { quote, listed } from "../table/quote.ts";
import { type Table, columnNamed, columnNames, selectRows } from "../table/table.ts";
import { learnCategory, rowsOfLevel, type CategoryCoding } from "./learnCategory.ts";
import { levelsOf, numbersOf } from "./numbersOf.ts";
import { type ColumnEncoding, type Encoding, type MissingRule, type UnseenRule, columnGroups } from "./encoding.ts";
import type { WeightedColumn } from "./columnSummary.ts";
import { dateValues } from "./dateValues.ts";
import { learnDate } from "./learnDate.ts";
import { learnNumber, type Standardization } from "./learnNumber.ts";
import type { Column } from "../table/column.ts";
import { marginalRelevance, mostRelevant } from "../evaluate/marginalRelevance.ts";
import { encode } from "./encode.ts";

/** How a table becomes a matrix. */
export interface EncodingOptions {
  /** The columns to use. Default: all that are not excluded. */
  readonly columns?: "all" | readonly string[];
  /** Columns not to use: the target, weights, groups, identifiers. */
  readonly exclude?: readonly string[];
  /**
   * Missing cells: an error (default); filled, with a column that says where (numbers) or as a level of their own
   * (categories); or their rows left out of the training.
   */
  readonly missing?: MissingRule;
  /** Numbers: by mean and deviation (default), by median and quartiles, or as they are. */
  readonly standardize?: Standardization;
  /** Categories: an indicator for each level (default), or one column of level numbers for the Hamming kernel. */
  readonly categories?: CategoryCoding;
  /**
   * Date columns: as elapsed time and as places in the year, the week and the day, as far as they vary (default), or left out. One that `asCategory` names is a
   * category.
   */
  readonly dates?: DateRule;
  /** Number columns whose values are levels of a category, and date columns of which each date is a level. */
  readonly asCategory?: readonly string[];
  /** Number columns to replace by their ranks: all, none (default), or those named. */
  readonly rank?: boolean | readonly string[];
  /** Levels that did not occur in training: an error (default), or "zeros": like the pooled rare levels, and zero in all indicators where there are none. */
  readonly unseen?: UnseenRule;
  /**
   * Keep so many columns only: those of highest marginal relevance for the labels of the training rows. Default: all.
   */
  readonly select?: number;
}

/** What becomes of date columns. */
type DateRule = "features" | "ignore";

/** An encoding with the rows it was learned from. */
export interface LearnedEncoding {
  readonly encoding: Encoding;
  /** The training rows, counted from 0: all, but for rows of weight 0 and, under `missing: "drop"`, rows with missing cells. */
  readonly rows: Int32Array;
  readonly warnings: readonly Warning[];
}

/** A text column of at least so many rows is suspected to be an identifier. */
const rowsOfIdentifier = 10;

/**
 * Learns how to turn rows of a table into rows of a matrix. A row of weight w counts as w rows; a row of weight 0 does
 * not exist. Columns that say nothing (one value only) or that name the rows (a different text in every one, or in more than half) are
 * left out with a warning. The class of each row of the table is needed only to `select` columns by it. Where the table is a sample of a longer one, columns
 * that have a summary are learned from that.
 */
export function learnEncoding(
  table: Table,
  options: EncodingOptions = {},
  weights?: ArrayLike<number>,
  classes?: ArrayLike<number>,
  summaries?: ReadonlyMap<string, WeightedColumn>,
): LearnedEncoding {
  const { missing = "refuse", unseen = "refuse", standardize = "standard", categories = "one-hot", select } = options;
  const { dates = "features" } = options;
  checkChoice("dates", dates, ["features", "ignore"]);
  checkChoice("missing", missing, ["refuse", "impute", "drop"]);
  checkChoice("unseen", unseen, ["refuse", "zeros"]);
  checkChoice("standardize", standardize, ["standard", "robust", "none"]);
  checkChoice("categories", categories, ["one-hot", "hamming"]);
  checkSelect(select);
  const isCategory = named(table, options.asCategory ?? []);
  const isIgnored = ({ name, type }: Column): boolean => type === "date" && dates === "ignore" && !isCategory(name);
  const wanted = chooseColumns(table, options.columns ?? "all", options.exclude ?? []);
  const columns = wanted.filter((column) => !isIgnored(column));
  const isRanked = typeof options.rank === "object" ? named(table, options.rank) : () => options.rank === true;

  if (table.rows === 0) throw new InputError("no-rows", "The table has no rows to learn from.");
  const warnings: Warning[] = [];
  const allWeights = rowWeights(table.rows, weights);
  const counted = Int32Array.from(allWeights.keys()).filter((row) => allWeights[row] > 0);
  const rows = missing === "impute" ? counted : completeRows(columns, counted, missing, warnings);
  const rowWeight = Float64Array.from(rows, (row) => allWeights[row]);

  const isNamed = options.columns !== undefined && options.columns !== "all";
  const rules = { standardize, categories, isCategory, isRanked, isNamed };
  const found = learnColumns(columns, rows, rowWeight, { ...rules, summaries });
  if (found.learned.length === 0) throw noFeatures(columns.length, found);
  const ignored = wanted.filter(isIgnored).map(({ name }) => name);
  if (ignored.length > 0) warnings.push(ignoredDates(ignored));
  warnings.push(...columnWarnings(found));
  const encoding: Encoding = { missing, unseen, columns: found.learned };
  if (select === undefined) return { encoding, rows, warnings };
  if (classes?.length !== table.rows) {
    throw new RangeError(`Columns are selected by the classes of the ${table.rows} rows; got ${classes?.length ?? 0}.`);
  }
  const labelled = { rows, classes: Int32Array.from(rows, (row) => classes[row]), weights: rowWeight };
  return { encoding: selectByRelevance(encoding, table, labelled, select), rows, warnings };
}

/** What the options say about the columns. */
interface ColumnRules {
  readonly standardize: Standardization;
  readonly categories: CategoryCoding;
  readonly isCategory: (name: string) => boolean;
  readonly isRanked: (name: string) => boolean;
  /** Whether the caller named the columns, so that none may be left out as an identifier. */
  readonly isNamed: boolean;
  /** What stands for whole columns, by name, where the rows are a sample. */
  readonly summaries: ReadonlyMap<string, WeightedColumn> | undefined;
}

/** What the columns became, with the names of those that the caller should know of. */
interface LearnedColumns {
  readonly learned: ColumnEncoding[];
  readonly constant: string[];
  readonly identifiers: string[];
  /** Texts of which more than half are different, left out. */
  readonly mostlyUnique: string[];
  /** The same, but asked for by name. */
  readonly manyLevels: string[];
  readonly withoutSpread: string[];
}

function learnColumns(
  columns: readonly Column[],
  rows: Int32Array,
  rowWeight: Float64Array,
  rules: ColumnRules,
): LearnedColumns {
  const found: LearnedColumns = {
    learned: [],
    constant: [],
    identifiers: [],
    mostlyUnique: [],
    manyLevels: [],
    withoutSpread: [],
  };
  for (const column of columns) {
    const whole = rules.summaries?.get(column.name);
    const { encoding, noted } = whole
      ? learnColumn(whole.column, Int32Array.from(whole.weights.keys()), whole.weights, rules)
      : learnColumn(column, rows, rowWeight, rules);
    if (encoding) found.learned.push(encoding);
    if (noted !== "nothing") found[noted].push(column.name);
  }
  return found;
}

/** The encoding of a column, none where it is left out, and the list that has its name. */
interface LearnedColumn {
  readonly encoding: ColumnEncoding | undefined;
  readonly noted: Exclude<keyof LearnedColumns, "learned"> | "nothing";
}

function learnColumn(
  column: Column,
  rows: Int32Array,
  rowWeight: Float64Array,
  { standardize, categories, isCategory, isRanked, isNamed }: ColumnRules,
): LearnedColumn {
  const { name } = column;
  const used = (encoding: ColumnEncoding | undefined): LearnedColumn => ({
    encoding,
    noted: encoding === undefined ? "constant" : "nothing",
  });
  const numeric = column.type === "number";
  if (numeric && !isCategory(name)) {
    const { encoding, withoutSpread } = learnNumber(
      name,
      numbersOf(column, rows),
      rowWeight,
      standardize,
      isRanked(name),
    );
    return withoutSpread ? { encoding, noted: "withoutSpread" } : used(encoding);
  }
  if (column.type === "date" && !isCategory(name)) {
    const { order = "ymd" } = column;
    return used(learnDate(name, dateValues(column, order, rows), rowWeight, standardize, order));
  }
  const cells = levelsOf(column, numeric, rows);
  const category = learnCategory(name, cells, rowWeight, categories, numeric);
  if (category === undefined) return used(category);
  const levels = category.levels.length + (category.rareLevels?.length ?? 0);
  const total = rowWeight.reduce((sum, weight, i) => (cells[i] === undefined ? sum : sum + weight), 0);
  if (levels >= rowsOfIdentifier && levels >= total && !numeric) {
    if (isNamed) throw identifier(name);
    return { encoding: undefined, noted: "identifiers" };
  }
  if (!areMostlyUnique(levels, total)) return used(category);
  // New rows would have new texts: what was learned from the old ones says nothing about them.
  const isLeftOut = !isNamed && !numeric;
  return isLeftOut ? { encoding: undefined, noted: "mostlyUnique" } : { encoding: category, noted: "manyLevels" };
}

function columnWarnings(found: LearnedColumns): Warning[] {
  const { learned, constant, identifiers, mostlyUnique, manyLevels, withoutSpread } = found;
  const warnings: Warning[] = [];
  const warn = (code: string, names: readonly string[], message: string): void => {
    if (names.length > 0)
      warnings.push({ code, message: `${names.length === 1 ? "Column" : "Columns"} ${listed(names)} ${message}` });
  };
  warn("constant-column", constant, "left out: the same value in every training row.");
  warn("identifier-column", identifiers, "left out: a different text in every training row.");
  warn(
    "mostly-unique-column",
    mostlyUnique,
    "left out: mostly unique texts, as in an identifier or a free text. Name the columns to use if they are categories.",
  );
  warn("many-levels", manyLevels, "used as categories with more levels than half the rows. Exclude identifiers.");
  warn("robust-scale", withoutSpread, "scaled by the deviation: the middle half of the values are equal.");
  const pooled = learned.flatMap((column) =>
    column.kind === "category" && column.rareLevels ? [`${column.rareLevels.length} of ${quote(column.name)}`] : [],
  );
  if (pooled.length > 0) {
    const most = 10;
    const others = pooled.length > most ? ` and those of ${pooled.length - most} more columns` : "";
    const levels = `${pooled.slice(0, most).join(", ")}${others}`;
    const message = `Levels with fewer than ${rowsOfLevel} training rows are pooled: ${levels}. New levels are predicted like them.`;
    warnings.push({ code: "rare-levels", message });
  }
  return warnings;
}

function identifier(name: string): InputError {
  return new InputError(
    "identifier-column",
    `Column ${quote(name)} has a different text in every row, so nothing can be learned from it.`,
    { column: name },
    wording`Leave it out of ${option("columns")}.`,
  );
}

function noFeatures(count: number, { constant, identifiers, mostlyUnique }: LearnedColumns): InputError {
  const reasons = [
    constant.length > 0 ? `the same value in every row: ${listed(constant)}` : "",
    identifiers.length > 0 ? `a different text in every row: ${listed(identifiers)}` : "",
    mostlyUnique.length > 0 ? `mostly unique texts: ${listed(mostlyUnique)}` : "",
  ].filter((reason) => reason !== "");
  const because = count === 0 ? "All columns are excluded." : `Unusable columns have ${reasons.join("; ")}.`;
  return new InputError("no-features", `There is no column to learn from. ${because}`);
}

function checkSelect(count: number | undefined): void {
  if (count === undefined || (Number.isSafeInteger(count) && count >= 1)) return;
  throw new InputError("invalid-option", `select must be a number of columns, 1 at least; got ${String(count)}.`);
}

function checkChoice(option: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw new InputError(
    "invalid-option",
    `${option} can be ${choices.map(quote).join(", ")}; got ${quote(String(value))}.`,
  );
}

function ignoredDates(names: readonly string[]): Warning {
  const what = names.length === 1 ? `Column ${listed(names)} holds` : `Columns ${listed(names)} hold`;
  return { code: "date-column", message: `${what} dates and ${names.length === 1 ? "was" : "were"} left out.` };
}

/** The columns to learn from, by name or all, without those excluded. */
export function chooseColumns(table: Table, columns: "all" | readonly string[], exclude: readonly string[]): Column[] {
  const isExcluded = named(table, exclude);
  if (columns === "all") return table.columns.filter(({ name }) => !isExcluded(name));
  for (const name of columns) {
    if (isExcluded(name)) {
      throw new InputError("invalid-option", `Column ${quote(name)} cannot be both used and excluded.`, {
        column: name,
      });
    }
  }
  named(table, columns);
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  return Array.from(new Set(columns), (name) => byName.get(name) as Column);
}

/** Whether a name is among those given, all of which must be columns. */
export function named(table: Table, names: readonly string[]): (name: string) => boolean {
  const known = new Set(columnNames(table));
  for (const name of names) if (!known.has(name)) columnNamed(table, name); // throws, with the nearest names
  const set = new Set(names);
  return (name) => set.has(name);
}

/** Those of the given rows that have no missing cell, with a warning if some have; under "refuse" these are an error. */
export function completeRows(
  columns: readonly Column[],
  rows: Int32Array,
  missing: MissingRule,
  warnings: Warning[],
): Int32Array {
  const incomplete = columns
    .map((column) => ({ name: column.name, rows: rows.filter((row) => isMissing(column, row)) }))
    .filter((column) => column.rows.length > 0);
  if (incomplete.length === 0) return rows;
  if (missing === "refuse") throw missingValues(incomplete);
  const dropped = new Set(incomplete.flatMap((column) => Array.from(column.rows)));
  const kept = rows.filter((row) => !dropped.has(row));
  if (kept.length === 0) {
    throw new InputError(
      "no-rows",
      "Every row has a missing value.",
      {},
      wording`Choose ${option("missing", "impute")}, or exclude columns: ${listed(incomplete.map(({ name }) => name))}.`,
    );
  }
  warnings.push({
    code: "dropped-rows",
    message: `${dropped.size} of ${rows.length} rows have missing values and were left out of the training.`,
  });
  return kept;
}

function isMissing(column: Column, row: number): boolean {
  return column.type === "number" ? Number.isNaN(column.values[row]) : column.codes[row] < 0;
}

function missingValues(incomplete: readonly { name: string; rows: Int32Array }[]): InputError {
  const [{ name, rows }, ...others] = incomplete;
  const count = rows.length === 1 ? "a missing value" : `${rows.length} missing values`;
  const where = rows.length === 1 ? wording`in row ${thatRow}` : wording`(first in row ${thatRow})`;
  const also =
    others.length === 0 ? "" : ` So ${others.length === 1 ? "has" : "have"} ${listed(others.map((o) => o.name))}.`;
  return new InputError(
    "missing-values",
    wording`Column ${quote(name)} has ${count} ${where}.${also}`,
    { row: rows[0] + 1, column: name },
    wording`Choose ${option("missing", "impute")} or ${option("missing", "drop")}, or fill them beforehand.`,
  );
}

/** Training rows of a table, with their classes and weights. */
interface TableRows {
  readonly rows: Int32Array;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
}

/**
 * The encoding with the `count` columns of the table that lie furthest apart between the classes, in their order; of equals the
 * first. A column counts by the marginal relevance of all it is encoded as; a category by that of its indicators, also where
 * it is coded otherwise.
 */
function selectByRelevance(
  encoding: Encoding,
  table: Table,
  { rows, classes, weights }: TableRows,
  count: number,
): Encoding {
  const { columns } = encoding;
  if (count >= columns.length) return encoding;
  const measured = { ...encoding, columns: columns.map(withIndicators) };
  const X = encode(measured, rows.length === table.rows ? table : selectRows(table, rows));
  const relevance = marginalRelevance(X, classes, { weights, groups: columnGroups(measured) });
  return {
    ...encoding,
    columns: mostRelevant(relevance, count).map((place) => columns[place]),
    selectedFrom: columns.length,
  };
}

function withIndicators(column: ColumnEncoding): ColumnEncoding {
  return column.kind === "category" ? { ...column, coding: "one-hot" } : column;
}
