import { option, wording } from "../../wording.ts";
import { asText, type Column, type NumberColumn } from "../column.ts";
import { quote } from "../quote.ts";
import { leastErrorOfIntervals } from "./leastErrorOfIntervals.ts";
import { rowsWhere, type Finding } from "./finding.ts";

/** In a shorter table a good column separates the classes by chance. */
const fewestRows = 30;

/** A class with fewer rows says nothing. */
const rowsOfClass = 5;

/** A column nearly determines the label if it gets no larger share of the rows wrong, averaged over the classes. */
const mostWrong = 0.01;

/** More classes are compared with columns of few values only. */
const mostClasses = 20;

/**
 * Columns that nearly determine the label alone, as the outcome itself does when it is left in the table: at most one in a hundred rows is wrong when each
 * interval, or each value, is given its most frequent class. Where more than a quarter of the columns do, the classes are easy to
 * separate and nothing is reported.
 */
export function leaks(features: readonly Column[], labels: readonly (string | undefined)[], target: string): Finding[] {
  const classes = [...new Set(labels.filter((label) => label !== undefined))];
  const numbers = new Map(classes.map((label, number) => [label, number]));
  const codes = Int32Array.from(labels, (label) => (label === undefined ? -1 : numbers.get(label)!));
  const found = features.filter((column) => determines(column, codes, classes.length));
  if (found.length > Math.max(1, features.length / 4)) return [];
  return found.map((column) => {
    const { name } = column;
    const example = asText(column).find((text) => text !== undefined);
    return {
      code: "leak",
      column: name,
      ...rowsWhere(labels.length, (row) => codes[row] >= 0),
      ...(example !== undefined && { example }),
      problem: `Column ${quote(name)} alone nearly determines ${quote(target)}.`,
      action: "none",
      remedy: wording`Is it known before the label is? If not, it is the answer in another form: ${option("exclude", name)} leaves it out.`,
    };
  });
}

function determines(column: Column, codes: Int32Array, classes: number): boolean {
  const cells = column.type === "number" ? column.values : column.codes;
  const isUsed = (row: number): boolean =>
    codes[row] >= 0 && (column.type === "number" ? !Number.isNaN(cells[row]) : cells[row] >= 0);
  const rows = Int32Array.from(codes.keys()).filter(isUsed);
  const sizes = new Float64Array(classes);
  for (const row of rows) sizes[codes[row]]++;
  const labelled = codes.reduce((count, code) => count + (code >= 0 ? 1 : 0), 0);
  const counted = sizes.filter((size) => size >= rowsOfClass).length;
  if (rows.length < fewestRows || 2 * rows.length < labelled || counted < 2) return false;
  // The weight of a row of each class, so that every class counts the same, whatever its size.
  const weights = sizes.map((size) => (size >= rowsOfClass ? 1 / (size * counted) : 0));
  if (errorOfValues(cells, codes, rows, weights) <= mostWrong) return true;
  return column.type === "number" && classes <= mostClasses && errorOfCuts(column, codes, rows, weights) <= mostWrong;
}

/** The weight of the rows that differ from the most frequent class of their value; 1 if most values are rare. */
function errorOfValues(cells: ArrayLike<number>, codes: Int32Array, rows: Int32Array, weights: Float64Array): number {
  const byValue = new Map<number, Float64Array>();
  for (const row of rows) {
    let masses = byValue.get(cells[row]);
    if (masses === undefined) {
      if (5 * byValue.size >= rows.length) return 1;
      byValue.set(cells[row], (masses = new Float64Array(weights.length)));
    }
    masses[codes[row]] += weights[codes[row]];
  }
  let wrong = 0;
  for (const masses of byValue.values()) wrong += masses.reduce((a, b) => a + b) - Math.max(...masses);
  return wrong;
}

/** The same for intervals, one more than there are classes at most. */
function errorOfCuts({ values }: NumberColumn, codes: Int32Array, rows: Int32Array, weights: Float64Array): number {
  const sorted = rows.toSorted((a, b) => values[a] - values[b] || codes[a] - codes[b]);
  const segments = weights.length + 1;
  let changes = 0;
  for (let i = 1; i < sorted.length; i++) if (codes[sorted[i]] !== codes[sorted[i - 1]]) changes++;
  // Every wrong row explains two changes at most.
  const smallest = weights.filter((weight) => weight > 0).reduce((a, b) => Math.min(a, b));
  const rare = rows.filter((row) => weights[codes[row]] === 0).length;
  if (((changes - segments + 1) / 2 - rare) * smallest > mostWrong) return 1;
  return leastErrorOfIntervals(
    Float64Array.from(sorted, (row) => values[row]),
    Int32Array.from(sorted, (row) => codes[row]),
    weights,
    segments,
  );
}
