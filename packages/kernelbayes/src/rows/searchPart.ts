import { equalRows } from "../evaluate/equalRows.ts";
import type { Problem } from "./problem.ts";
import { sampleNumbers } from "./sampleRows.ts";
import { takeRows } from "./takeRows.ts";

/**
 * A random part of about so many different rows on which a first search is cheap, with the classes as in `sampleNumbers`; undefined
 * where there are no more. Equal rows of a class count as one with their weights summed, and which rows are taken depends
 * on what they are and on the seed, not on where they stand.
 */
export function searchPart(problem: Problem, seed: number, most: number): Problem | undefined {
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
