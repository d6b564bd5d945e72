import type { Matrix } from "../engine/matrix.ts";

/**
 * Matthews correlation between decisions and truth, in the form for any number of classes (Gorodkin 2004), from a confusion
 * matrix. With c the mass decided rightly, s the whole mass, tₖ and pₖ what class k has of the truth and of the decisions,
 *
 *     (c s − Σ pₖ tₖ) / √((s² − Σ pₖ²)(s² − Σ tₖ²)).
 *
 * 1 is perfect, 0 is what guessing gives; also 0, for want of a value, when all decisions or all truths are one class.
 */
export function matthews({ data, columns }: Matrix): number {
  const actual = new Float64Array(columns);
  const decided = new Float64Array(columns);
  let right = 0;
  let total = 0;
  for (let row = 0; row < columns; row++) {
    for (let column = 0; column < columns; column++) {
      const mass = data[row * columns + column];
      actual[row] += mass;
      decided[column] += mass;
      total += mass;
      if (row === column) right += mass;
    }
  }
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, k) => sum + value * b[k], 0);
  // s² − Σ t² = Σ t (s − t), which is exactly 0 when one class has everything.
  const spread = (a: Float64Array): number => a.reduce((sum, value) => sum + value * (total - value), 0);
  const norm = Math.sqrt(spread(actual) * spread(decided));
  return norm > 0 ? (right * total - dot(actual, decided)) / norm : 0;
}
