import { equalRows } from "../evaluate/equalRows.ts";
import { permutation } from "../random/permutation.ts";
import { stream } from "../random/stream.ts";
import type { Problem } from "./problem.ts";
import { takeRows } from "./takeRows.ts";

/** As many rows of each class as its share, but at least these. */
const leastOfClass = 20;

/**
 * A random part of about so many different rows on which a first search is cheap, with the classes in proportion; undefined
 * where there are no more. Equal rows of a class count as one with their weights summed, and which rows are taken depends
 * on what they are and on the seed, not on where they stand.
 */
export function searchPart(problem: Problem, seed: number, most: number): Problem | undefined {
  const { X, classes, weights, rowGroups, classCount } = problem;
  const kinds = rowGroups ? classes.map((q, row) => classCount * rowGroups[row] + q) : classes;
  const { representatives, weights: sums } = equalRows(X, kinds, weights);
  const n = representatives.length;
  if (n <= most) return undefined;
  const counts = new Float64Array(classCount);
  for (const row of representatives) counts[classes[row]]++;
  const left = counts.map((count) => Math.max(leastOfClass, Math.ceil((most * count) / n)));
  const chosen = Array.from(permutation(stream(seed), n)).filter((set) => left[classes[representatives[set]]]-- > 0);
  return {
    ...takeRows(
      problem,
      Int32Array.from(chosen, (set) => representatives[set]),
    ),
    weights: Float64Array.from(chosen, (set) => sums[set]),
  };
}
