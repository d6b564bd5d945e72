import { InputError } from "../errors.ts";
import { option, thatRow, wording } from "../wording.ts";
import { quote } from "../table/quote.ts";
import { levelCount, type CategoryEncoding, type MissingRule, type UnseenRule } from "./encoding.ts";
import type { Column } from "../table/column.ts";
import { readNumber } from "../table/readNumber.ts";

/** How categories become numbers. */
export type CategoryCoding = "one-hot" | "hamming";

/** Indicators of this size put two different levels at squared distance 1. */
const indicator = Math.SQRT1_2;

/** Levels of fewer training rows (or less weight) are rare. */
export const rowsOfLevel = 2;

/**
 * Learns the levels of a category, in an order that does not depend on the rows; undefined if it has only one. Two or more rare levels beside others are
 * pooled: they share one code, which new levels get as well.
 */
export function learnCategory(
  name: string,
  cells: readonly (string | undefined)[],
  weights: ArrayLike<number>,
  coding: CategoryCoding,
  numeric: boolean,
): CategoryEncoding | undefined {
  const counts = new Map<string | undefined, number>();
  cells.forEach((cell, at) => counts.set(cell, (counts.get(cell) ?? 0) + weights[at]));
  const missingLevel = counts.delete(undefined);
  const all = ([...counts.keys()] as string[]).toSorted(compareLevels);
  if (all.length + (missingLevel ? 1 : 0) < 2) return undefined;
  const rareLevels = all.filter((level) => counts.get(level)! < rowsOfLevel);
  const base = { kind: "category", name, coding, numeric } as const;
  if (rareLevels.length < 2 || rareLevels.length === all.length) return { ...base, levels: all, missingLevel };
  const isRare = new Set(rareLevels);
  return { ...base, levels: all.filter((level) => !isRare.has(level)), rareLevels, missingLevel };
}

/**
 * The number of the level of each cell. Pooled levels have the same; so has a level that did not occur in training, if that is allowed. −1 stands for none:
 * such a level where no levels are pooled, or a missing cell where none was missing in training.
 */
export function levelNumbers(
  column: CategoryEncoding,
  cells: readonly (string | undefined)[],
  rules: { readonly missing: MissingRule; readonly unseen: UnseenRule },
  numbers: ReadonlyMap<string, number> = numbersOfLevels(column),
): Int32Array {
  const { name, levels, rareLevels, missingLevel } = column;
  const last = levelCount(column) - 1;
  return Int32Array.from(cells, (cell, row) => {
    if (cell === undefined) return missingLevel ? last : -1;
    const number = numbers.get(cell);
    if (number !== undefined) return number;
    if (rules.unseen === "zeros") return rareLevels ? levels.length : -1;
    throw new InputError(
      "unseen-level",
      wording`Column ${quote(name)} has the value ${quote(cell)} in row ${thatRow}, which did not occur in training (${shown(levels)}).`,
      { row: row + 1, column: name },
      wording`Correct it, or fit with ${option("unseen", "zeros")}.`,
    );
  });
}

/** The number of each level that occurred in training; rare ones have that of the code that they share. */
export function numbersOfLevels({ levels, rareLevels = [] }: CategoryEncoding): Map<string, number> {
  const numbers = new Map(levels.map((level, number) => [level, number]));
  for (const level of rareLevels) numbers.set(level, levels.length);
  return numbers;
}

/** Writes the codes of one row, from the given place on. */
export function writeLevel(target: Float64Array, at: number, { coding }: CategoryEncoding, level: number): void {
  if (coding === "hamming") target[at] = level;
  else if (level >= 0) target[at + level] = indicator;
}

function shown(levels: readonly string[]): string {
  const most = 6;
  return levels.slice(0, most).map(quote).join(", ") + (levels.length > most ? ", …" : "");
}

/**
 * Whether a number column could as well be a category: whole numbers with 3 to 8 different values. (With two values both
 * views are the same.)
 */
export function isFewValued(column: Column): boolean {
  if (column.type !== "number") return false;
  const different = new Set<number>();
  for (const value of column.values) {
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value) || different.size > 8) return false;
    different.add(value);
  }
  return different.size >= 3 && different.size <= 8;
}

/**
 * The order of levels and labels, the same on every machine and whatever the order of the rows: numbers first, by value;
 * then other texts by their character codes, which also decide between two ways to write one number.
 */
export function compareLevels(a: string, b: string): number {
  const x = readNumber(a);
  const y = readNumber(b);
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
  if (x < y) return -1;
  if (x > y) return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
