import { column as columnOf } from "../../matrix/row.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { encodeRank, learnNumber } from "../../encoding/learnNumber.ts";
import { marginalRelevance, mostRelevant } from "../../evaluate/marginalRelevance.ts";
import { areAscending, list, numbers, optional, record, refined, that, wholeNumber, type Codec } from "../../codec.ts";
import type { Problem } from "../../rows/labelledRows.ts";

/** The ways in which a member may look at encoded columns. */
export type ViewKind = "given" | "ranks" | "categories" | "selected";

/** A column of a view: one of the encoded columns as it is, by its rank, or with an indicator for each of its values. */
interface ViewColumn {
  /** The number of the encoded column. */
  readonly column: number;
  /** The different training values, ascending, where ranks or indicators take their place. */
  readonly values?: readonly number[] | Float64Array | undefined;
  /** How many training rows have at most each value: then ranks take the place of values, else indicators. */
  readonly counts?: readonly number[] | Float64Array | undefined;
}

/** How encoded rows become the rows that a member sees, as learned on training rows. Plain data. */
export type View = readonly ViewColumn[];

/** A number column of 3 to 8 different values may be a category. */
const fewest = 3;
const most = 8;
/** As many columns as are kept of many by their relevance. */
const kept = 50;

/** The view of a kind for the rows of a problem; undefined where it would be the same as the columns themselves. */
export function learnView(kind: ViewKind, { X, classes, weights, columnGroups }: Problem): View | undefined {
  const all = Array.from({ length: X.columns }, (_, column): ViewColumn => ({ column }));
  if (kind === "given") return all;
  if (kind === "selected") {
    const relevance = marginalRelevance(X, classes, { weights, groups: columnGroups });
    if (relevance.length <= kept) return undefined;
    const sources = [...new Set(columnGroups)];
    const chosen = new Set(mostRelevant(relevance, kept).map((place) => sources[place]));
    return all.filter(({ column }) => chosen.has(columnGroups[column]));
  }
  let changed = false;
  const view = all.map(({ column }): ViewColumn => {
    const cells = columnOf(X, column);
    const values = [...new Set(cells)].toSorted((a, b) => a - b);
    if (values.length < fewest || (kind === "categories" && values.length > most)) return { column };
    changed = true;
    if (kind === "categories") return { column, values };
    const { encoding } = learnNumber("", cells, weights, "standard", true);
    return encoding?.kind === "rank" ? { column, values: encoding.values, counts: encoding.counts } : { column };
  });
  return changed ? view : undefined;
}

/** The number of columns that a view shows. */
export function widthOfView(view: View): number {
  return view.reduce((sum, { values, counts }) => sum + (values && !counts ? values.length : 1), 0);
}

/** The groups of the columns of a view: those of the encoded columns that they come from. */
export function viewGroups(view: View, columnGroups: readonly number[]): number[] {
  return view.flatMap(({ column, values, counts }) =>
    new Array<number>(values && !counts ? values.length : 1).fill(columnGroups[column]),
  );
}

/** Two different values of a column that is taken for a category are at squared distance 1. */
const indicator = Math.SQRT1_2;

/** Rows as a view shows them. A value that no training row had is none of a category's. */
export function seenThrough(view: View, X: Matrix): Matrix {
  return viewer(view)(X);
}

/** `seenThrough` for rows that come one after the other: what depends on the view alone is made once. */
export function viewer(view: View): (X: Matrix) => Matrix {
  let columns = 0;
  const parts = view.map(({ column, values, counts }) => {
    const start = columns;
    columns += values && !counts ? values.length : 1;
    const ranks = values && counts && { kind: "rank" as const, name: "", indicator: false, ...asLists(values, counts) };
    const places = values && !counts ? new Map(Array.from(values, (value, place) => [value, place])) : undefined;
    return { column, start, ranks, places };
  });
  return (X) => {
    const seen = matrix(X.rows, columns);
    for (const { column, start, ranks, places } of parts) {
      for (let i = 0; i < X.rows; i++) {
        const value = X.data[i * X.columns + column];
        const place = places?.get(value) ?? 0;
        if (ranks) seen.data[i * columns + start] = encodeRank(ranks, value);
        else if (!places) seen.data[i * columns + start] = value;
        else if (places.has(value)) seen.data[i * columns + start + place] = indicator;
      }
    }
    return seen;
  };
}

/** Whether a view shows encoded columns from the first on as they are; a view of fewer columns than there are has another width. */
export function isGivenView(view: View): boolean {
  return view.every(({ column, values }, at) => column === at && !values);
}

/** Whether two views show all rows alike. */
export function areSameView(one: View, other: View): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ column, values, counts }, at) =>
        column === other[at].column && areSame(values, other[at].values) && areSame(counts, other[at].counts),
    )
  );
}

function areSame(one: ArrayLike<number> | undefined, other: ArrayLike<number> | undefined): boolean {
  if (one === other || !one || !other) return one === other;
  return one.length === other.length && Array.prototype.every.call(one, (value, at) => value === other[at]);
}

function asLists(values: ArrayLike<number>, counts: ArrayLike<number>): { values: number[]; counts: number[] } {
  return { values: Array.from(values), counts: Array.from(counts) };
}

const ascending = that(numbers, "ascending numbers", (values) => values.length > 0 && areAscending(values));

/** A view in a document. */
export const viewCodec: Codec<View> = list(
  refined(
    record({ column: wholeNumber(0), values: optional(ascending), counts: optional(ascending) }),
    ({ values, counts }, expect) => {
      const isCounted = !counts || (values?.length === counts.length && counts[0] > 0);
      expect.that(isCounted, ".counts", "positive numbers, one for each value", counts);
    },
  ),
);
