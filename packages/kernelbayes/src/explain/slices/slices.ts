import { InputError } from "../../errors.ts";
import { wilsonInterval } from "../../evaluate/wilsonInterval.ts";
import type { Posterior } from "../../posterior/posterior.ts";
import { permutation, stream } from "../../random/index.ts";
import { run, runSync, type RunOptions } from "../../run/run.ts";
import { progress, type Work } from "../../run/work.ts";
import { columnNamed, type Table } from "../../table/table.ts";
import { bothOf, conditionsOf, type Condition, type HeldCondition } from "./conditionsOf.ts";
import { scoredRows, type ScoredOptions, type ScoredRows } from "./scoredRows.ts";

/** Permutations draw from a branch of their own, so that nothing else with the same seed meets the same numbers. */
const branch = 1_936_484_711;

export interface SliceOptions extends ScoredOptions {
  /** The columns of the table to look at. Default: those of the model. Others may be named, such as a site. */
  readonly columns?: readonly string[] | undefined;
  /** What makes a slice worse: a higher log "loss", more "errors", or a loss "beyond" what the probabilities themselves expect. Default "loss". */
  readonly by?: "loss" | "errors" | "beyond" | undefined;
  /** How many rows a slice has at least. Default: a twentieth of the rows, and 10. */
  readonly fewest?: number | undefined;
  /** How many slices at most. Default 5. */
  readonly count?: number | undefined;
  /** Permutations for the p values. Default 499. */
  readonly permutations?: number | undefined;
  /** Equal seeds give equal results. Default 1. */
  readonly seed?: number | undefined;
}

/** Rows in which the model does worse. */
export interface Slice {
  /** One condition, or two on different columns. */
  readonly conditions: readonly Condition[];
  readonly text: string;
  readonly rows: number;
  /** The mean log loss inside and elsewhere, and what the probabilities expected inside. */
  readonly logLoss: number;
  readonly elsewhere: number;
  readonly expected: number;
  readonly errorRate: number;
  /** The 95 % interval of the error rate, for this slice alone. */
  readonly lower: number;
  readonly upper: number;
  readonly errorElsewhere: number;
  /** How often the worst of all slices looks as bad as this where losses have nothing to do with columns. */
  readonly pValue: number;
}

export interface Slices {
  readonly rows: number;
  readonly leftOut: number;
  /** How many slices were looked at. */
  readonly looked: number;
  /** The worst slices, the most striking first: those that the search would find by chance too have a large p value. */
  readonly slices: readonly Slice[];
}

/** Pairs are made of so many single conditions, the most striking. */
const beam = 30;
/** A slice that shares so much of its rows with a more striking one adds nothing. */
const sameShare = 0.7;

/**
 * Where the model is worse: a search over conditions on one and two columns, for rows with labels that the fit has not seen. Each slice is compared
 * with the other rows by Welch's t. The p value is that of the whole search (Westfall and Young): losses are permuted among the rows, the same
 * search is done again, and the largest t of each counts, so that looking at many slices costs nothing unstated.
 *
 * @example const { slices: worst } = await slices(posterior, heldOut, { columns: ["site", "age"] });
 */
export function slices(
  posterior: Posterior,
  table: Table,
  options: SliceOptions & Pick<RunOptions, "signal" | "onProgress"> = {},
): Promise<Slices> {
  const { signal, onProgress, ...rest } = options;
  return run(slicesWork(posterior, table, rest), { signal, onProgress });
}

/** The same at once. */
export function slicesSync(posterior: Posterior, table: Table, options: SliceOptions = {}): Slices {
  return runSync(slicesWork(posterior, table, options));
}

/** The same as work that yields its progress. */
export function* slicesWork(posterior: Posterior, table: Table, options: SliceOptions = {}): Work<Slices> {
  const { permutations = 499, seed = 1, count = 5, by = "loss" } = requireSliceOptions(options);
  const scored = scoredRows(posterior, table, options);
  const n = scored.truth.length;
  const fewest = options.fewest ?? Math.max(10, Math.ceil(n / 20));
  const names = options.columns ?? posterior.encoding.columns.map(({ name }) => name);
  const singles = names.flatMap((name) => conditionsOf(columnNamed(scored.table, name), fewest));
  const values = valuesOf(scored, by);
  const found = searched(singles, values, fewest);
  const largest = new Float64Array(permutations);
  for (let turn = 0; turn < permutations; turn++) {
    const order = permutation(stream(seed, branch, turn), n);
    const shuffled = values.map((_, i) => values[order[i]]);
    largest[turn] = searched(singles, shuffled, fewest).reduce((most, { t }) => Math.max(most, t), 0);
    yield progress("permutations", turn + 1, permutations);
  }
  const pValueOf = (t: number): number =>
    (1 + largest.reduce((sum, most) => sum + (most >= t ? 1 : 0), 0)) / (1 + permutations);
  return {
    rows: n,
    leftOut: scored.leftOut,
    looked: found.length,
    slices: different(found, count).map(({ conditions, rows, t }) => ({
      conditions,
      text: conditions.map(({ text }) => text).join(" and "),
      ...figuresOf(scored, rows),
      pValue: pValueOf(t),
    })),
  };
}

function requireSliceOptions(options: SliceOptions): SliceOptions {
  const { permutations = 499, count = 5, fewest = 2, by = "loss" } = options;
  for (const [name, value, least] of [
    ["permutations", permutations, 19],
    ["count", count, 1],
    ["fewest", fewest, 2],
  ] as const) {
    if (!Number.isSafeInteger(value) || value < least) {
      throw new InputError("invalid-option", `${name} must be a whole number from ${least}; got ${String(value)}.`);
    }
  }
  if (by !== "loss" && by !== "errors" && by !== "beyond") {
    throw new InputError("invalid-option", `by can be "loss", "errors" or "beyond"; got ${String(by)}.`);
  }
  return options;
}

function valuesOf({ losses, expected, truth, decided }: ScoredRows, by: "loss" | "errors" | "beyond"): Float64Array {
  if (by === "errors") return Float64Array.from(truth, (q, i) => (decided[i] === q ? 0 : 1));
  return by === "loss" ? losses : losses.map((loss, i) => loss - expected[i]);
}

interface FoundSlice {
  readonly conditions: readonly Condition[];
  readonly rows: Int32Array;
  /** Welch's t of the rows against the others. */
  readonly t: number;
}

/** All single conditions, and all pairs of the most striking ones. */
function searched(singles: readonly HeldCondition[], values: Float64Array, fewest: number): FoundSlice[] {
  const totals = sumsOf(values);
  const single = singles.map((held) => ({ held, t: welch(held.rows, values, totals) }));
  const striking = single.toSorted((a, b) => b.t - a.t).slice(0, beam);
  const pairs = striking.flatMap(({ held: one }, at) =>
    striking.slice(at + 1).flatMap(({ held: other }): FoundSlice[] => {
      const rows = bothOf(one, other, fewest);
      return rows ? [{ conditions: [one.condition, other.condition], rows, t: welch(rows, values, totals) }] : [];
    }),
  );
  return [...single.map(({ held, t }) => ({ conditions: [held.condition], rows: held.rows, t })), ...pairs];
}

interface Sums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

function sumsOf(values: Float64Array): Sums {
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return { count: values.length, sum, squares };
}

function welch(rows: Int32Array, values: Float64Array, whole: Sums): number {
  let [sum, squares] = [0, 0];
  for (const i of rows) {
    sum += values[i];
    squares += values[i] * values[i];
  }
  const inside = momentsOf({ count: rows.length, sum, squares });
  const outside = momentsOf({
    count: whole.count - rows.length,
    sum: whole.sum - sum,
    squares: whole.squares - squares,
  });
  // A little of the variance of all rows, so that a slice whose few losses happen to agree is not infinitely sure.
  const floor = 0.1 * momentsOf(whole).variance;
  const error =
    Math.max(inside.variance, floor) / rows.length + Math.max(outside.variance, floor) / (whole.count - rows.length);
  return error > 0 ? (inside.mean - outside.mean) / Math.sqrt(error) : 0;
}

function momentsOf({ count, sum, squares }: Sums): { readonly mean: number; readonly variance: number } {
  const mean = sum / count;
  return { mean, variance: Math.max(0, (squares - count * mean * mean) / Math.max(1, count - 1)) };
}

/** The most striking slices, without those that mostly repeat a more striking one. */
function different(found: readonly FoundSlice[], count: number): FoundSlice[] {
  const kept: FoundSlice[] = [];
  for (const slice of found.toSorted((a, b) => b.t - a.t)) {
    if (kept.length === count || slice.t <= 0) break;
    if (kept.every((other) => overlap(slice.rows, other.rows) < sameShare)) kept.push(slice);
  }
  return kept;
}

/** The share of the rows of either that both have. */
function overlap(one: Int32Array, other: Int32Array): number {
  const inOther = new Set(other);
  const both = one.filter((row) => inOther.has(row)).length;
  return both / (one.length + other.length - both);
}

function figuresOf(
  { losses, expected, truth, decided }: ScoredRows,
  rows: Int32Array,
): Omit<Slice, "conditions" | "text" | "pValue"> {
  const inside = new Set(rows);
  const others = Int32Array.from(truth.keys()).filter((i) => !inside.has(i));
  const mean = (of: Int32Array, value: (i: number) => number): number =>
    of.reduce((sum, i) => sum + value(i), 0) / of.length;
  const isWrong = (i: number): number => (decided[i] === truth[i] ? 0 : 1);
  const errors = rows.reduce((sum, i) => sum + isWrong(i), 0);
  const [lower, upper] = wilsonInterval(errors, rows.length);
  return {
    rows: rows.length,
    logLoss: mean(rows, (i) => losses[i]),
    elsewhere: mean(others, (i) => losses[i]),
    expected: mean(rows, (i) => expected[i]),
    errorRate: errors / rows.length,
    lower,
    upper,
    errorElsewhere: mean(others, isWrong),
  };
}
