import { InputError } from "../errors.ts";
import { quote } from "../table/quote.ts";
import type { NumberEncoding, PresenceEncoding, RankEncoding } from "./encoding.ts";

/** How numbers are brought to one scale. */
export type Standardization = "standard" | "robust" | "none";

/** Encoded values are kept within this bound, beyond which squares would soon overflow. */
const farthest = 1e150;

/** The interquartile range of a normal distribution of deviation 1. */
const normalQuartileRange = 1.3489795003921634;

const rootTwelve = Math.sqrt(12);

/** What was learned about a number column: its encoding, if it says anything, and whether the robust scale was 0. */
interface LearnedNumber {
  readonly encoding: NumberEncoding | RankEncoding | PresenceEncoding | undefined;
  readonly withoutSpread: boolean;
}

/**
 * Learns center and scale of a number column; NaN cells are missing and a row of weight w counts as w rows.
 *
 *     standard   center Σwx/Σw,   scale √(Σw(x − center)² / (Σw − 1))
 *     robust     center median,   scale interquartile range / 1.349 (the deviation, were they normal); the deviation if that is 0
 *     none       center 0, scale 1
 *
 * A missing cell is encoded as the center (0), without standardisation as the mean. A column of one value has no encoding.
 */
export function learnNumber(
  name: string,
  values: Float64Array,
  weights: Float64Array,
  standardize: Standardization,
  rank: boolean,
): LearnedNumber {
  const { least, largest, hasMissing: indicator } = extent(values);
  if (!(least < largest)) {
    const presence = indicator && least === largest;
    return { encoding: presence ? { kind: "presence", name } : undefined, withoutSpread: false };
  }
  if (rank) {
    const { values: distinct, cumulative } = distributionOf(values, weights);
    return { encoding: { kind: "rank", name, values: distinct, counts: cumulative, indicator }, withoutSpread: false };
  }
  const unit = unitOf(Math.max(Math.abs(least), Math.abs(largest)));
  const origin = least / unit + 0; // −0 becomes 0, as it does in JSON
  const offsets = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) offsets[i] = values[i] / unit - origin;
  const { mean, deviation } = moments(name, offsets, weights);
  if (standardize === "none") {
    if (unit > farthest) throw tooLarge(name);
    const fill = (origin + mean) * unit;
    return {
      encoding: { kind: "number", name, unit: 1, origin: 0, center: 0, scale: 1, fill, indicator },
      withoutSpread: false,
    };
  }
  const base = { kind: "number", name, unit, origin, fill: 0, indicator } as const;
  if (standardize === "standard")
    return { encoding: { ...base, center: mean, scale: deviation }, withoutSpread: false };
  const distribution = distributionOf(offsets, weights);
  const quantile = (q: number): number => weightedQuantile(distribution, q);
  const spread = (quantile(0.75) - quantile(0.25)) / normalQuartileRange;
  return {
    encoding: { ...base, center: quantile(0.5), scale: spread > 0 ? spread : deviation },
    withoutSpread: spread === 0,
  };
}

/** The standardised value of a number, at most 1e150 away from 0. */
function encodeNumber({ unit, origin, center, scale, fill }: NumberEncoding, value: number): number {
  if (Number.isNaN(value)) return fill;
  return Math.min(farthest, Math.max(-farthest, (value / unit - origin - center) / scale));
}

/** Writes the standardised values of numbers to places that are `step` apart. */
export function writeNumbers(
  encoding: NumberEncoding,
  values: Float64Array,
  into: Float64Array,
  from: number,
  step: number,
): void {
  for (let i = 0, at = from; i < values.length; i++, at += step) into[at] = encodeNumber(encoding, values[i]);
}

/** The rank of a number among the training values, from −√3 to √3; 0 if it is missing. */
export function encodeRank({ values, counts }: RankEncoding, value: number): number {
  if (Number.isNaN(value)) return 0;
  let low = 0; // the number of training values below the value, by halving
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  const below = low === 0 ? 0 : counts[low - 1];
  const upTo = values[low] === value ? counts[low] : below;
  const total = counts[counts.length - 1];
  return rootTwelve * (below / (2 * total) + upTo / (2 * total) - 0.5);
}

function tooLarge(name: string): InputError {
  return new InputError(
    "too-large-value",
    `Column ${quote(name)} has values beyond ${farthest}, whose squares no number can hold.`,
    { column: name },
    "Standardize it.",
  );
}

// The loops below have indices and no functions that are called for each value: those would leave a number for each of them to the garbage collector.

/** The least and the largest of the values that are not NaN, infinite if there is none; and whether there are others. */
function extent(values: Float64Array): { least: number; largest: number; hasMissing: boolean } {
  let least = Infinity;
  let largest = -Infinity;
  let hasMissing = false;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value < least) least = value;
    if (value > largest) largest = value;
    if (Number.isNaN(value)) hasMissing = true;
  }
  return { least, largest, hasMissing };
}

/** The power of two next below a magnitude. */
function unitOf(magnitude: number): number {
  return 2 ** Math.min(1023, Math.floor(Math.log2(magnitude)));
}

/** Mean and deviation of the values that are not NaN. */
function moments(name: string, values: Float64Array, weights: Float64Array): { mean: number; deviation: number } {
  let total = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) total += weights[i];
  if (!(total > 1)) {
    throw new InputError(
      "too-little-weight",
      `The row weights of column ${quote(name)} sum to ${total}; they count rows, and a deviation needs more than one.`,
      { column: name },
    );
  }
  let mean = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) mean += (weights[i] / total) * values[i];
  let variance = 0;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values[i])) variance += (weights[i] / total) * (values[i] - mean) ** 2;
  }
  return { mean, deviation: Math.sqrt((variance * total) / (total - 1)) };
}

/** Values in ascending order with the weight of each, equal ones together. */
interface Distribution {
  readonly values: readonly number[];
  /** The weight of all values up to and including each. */
  readonly cumulative: readonly number[];
}

/** The distribution of the values that are not NaN; a value of weight w counts as w values. */
export function distributionOf(values: Float64Array, weights: Float64Array): Distribution {
  const order = Array.from(values.keys())
    .filter((i) => !Number.isNaN(values[i]))
    .toSorted((a, b) => values[a] - values[b]);
  const distinct: number[] = [];
  const cumulative: number[] = [];
  let total = 0;
  for (const i of order) {
    total += weights[i];
    if (distinct.at(-1) === values[i]) cumulative[cumulative.length - 1] = total;
    else {
      distinct.push(values[i] + 0); // −0 becomes 0, as it does in JSON
      cumulative.push(total);
    }
  }
  return { values: distinct, cumulative };
}

/**
 * The quantile of a distribution: the least value with at least the fraction q of the weight at or below it; where that
 * is exactly q, the mean of it and the next. With whole weights this is the quantile of the repeated values.
 */
export function weightedQuantile({ values, cumulative }: Distribution, q: number): number {
  const wanted = q * cumulative[cumulative.length - 1];
  const index = cumulative.findIndex((weight) => weight >= wanted);
  return cumulative[index] === wanted && index + 1 < values.length
    ? values[index] / 2 + values[index + 1] / 2
    : values[index];
}
