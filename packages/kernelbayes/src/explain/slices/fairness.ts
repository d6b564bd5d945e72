import { holm } from "../../compare/tests/holm.ts";
import { InputError } from "../../errors.ts";
import { isFewValued } from "../../encoding/learnCategory.ts";
import { wilsonInterval } from "../../evaluate/wilsonInterval.ts";
import { incompleteGammaUpper } from "../../numeric/incompleteGammaLower.ts";
import type { Posterior } from "../../posterior/posterior.ts";
import { quote, listed } from "../../table/quote.ts";
import { asText } from "../../table/column.ts";
import { columnNamed, type Table } from "../../table/table.ts";
import { conditionsOf } from "./conditionsOf.ts";
import { scoredRows, type ScoredOptions, type ScoredRows } from "./scoredRows.ts";

export interface FairnessOptions extends ScoredOptions {
  /** The class that rates are about: who gets it, and who should. Default: the second of two classes; with more it must be named. */
  readonly positive?: string | undefined;
  /** Groups of fewer rows are left out, and counted. Default 10. */
  readonly fewest?: number | undefined;
}

/** A share of rows with its 95 % interval. */
export interface Rate {
  readonly rate: number;
  readonly lower: number;
  readonly upper: number;
  /** Of how many rows. */
  readonly of: number;
}

/** The rows of one group. */
export interface FairnessGroup {
  readonly group: string;
  readonly rows: number;
  /** The share that has the class, and the share that is given it. */
  readonly base: Rate;
  readonly selected: Rate;
  readonly error: Rate;
  /** Among rows that have the class, how many do not get it; undefined without such rows. */
  readonly missed: Rate | undefined;
  /** Among rows that do not have it, how many get it. */
  readonly falseAlarms: Rate | undefined;
  /** Among rows that get it, how many have it. */
  readonly precision: Rate | undefined;
  /** The mean probability of the class, to be compared with `base`, and the mean log loss. */
  readonly meanProbability: number;
  readonly logLoss: number;
}

/** A figure compared across the groups. */
export interface FairnessGap {
  readonly figure: "selected" | "error" | "missed" | "falseAlarms" | "precision";
  readonly lowest: string;
  readonly highest: string;
  /** The difference of the rates of these two groups. */
  readonly difference: number;
  /** How often chance alone makes groups of the same rate differ as much (χ², corrected by Holm for the five figures). */
  readonly pValue: number;
}

export interface Fairness {
  readonly column: string;
  readonly positive: string;
  readonly groups: readonly FairnessGroup[];
  /** The gap of each figure that at least two groups have. */
  readonly gaps: readonly FairnessGap[];
  /** Groups that were too small. */
  readonly smallGroups: readonly string[];
}

/**
 * How a model treats the groups of one column, which it need not use: rates and errors of each group with intervals, and the largest gap of each
 * figure. A number of many values is cut at its quartiles. Equal rates of all kinds cannot be had at once where base rates differ; which gap matters
 * is not for a program to say.
 *
 * @example fairness(posterior, heldOut, { column: "sex", positive: "granted" })
 */
export function fairness(
  posterior: Posterior,
  table: Table,
  { column, positive, fewest = 10, ...options }: FairnessOptions & { readonly column: string },
): Fairness {
  const { classes } = posterior;
  const number = positiveOf(classes, positive);
  const scored = scoredRows(posterior, table, options);
  const all = groupsOf(scored.table, column);
  const large = all.filter(({ rows }) => rows.length >= fewest);
  if (large.length < 2) {
    throw new InputError(
      "too-few-groups",
      `Column ${quote(column)} has ${large.length === 1 ? "one group" : "no group"} of at least ${fewest} labelled rows; two can be compared.`,
      { column },
    );
  }
  const groups = large.map(({ group, rows }) => ({ group, ...figuresOf(scored, rows, number, classes.length) }));
  return {
    column,
    positive: classes[number],
    groups,
    gaps: gapsOf(groups),
    smallGroups: all.filter(({ rows }) => rows.length < fewest).map(({ group }) => group),
  };
}

function positiveOf(classes: readonly string[], positive: string | undefined): number {
  if (positive === undefined) {
    if (classes.length === 2) return 1;
    throw new InputError(
      "unknown-class",
      `Rates are about one of the classes ${listed(classes)}.`,
      {},
      "Name it as the positive class.",
    );
  }
  const number = classes.indexOf(positive);
  if (number >= 0) return number;
  throw new InputError("unknown-class", `There is no class ${quote(positive)}; the classes are ${listed(classes)}.`);
}

interface Group {
  readonly group: string;
  readonly rows: Int32Array;
}

function groupsOf(table: Table, name: string): Group[] {
  const column = columnNamed(table, name);
  if (column.type === "number" && !isFewValued(column)) {
    const distinct = new Set(column.values);
    // Two values are two groups, more are cut at the quartiles.
    if (distinct.size > 2) return quarters(table, name);
  }
  const texts = asText(column);
  const groups = [...new Set(texts)].toSorted((a, b) => (a === undefined ? 1 : b === undefined ? -1 : a < b ? -1 : 1));
  return groups.map((group) => ({
    group: group ?? "(missing)",
    rows: Int32Array.from(texts.keys()).filter((i) => texts[i] === group),
  }));
}

/** The quarters of the rows by a number, and the rows without it. */
function quarters(table: Table, name: string): Group[] {
  const conditions = conditionsOf(columnNamed(table, name), 1);
  const cuts = [...new Set(conditions.flatMap(({ condition }) => condition.upTo ?? []))].toSorted((a, b) => a - b);
  const isPart = (above: number | undefined, upTo: number | undefined): Group[] =>
    conditions
      .filter(({ condition }) => condition.level === undefined && condition.above === above && condition.upTo === upTo)
      .map(({ condition, rows }) => ({ group: condition.text, rows }))
      .slice(0, 1);
  return [
    ...isPart(undefined, cuts[0]),
    ...cuts.slice(1).flatMap((cut, at) => isPart(cuts[at], cut)),
    ...isPart(cuts.at(-1), undefined),
    ...conditions
      .filter(({ condition }) => condition.text.endsWith(" is missing"))
      .map(({ rows }) => ({ group: "(missing)", rows })),
  ];
}

function figuresOf(
  { truth, decided, probabilities, losses }: ScoredRows,
  rows: Int32Array,
  positive: number,
  C: number,
): Omit<FairnessGroup, "group"> {
  const has = (i: number): boolean => truth[i] === positive;
  const gets = (i: number): boolean => decided[i] === positive;
  const rateOf = (among: Int32Array, counts: (i: number) => boolean): Rate | undefined => {
    if (among.length === 0) return undefined;
    const successes = among.filter(counts).length;
    const [lower, upper] = wilsonInterval(successes, among.length);
    return { rate: successes / among.length, lower, upper, of: among.length };
  };
  const mean = (value: (i: number) => number): number => rows.reduce((sum, i) => sum + value(i), 0) / rows.length;
  return {
    rows: rows.length,
    base: rateOf(rows, has)!,
    selected: rateOf(rows, gets)!,
    error: rateOf(rows, (i) => truth[i] !== decided[i])!,
    missed: rateOf(rows.filter(has), (i) => !gets(i)),
    falseAlarms: rateOf(
      rows.filter((i) => !has(i)),
      gets,
    ),
    precision: rateOf(rows.filter(gets), has),
    meanProbability: mean((i) => probabilities.data[i * C + positive]),
    logLoss: mean((i) => losses[i]),
  };
}

const figures = ["selected", "error", "missed", "falseAlarms", "precision"] as const;

function gapsOf(groups: readonly FairnessGroup[]): FairnessGap[] {
  const gaps = figures.flatMap((figure): FairnessGap[] => {
    const known = groups.flatMap((group) => {
      const rate = group[figure];
      return rate ? [{ group: group.group, rate }] : [];
    });
    if (known.length < 2) return [];
    const sorted = known.toSorted((a, b) => a.rate.rate - b.rate.rate);
    const [lowest, highest] = [sorted[0], sorted[sorted.length - 1]];
    return [
      {
        figure,
        lowest: lowest.group,
        highest: highest.group,
        difference: highest.rate.rate - lowest.rate.rate,
        pValue: homogeneity(known.map(({ rate }) => rate)),
      },
    ];
  });
  const corrected = holm(gaps.map(({ pValue }) => pValue));
  return gaps.map((gap, at) => ({ ...gap, pValue: corrected[at] }));
}

/** Pearson's χ² of equal rates. */
function homogeneity(rates: readonly Rate[]): number {
  const total = rates.reduce((sum, { of }) => sum + of, 0);
  const common = rates.reduce((sum, { rate, of }) => sum + rate * of, 0) / total;
  if (common === 0 || common === 1) return 1;
  const square = rates.reduce((sum, { rate, of }) => sum + (of * (rate - common) ** 2) / (common * (1 - common)), 0);
  return incompleteGammaUpper((rates.length - 1) / 2, square / 2);
}
