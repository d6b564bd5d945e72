import { option, wording } from "../../wording.ts";
import { asText, lengthOf, type Column, type NumberColumn } from "../column.ts";
import { quote } from "../quote.ts";
import { rowsWhere, type Finding } from "./finding.ts";

/** In a shorter table columns agree by chance. */
const fewestRows = 20;

/** Columns whose standardized values differ by more, root mean square, are no linear functions of each other, however few digits they have. */
const tolerance = 5e-3;

/** The rarer values of a column must have so many rows before agreement with another means anything. */
const fewestOfRarer = 10;

/**
 * Columns that are functions of an earlier one and say nothing new: copies, linear functions (another unit) and one-to-one recodings (m and f for 1 and 2).
 * Columns in which nearly all rows have one value agree by chance and are not compared.
 */
export function relatedColumns(columns: readonly Column[]): Finding[] {
  const compared = columns.filter((column) => lengthOf(column) >= fewestRows && varies(column));
  return [...linearFunctions(compared), ...recodings(compared)].toSorted(
    (a, b) => columns.findIndex(({ name }) => name === a.column) - columns.findIndex(({ name }) => name === b.column),
  );
}

function varies(column: Column): boolean {
  const cells = column.type === "number" ? column.values : column.codes;
  const counts = new Map<number, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const most = [...counts.values()].reduce((a, b) => Math.max(a, b), 0);
  return counts.size > 1 && cells.length - most >= Math.min(fewestOfRarer, cells.length / 4);
}

interface Standardized {
  readonly column: NumberColumn;
  readonly values: Float64Array;
  /** The mean of |z|³, which is equal for linear functions of each other. */
  readonly signature: number;
  readonly deviation: number;
}

/**
 * Columns of numbers that are linear functions of each other have standardized values that are equal, or equal but for sign, as far as their digits
 * go. Closely correlated columns differ by more than a digit, and what they differ by may matter.
 */
function linearFunctions(columns: readonly Column[]): Finding[] {
  const order = new Map(columns.map((column, place) => [column, place]));
  const all = columns
    .flatMap((column) => (column.type === "number" ? (standardized(column) ?? []) : []))
    .toSorted((a, b) => a.signature - b.signature);
  const findings: Finding[] = [];
  const known = new Set<Column>();
  all.forEach((one, at) => {
    for (let next = at + 1; next < all.length && all[next].signature - one.signature < 20 * tolerance; next++) {
      const [first, second] = [one, all[next]].toSorted((a, b) => order.get(a.column)! - order.get(b.column)!);
      if (known.has(second.column) || !agree(first, second)) continue;
      known.add(second.column);
      const isCopy = first.column.values.every((value, row) => Object.is(value, second.column.values[row]));
      findings.push(related(second.column, first.column, isCopy ? "a copy" : "a linear function"));
    }
  });
  return findings;
}

function standardized(column: NumberColumn): Standardized | undefined {
  const { values } = column;
  const present = values.filter((value) => !Number.isNaN(value));
  if (present.length < fewestRows || !present.every(Number.isFinite)) return undefined;
  const mean = present.reduce((sum, value) => sum + value / present.length, 0);
  const deviation = Math.sqrt(present.reduce((sum, value) => sum + (value - mean) ** 2 / present.length, 0));
  if (!(deviation > 1e-9 * Math.abs(mean))) return undefined;
  const scaled = values.map((value) => (value - mean) / deviation);
  const signature = scaled.reduce((sum, z) => (Number.isNaN(z) ? sum : sum + Math.abs(z) ** 3 / present.length), 0);
  return { column, values: scaled, signature, deviation };
}

function agree(one: Standardized, other: Standardized): boolean {
  const { values: a } = one;
  const { values: b } = other;
  let product = 0;
  for (let row = 0; row < a.length; row++) if (!Number.isNaN(a[row] + b[row])) product += a[row] * b[row];
  const sign = product < 0 ? -1 : 1;
  const most = tolerance ** 2 * a.length;
  let sum = 0;
  let farthest = 0;
  for (let row = 0; row < a.length; row++) {
    if (Number.isNaN(a[row]) !== Number.isNaN(b[row])) return false;
    if (Number.isNaN(a[row])) continue;
    const difference = Math.abs(a[row] - sign * b[row]);
    sum += difference ** 2;
    if (sum > most) return false;
    farthest = Math.max(farthest, difference);
  }
  // Half a digit for the rounding of each, and as much again for that of mean and deviation.
  return farthest <= lastDigit(one) + lastDigit(other) + 1e-9;
}

/** How many standard deviations the last digit of a column stands for. */
function lastDigit({ column: { values }, deviation }: Standardized): number {
  const decimals = values.reduce((most, value) => (Number.isNaN(value) ? most : Math.max(most, decimalsOf(value))), 0);
  return 10 ** -decimals / deviation;
}

/** The digits behind the decimal point, as `String` writes the number. */
function decimalsOf(value: number): number {
  const [digits, exponent = "0"] = String(value).split("e");
  return Math.max(0, digits.length - (digits.indexOf(".") + 1 || digits.length) - Number(exponent));
}

/** Columns of which one is a text, and whose values go one to one. Columns with more values than half the rows are identifiers. */
function recodings(columns: readonly Column[]): Finding[] {
  if (!columns.some(({ type }) => type !== "number")) return [];
  const seen = new Map<string, Column>();
  return columns.flatMap((column) => {
    const partition = partitionOf(column);
    const other = partition === undefined ? undefined : seen.get(partition);
    if (partition === undefined) return [];
    if (other === undefined) {
      seen.set(partition, column);
      return [];
    }
    // Two columns of numbers are functions of each other if they are linear ones, of which `linearFunctions` speaks.
    if (other.type === "number" && column.type === "number") return [];
    return [related(column, other, "a recoding")];
  });
}

/** Which rows have equal values, as a text. */
function partitionOf(column: Column): string | undefined {
  const cells = column.type === "number" ? column.values : column.codes;
  const numbers = new Map<number, number>();
  const most = Math.min(100, cells.length / 2);
  const places = new Uint8Array(cells.length);
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    if (column.type === "number" ? Number.isNaN(cell) : cell < 0) {
      places[row] = 255;
      continue;
    }
    const place = numbers.get(cell) ?? numbers.size;
    if (place >= most) return undefined;
    numbers.set(cell, place);
    places[row] = place;
  }
  return places.join();
}

function related(column: Column, other: Column, what: string): Finding {
  const { name } = column;
  const example = asText(column).find((text) => text !== undefined);
  return {
    code: "function-of-another",
    column: name,
    other: other.name,
    ...rowsWhere(lengthOf(column), () => true),
    ...(example !== undefined && { example }),
    problem: `Column ${quote(name)} is ${what} of column ${quote(other.name)}.`,
    action: "none",
    remedy: wording`It says nothing new; ${option("exclude", name)} leaves it out.`,
  };
}
