import { readNumber } from "../table/readNumber.ts";

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
