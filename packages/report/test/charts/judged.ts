import { type Matrix } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import type { JudgedRows } from "../../src/charts/judgedRows.ts";

/** Two classes by the probabilities of the second. */
export function pairOf(
  probabilities: readonly number[],
  truth: readonly number[],
  weights?: readonly number[],
): JudgedRows {
  return {
    classes: ["no", "yes"],
    probabilities: rowsOf(probabilities.map((p) => [1 - p, p])),
    truth,
    weights,
  };
}

export function rowsOf(rows: readonly (readonly number[])[]): Matrix {
  return matrix(rows.length, rows[0].length, Float64Array.from(rows.flat()));
}

/** So many classes, each row giving its own class twice the probability of the others, and every seventh another's. */
export function manyClasses(count: number, each = 4): JudgedRows {
  const truth = Array.from({ length: count * each }, (_, row) => row % count);
  return {
    classes: Array.from({ length: count }, (_, q) => `class ${q + 1}`),
    probabilities: rowsOf(
      truth.map((own, row) => {
        const favorite = row % 7 === 0 ? (own + 1) % count : own;
        return Array.from({ length: count }, (_, q) => (q === favorite ? 2 : 1) / (count + 1));
      }),
    ),
    truth,
  };
}
