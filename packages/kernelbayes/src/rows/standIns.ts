import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import type { Sums } from "../run/work.ts";

/** Weighted rows that stand for many others. */
export interface StandIns {
  /** Their features. */
  readonly rows: Matrix;
  readonly classes: Int32Array;
  readonly weights: Float64Array;
}

/** Directions of less than this part of the largest variance are lost in its rounding. */
const negligible = 1e-17;

/**
 * A few rows that have, in each class, the weight, the mean m and the scatter S of the rows of which these are the sums: whatever is learned from
 * moments alone is learned from them as from all rows. With S = Σⱼ λⱼ vⱼvⱼᵀ over d directions and the weight n of a class they are
 *
 *     m ± vⱼ √(dλⱼ/n),   each of weight n/(2d).
 *
 * The sums are taken about a center c of each class that lies near its mean, so that nothing cancels.
 */
export function standIns(engine: Engine, { weights, first, second }: Sums, centers: Matrix): StandIns {
  const { rows: classCount, columns: r } = centers;
  const found: { readonly row: Float64Array; readonly q: number; readonly weight: number }[] = [];
  for (let q = 0; q < classCount; q++) {
    const n = weights[q];
    if (!(n > 0)) continue;
    const moved = first.subarray(q * r, (q + 1) * r).map((sum) => sum / n);
    const mean = moved.map((step, j) => centers.data[q * r + j] + step);
    const scatter = matrix(r, r, second.slice(q * r * r, (q + 1) * r * r));
    for (let a = 0; a < r; a++) for (let b = 0; b < r; b++) scatter.data[a * r + b] -= n * moved[a] * moved[b];
    const { values, vectors } = engine.eigenSymmetric(scatter);
    const largest = values[r - 1] ?? 0;
    const kept = Array.from(values.keys()).filter((j) => values[j] > negligible * largest && values[j] > 0);
    if (kept.length === 0) found.push({ row: mean, q, weight: n });
    for (const j of kept) {
      const length = Math.sqrt((kept.length * values[j]) / n);
      for (const side of [length, -length]) {
        const row = mean.map((value, a) => value + side * vectors.data[a * r + j]);
        found.push({ row, q, weight: n / (2 * kept.length) });
      }
    }
  }
  const rows = matrix(found.length, r);
  found.forEach(({ row }, i) => rows.data.set(row, i * r));
  return {
    rows,
    classes: Int32Array.from(found, ({ q }) => q),
    weights: Float64Array.from(found, ({ weight }) => weight),
  };
}
