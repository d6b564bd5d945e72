import type { Column } from "kernelbayes";
import type { Histogram } from "../data/profile.ts";

const mostBins = 20;
const mostLevels = 8;

/** Rows by class within bins of a column of numbers, or within its most frequent levels. `classes` has the class of each row, or the last number. */
export function histogramOf(column: Column, classes: ArrayLike<number>, groups: number): Histogram {
  return column.type === "number" ? ofNumbers(column.values, classes, groups) : ofLevels(column, classes, groups);
}

function ofNumbers(values: Float64Array, classes: ArrayLike<number>, groups: number): Histogram {
  let [least, largest] = [Infinity, -Infinity];
  const different = new Set<number>();
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < least) least = value;
    if (value > largest) largest = value;
    if (different.size <= mostBins) different.add(value);
  }
  if (different.size === 0) return { names: [], counts: [] };
  const places = different.size <= mostBins ? [...different].toSorted((a, b) => a - b) : undefined;
  const bins = places?.length ?? mostBins;
  const width = (largest - least) / bins;
  const counts = Array.from({ length: bins }, () => new Array<number>(groups).fill(0));
  const placeOf = places && new Map(places.map((value, at) => [value, at]));
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (!Number.isFinite(value)) continue;
    const bin = placeOf?.get(value) ?? Math.min(bins - 1, Math.floor((value - least) / width));
    counts[bin][classes[row]]++;
  }
  const end = (at: number): string => String(Number((least + at * width).toPrecision(4)));
  const names = places?.map(String) ?? counts.map((_, at) => `${end(at)} – ${end(at + 1)}`);
  return { names, counts };
}

function ofLevels(
  { codes, levels }: Extract<Column, { type: "text" | "date" }>,
  classes: ArrayLike<number>,
  groups: number,
): Histogram {
  const totals = new Int32Array(levels.length);
  for (const code of codes) if (code >= 0) totals[code]++;
  const order = Array.from(levels.keys()).toSorted((a, b) => totals[b] - totals[a] || a - b);
  const shown = order.slice(0, mostLevels);
  const hasRest = order.length > shown.length;
  const place = new Int32Array(levels.length).fill(shown.length);
  shown.forEach((code, at) => (place[code] = at));
  const counts = Array.from({ length: shown.length + (hasRest ? 1 : 0) }, () => new Array<number>(groups).fill(0));
  codes.forEach((code, row) => {
    if (code >= 0) counts[place[code]][classes[row]]++;
  });
  const names = shown.map((code) => levels[code]);
  return { names: hasRest ? [...names, `${order.length - shown.length} others`] : names, counts };
}
