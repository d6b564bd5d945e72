import type { DateOrder } from "../table/writtenDate.ts";

/** A number column, standardised: z = ((x/unit − origin) − center)/scale. */
export interface NumberEncoding {
  readonly kind: "number";
  readonly name: string;
  /** A power of two of the size of the largest training value, so that no square of x/unit overflows or vanishes. */
  readonly unit: number;
  /** The least training value, in units: differences from it are exact, however far from zero the column lies. */
  readonly origin: number;
  /** Mean or median of the training rows, in units from the origin. */
  readonly center: number;
  /** Deviation of the training rows, in units. */
  readonly scale: number;
  /** The encoded value of a missing cell. */
  readonly fill: number;
  /** Whether a second column says 1 where the cell is missing and 0 where it is not. */
  readonly indicator: boolean;
}

/** A number column as its place among the training values: r = √12 ((#{< x} + #{≤ x})/(2n) − ½). */
export interface RankEncoding {
  readonly kind: "rank";
  readonly name: string;
  /** The different training values, ascending. */
  readonly values: readonly number[];
  /** #{≤ value}: how many training rows (weights) have at most this value. */
  readonly counts: readonly number[];
  readonly indicator: boolean;
}

/** A number column of one value that is sometimes missing: only whether it is there says something. */
export interface PresenceEncoding {
  readonly kind: "presence";
  readonly name: string;
}

/** A category: one indicator per level, each 1/√2 or 0; or one column of level numbers, for the Hamming kernel. */
export interface CategoryEncoding {
  readonly kind: "category";
  readonly name: string;
  readonly coding: "one-hot" | "hamming";
  /** Whether the levels are numbers, so that 1 and 1.0 are the same. */
  readonly numeric: boolean;
  /** The levels that have an indicator or a number of their own. */
  readonly levels: readonly string[];
  /** Rare levels, which share the next one: levels that did not occur in training count among them. Absent where no level is pooled. */
  readonly rareLevels?: readonly string[] | undefined;
  /** Whether a last level stands for missing cells. */
  readonly missingLevel: boolean;
}

/** A cycle in which a date has a place. */
export type DateCycle = "year" | "week" | "day";

/** A date column: elapsed time, and its places in cycles, as sine and cosine. Only what varied in training is there. */
export interface DateEncoding {
  readonly kind: "date";
  readonly name: string;
  /** The order in which dates are written; ISO 8601 is read in any case. */
  readonly order: DateOrder;
  /** Days since 1970, as a number column; absent if all dates were one. */
  readonly elapsed?: NumberEncoding | undefined;
  readonly cycles: readonly DateCycle[];
  /** Whether a last column says 1 where the cell is missing. */
  readonly indicator: boolean;
}

/** How one column of the table becomes columns of the matrix. */
export type ColumnEncoding = NumberEncoding | RankEncoding | PresenceEncoding | DateEncoding | CategoryEncoding;

/** What to do with missing cells. */
export type MissingRule = "refuse" | "impute" | "drop";

/** What to do with levels that did not occur in training. */
export type UnseenRule = "refuse" | "zeros";

/** From tables to matrices, as learned on training rows. Plain data: it is its own document. */
export interface Encoding {
  readonly missing: MissingRule;
  readonly unseen: UnseenRule;
  readonly columns: readonly ColumnEncoding[];
  /** How many columns there were before these were selected by their relevance for the labels; absent if none was left out. */
  readonly selectedFrom?: number | undefined;
}

/** A column of the encoded matrix. */
export interface EncodedColumn {
  /** A name to show: `age`, `age is missing`, `species = setosa`, `visit: elapsed`, `visit: year, sine`. */
  readonly name: string;
  /** The column of the table that it comes from. */
  readonly source: string;
  /** The number of that column among those used; encoded columns of one source share it, and with it one weight. */
  readonly group: number;
  readonly kind: "number" | "rank" | "indicator" | "level" | "code";
}

/** The columns of the encoded matrix, in order. */
export function encodedColumns({ columns }: Encoding): EncodedColumn[] {
  return columns.flatMap((column, group) =>
    partsOf(column).map(({ suffix, kind }) => ({ name: column.name + suffix, source: column.name, group, kind })),
  );
}

/** The number of the source column of each encoded column: the groups that share a weight in a kernel. */
export function columnGroups(encoding: Encoding): number[] {
  return encoding.columns.flatMap((column, group) => new Array<number>(widthOf(column)).fill(group));
}

/** The number of encoded columns that a column becomes. */
export function widthOf(column: ColumnEncoding): number {
  if (column.kind === "presence") return 1;
  if (column.kind === "date") return (column.elapsed ? 1 : 0) + 2 * column.cycles.length + (column.indicator ? 1 : 0);
  if (column.kind !== "category") return column.indicator ? 2 : 1;
  return column.coding === "hamming" ? 1 : levelCount(column);
}

/** The number of different codes of a category: its levels, one for the rare ones, one for missing cells. */
export function levelCount({ levels, rareLevels, missingLevel }: CategoryEncoding): number {
  return levels.length + (rareLevels ? 1 : 0) + (missingLevel ? 1 : 0);
}

function partsOf(column: ColumnEncoding): { suffix: string; kind: EncodedColumn["kind"] }[] {
  const indicator = { suffix: " is missing", kind: "indicator" } as const;
  if (column.kind === "presence") return [indicator];
  if (column.kind === "date") {
    const values = [
      ...(column.elapsed ? [": elapsed"] : []),
      ...column.cycles.flatMap((cycle) => [`: ${cycle}, sine`, `: ${cycle}, cosine`]),
    ];
    return [...values.map((suffix) => ({ suffix, kind: "number" as const })), ...(column.indicator ? [indicator] : [])];
  }
  if (column.kind !== "category") {
    const value = { suffix: "", kind: column.kind };
    return column.indicator ? [value, indicator] : [value];
  }
  if (column.coding === "hamming") return [{ suffix: "", kind: "code" }];
  const { levels, rareLevels, missingLevel } = column;
  const all = [...levels, ...(rareLevels ? ["(rare levels)"] : []), ...(missingLevel ? ["(missing)"] : [])];
  return all.map((level) => ({ suffix: ` = ${level}`, kind: "level" }));
}
