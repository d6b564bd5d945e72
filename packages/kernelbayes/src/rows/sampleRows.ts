import { permutation } from "../random/permutation.ts";
import { stream } from "../random/stream.ts";
import { type LabelledRows, takeRows, type Problem } from "./labelledRows.ts";
import { equalRows } from "../evaluate/equalRows.ts";

/**
 * A sample keeps this many rows of each class, or all where there are fewer: a search compares kernels by how well they separate the
 * classes, which the few rows that a rare class has by its share do not show. On three unbalanced tables 20 predicted held-out rows as
 * well as 40 did, and with 40 one of six fits of btsvc found no finite start.
 */
const leastOfClass = 20;

/**
 * The numbers of about so many rows, chosen by the seed, ascending: of each class its share, but at least 20 where it has them. All
 * rows where there are no more. Classes may be numbers or signs.
 */
export function sampleNumbers(classes: ArrayLike<number>, most: number, seed: number): Int32Array {
  const n = classes.length;
  if (n <= most) return Int32Array.from({ length: n }, (_, i) => i);
  const sizes = new Map<number, number>();
  for (let row = 0; row < n; row++) sizes.set(classes[row], (sizes.get(classes[row]) ?? 0) + 1);
  const left = new Map(Array.from(sizes, ([q, size]) => [q, Math.max(leastOfClass, Math.ceil((most * size) / n))]));
  return permutation(stream(seed), n)
    .filter((row) => {
      const count = left.get(classes[row]) ?? 0;
      left.set(classes[row], count - 1);
      return count > 0;
    })
    .toSorted();
}

/** The rows that `sampleNumbers` chooses, or the rows themselves where there are no more. */
export function sampleRows<R extends LabelledRows>(rows: R, most: number, seed: number): R {
  return rows.X.rows <= most ? rows : takeRows(rows, sampleNumbers(rows.classes, most, seed));
}

/** Above this number of rows a width is looked for on so many of them, and made narrower on all where that pays. */
export const partRows = 256;

/**
 * A random part of about so many different rows on which a first search is cheap, with the classes as in `sampleNumbers`; undefined
 * where there are no more. Equal rows of a class count as one with their weights summed, and which rows are taken depends
 * on what they are and on the seed, not on where they stand.
 */
export function searchPart(problem: Problem, seed: number, most: number = partRows): Problem | undefined {
  const { X, classes, weights, rowGroups, classCount } = problem;
  const kinds = rowGroups ? classes.map((q, row) => classCount * rowGroups[row] + q) : classes;
  const { representatives, weights: sums } = equalRows(X, kinds, weights);
  const n = representatives.length;
  if (n <= most) return undefined;
  const chosen = sampleNumbers(
    representatives.map((row) => classes[row]),
    most,
    seed,
  );
  return {
    ...takeRows(
      problem,
      Int32Array.from(chosen, (set) => representatives[set]),
    ),
    weights: Float64Array.from(chosen, (set) => sums[set]),
  };
}
