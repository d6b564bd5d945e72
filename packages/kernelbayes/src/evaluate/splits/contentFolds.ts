import type { Matrix } from "../../engine/matrix.ts";
import { permutation } from "../../random/index.ts";
import { splitsOfFolds, type Split } from "./split.ts";
import type { FoldOptions } from "./stratifiedFolds.ts";
import { streamOfSplits } from "./streamOfSplits.ts";

/**
 * Stratified folds that depend on what the rows are and not on where they stand: equal rows of one class share a fold, and
 * neither the order of the rows nor the numbering of the classes matters. So a row of weight two counts exactly as two
 * equal rows, and a copy never tests itself.
 *
 * Distinct rows are put in ascending order of their values (their least values first, so that the order of the columns
 * matters only among rows that hold the same values in different columns), shuffled by the seed, and dealt to the folds class by class. A
 * class with a single distinct row is never left out: its fold is −1 (`untestedRows`). At most `folds` folds are made,
 * fewer when no class has that many distinct rows.
 */
export function contentFolds(X: Matrix, classes: Int32Array, { folds, seed }: FoldOptions): Split[] {
  const p = X.columns;
  const sorted = sortedWithinRows(X);
  const compare = (a: number, b: number): number =>
    compareRows(sorted, a * p, b * p, p) || compareRows(X.data, a * p, b * p, p);
  const order = Array.from(classes, (_, row) => row).toSorted(compare);
  // Number the distinct inputs, then the distinct pairs of input and class.
  const input = new Int32Array(classes.length);
  let inputs = 0;
  order.forEach((row, at) => {
    if (at > 0 && compare(order[at - 1] as number, row) !== 0) inputs++;
    input[row] = inputs;
  });
  const place = permutation(streamOfSplits(seed), inputs + 1);
  const members = new Map<number, Set<number>>();
  for (const row of order) {
    const places = members.get(classes[row] as number) ?? new Set<number>();
    members.set(classes[row] as number, places.add(place[input[row] as number] as number));
  }
  const made = Math.min(folds, Math.max(...[...members.values()].map((places) => places.size)));
  const foldOf = new Map<number, Map<number, number>>();
  for (const [q, places] of members) {
    const dealt = [...places].toSorted((a, b) => a - b);
    // Where a class begins follows from its rows, so that small classes do not all meet in the first fold.
    const begin = (dealt[0] as number) % made;
    foldOf.set(q, new Map(dealt.map((at, turn) => [at, dealt.length < 2 ? -1 : (begin + turn) % made])));
  }
  const fold = Int32Array.from(
    classes,
    (q, row) => (foldOf.get(q) as Map<number, number>).get(place[input[row] as number] as number) as number,
  );
  return splitsOfFolds(fold, made).filter(({ test }) => test.length > 0);
}

function sortedWithinRows({ data, columns: p }: Matrix): Float64Array {
  const sorted = data.slice();
  for (let at = 0; at < sorted.length; at += p) sorted.subarray(at, at + p).sort();
  return sorted;
}

function compareRows(data: Float64Array, a: number, b: number, length: number): number {
  for (let j = 0; j < length; j++) {
    const difference = data[a + j] - data[b + j];
    if (difference !== 0) return difference;
  }
  return 0;
}
