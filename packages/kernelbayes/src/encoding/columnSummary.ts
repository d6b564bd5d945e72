import { InputError } from "../errors.ts";
import { quote } from "../table/quote.ts";
import type { Column } from "../table/column.ts";
import { numbersOf } from "./numbersOf.ts";

/** A column of a few cells, each with a weight, from which the same is learned as from a long one. */
export interface WeightedColumn {
  readonly column: Column;
  readonly weights: Float64Array;
}

/** What is known of a column of a table that is read in chunks. */
export interface ColumnSummary {
  /** Takes in the cells of some rows, each with its weight. */
  add(column: Column, rows: Int32Array, weights: Float64Array): void;
  /** The column in a few cells; undefined where there are too many different texts. */
  weighted(): WeightedColumn | undefined;
}

/** More different texts than these are no categories, and are not counted. */
export const mostLevels = 10_000;

/** A summary of a column of texts, or of numbers that are categories: how much weight each different cell has. */
export function levelSummary(name: string, type: "number" | "text"): ColumnSummary {
  const mass = new Map<string | number, number>();
  let missing = 0;
  let isFull = false;
  const count = (cell: string | number, weight: number): void => {
    mass.set(cell, (mass.get(cell) ?? 0) + weight);
    if (mass.size > mostLevels) isFull = true;
  };
  return {
    add(column, rows, weights) {
      if (isFull) return;
      if (column.type === "number") {
        numbersOf(column, rows).forEach((value, at) => {
          if (Number.isNaN(value)) missing += weights[at];
          else count(value, weights[at]);
        });
        return;
      }
      const { codes, levels } = column;
      const own = new Float64Array(levels.length);
      rows.forEach((row, at) => {
        if (codes[row] < 0) missing += weights[at];
        else own[codes[row]] += weights[at];
      });
      own.forEach((weight, code) => weight > 0 && count(levels[code], weight));
    },
    weighted() {
      if (isFull) return undefined;
      const cells = [...mass.keys()];
      const weights = Float64Array.from(missing > 0 ? [...mass.values(), missing] : mass.values());
      if (type === "number") {
        const values = Float64Array.from(missing > 0 ? [...cells, Number.NaN] : cells, Number);
        return { column: { name, type, values }, weights };
      }
      const codes = Int32Array.from(weights, (_, at) => (at < cells.length ? at : -1));
      return { column: { name, type, codes, levels: cells.map(String) }, weights };
    },
  };
}

/**
 * A summary of a column of numbers by its extremes, mean m and variance v. Three values have the same: the least l and the largest u, as they are, and
 * with the weight of u taken off, whose rest has the mean m′ and the variance v′,
 *
 *     x = m′ + v′/(m′ − l) of the weight share (m′ − l)²/(v′ + (m′ − l)²), the rest at l.
 */
export function numberSummary(name: string): ColumnSummary {
  let [least, largest, missing] = [Infinity, -Infinity, 0];
  let [total, mean, squares] = [0, 0, 0];
  let weightOfLargest = 0;
  return {
    add(column, rows, weights) {
      const values = numbersOf(column, rows);
      const own = momentsOf(values, weights);
      missing += own.missing;
      if (!(own.total > 0)) return;
      if (own.largest > largest) [largest, weightOfLargest] = [own.largest, own.weightOfLargest];
      least = Math.min(least, own.least);
      // Two parts as one (Chan, Golub & LeVeque 1979).
      const step = own.mean - mean;
      const sum = total + own.total;
      squares += own.squares + step * step * total * (own.total / sum);
      mean += step * (own.total / sum);
      total = sum;
    },
    weighted() {
      if (!Number.isFinite(squares)) throw tooFarApart(name);
      const cells: [value: number, weight: number][] = [];
      if (total > 0 && !(least < largest)) cells.push([least, total]);
      else if (total > 0) {
        const rest = total - weightOfLargest;
        const above = largest - mean;
        const restMean = mean - (above * weightOfLargest) / rest;
        const variance = Math.max(0, (squares - (weightOfLargest * total * above * above) / rest) / rest);
        const beyond = restMean - least;
        const share = beyond > 0 ? (beyond * beyond) / (variance + beyond * beyond) : 0;
        cells.push([largest, weightOfLargest]);
        if (share < 1) cells.push([least, (1 - share) * rest]);
        // With no spread all of the rest is here; the least value is there all the same.
        else cells.push([least, 0]);
        if (share > 0) cells.push([Math.min(largest, restMean + variance / beyond), share * rest]);
      }
      if (missing > 0) cells.push([Number.NaN, missing]);
      return {
        column: { name, type: "number", values: Float64Array.from(cells, ([value]) => value) },
        weights: Float64Array.from(cells, ([, weight]) => weight),
      };
    },
  };
}

interface CellMoments {
  readonly total: number;
  readonly mean: number;
  /** Σw(x − mean)². */
  readonly squares: number;
  readonly least: number;
  readonly largest: number;
  readonly weightOfLargest: number;
  readonly missing: number;
}

/** Moments of the numbers that are not NaN, as differences to the first of them, so that none are lost far from 0. */
function momentsOf(values: Float64Array, weights: Float64Array): CellMoments {
  let [total, first, sum, missing] = [0, Number.NaN, 0, 0];
  let [least, largest, weightOfLargest] = [Infinity, -Infinity, 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isNaN(value)) {
      missing += weights[i];
      continue;
    }
    if (Number.isNaN(first)) first = value;
    total += weights[i];
    sum += weights[i] * (value - first);
    if (value < least) least = value;
    if (value > largest) [largest, weightOfLargest] = [value, weights[i]];
  }
  const moved = sum / total;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values[i])) squares += weights[i] * (values[i] - first - moved) ** 2;
  }
  return { total, mean: first + moved, squares, least, largest, weightOfLargest, missing };
}

function tooFarApart(name: string): InputError {
  return new InputError(
    "too-large-value",
    `Column ${quote(name)} has values so far apart that their squares cannot be summed.`,
    { column: name },
    "Look for wrong values, or use the logarithm.",
  );
}
