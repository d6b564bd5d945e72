import { InputError } from "../errors.ts";
import { normal } from "../random/normal.ts";
import type { Table } from "../table/table.ts";
import { drawRows, type GeneratorOptions } from "./labelledTable.ts";

export interface WaveformOptions extends GeneratorOptions {
  /** 3, or 2 for the first wave ("positive") against the two others ("negative"). */
  readonly classes?: 2 | 3;
}

// h₁(i) = max(6 − |i − 11|, 0), h₂(i) = h₁(i − 4), h₃(i) = h₁(i + 4), i = 1 … 21: triangles with tops at 11, 15 and 7.
const shapes = [11, 15, 7].map((top) => Array.from({ length: 21 }, (_, j) => Math.max(6 - Math.abs(j + 1 - top), 0)));
const pairs = [
  [0, 1],
  [0, 2],
  [1, 2],
];

/**
 * Waveform: 21 columns, the points of a noisy wave. Each of three classes mixes two of three triangles in a random share,
 *
 *     u h_a + (1 − u) h_b + N(0, I),  u ~ U(0, 1),  (a, b) = (1, 2), (1, 3), (2, 3),
 *
 * all equally likely. The best classifier of three classes has an error rate of about 14 %.
 *
 * L. Breiman, J. Friedman, R. Olshen & C. Stone, Classification and Regression Trees, 1984.
 */
export function waveform({ rows = 400, seed = 1, classes = 3 }: WaveformOptions = {}): Table {
  if (classes !== 2 && classes !== 3)
    throw new InputError("classes", `classes must be 2 or 3; got ${String(classes)}.`);
  return drawRows(rows, seed, (source) => {
    const wave = source.integer(3);
    const [a, b] = pairs[wave].map((shape) => shapes[shape]);
    const u = source.uniform();
    const label = classes === 3 ? `wave ${wave + 1}` : wave === 0 ? "positive" : "negative";
    return { label, x: a.map((height, j) => u * height + (1 - u) * b[j] + normal(source)) };
  });
}
