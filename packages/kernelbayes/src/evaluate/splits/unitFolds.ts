import { permutation } from "../../random/index.ts";
import { checkFolds, type FoldOptions } from "./stratifiedFolds.ts";
import { streamOfSplits } from "./streamOfSplits.ts";

/** A division of weights: how much of each row is learned from and how much is tested. */
export interface WeightedSplit {
  readonly train: Float64Array;
  readonly test: Float64Array;
}

export interface UnitFoldOptions extends FoldOptions {
  /** The number of the input of each row, from 0: rows with the same number are shuffled as one. Default: all differ. */
  readonly inputs?: Int32Array;
}

/**
 * Stratified folds of weighted rows, unit by unit: a row of weight w is dealt out like w rows of weight one, so that part
 * of it may be learned from while the rest is tested. Given sets of equal rows (`equalRows`) the folds depend neither on
 * the order of the rows nor on the numbering of the classes, and a row of weight two counts exactly as two equal rows.
 *
 * The rows are shuffled by the seed, and the units of each class go to the folds in turn. A fraction that is left of a
 * weight counts as one unit. A class of a single unit is never tested; there are no more folds than the largest class has
 * units, and none at all if no class has two.
 */
export function unitFolds(
  classes: Int32Array,
  weights: Float64Array,
  { folds, seed, inputs = Int32Array.from(classes.keys()) }: UnitFoldOptions,
): WeightedSplit[] {
  checkFolds(folds);
  const shuffled = permutation(streamOfSplits(seed), Math.max(0, ...inputs.map((input) => input + 1)));
  const place = inputs.map((input) => shuffled[input]);
  const order = Array.from(classes.keys()).toSorted((a, b) => place[a] - place[b]);
  const units = new Map<number, { row: number; weight: number }[]>();
  for (const row of order) {
    const list = units.get(classes[row]) ?? [];
    for (let left = weights[row]; left > 1e-9; left -= 1) list.push({ row, weight: Math.min(1, left) });
    units.set(classes[row], list);
  }
  const most = Math.max(0, ...Array.from(units.values(), (list) => list.length));
  const made = most < 2 ? 0 : Math.min(folds, most);
  const tested = Array.from({ length: made }, () => new Float64Array(classes.length));
  for (const list of units.values()) {
    if (list.length < 2) continue;
    // Where a class begins follows from its rows, so that small classes do not all meet in the first fold.
    const begin = place[list[0].row] % made;
    list.forEach(({ row, weight }, turn) => (tested[(begin + turn) % made][row] += weight));
  }
  return tested
    .filter((test) => test.some((weight) => weight > 0))
    .map((test) => ({ train: weights.map((weight, row) => clipped(weight - test[row])), test }));
}

/** What rounding leaves of a weight that was all tested is nothing. */
function clipped(weight: number): number {
  return weight > 1e-9 ? weight : 0;
}
