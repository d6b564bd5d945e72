import { permutation } from "../../random/index.ts";
import { checkFolds, type FoldOptions } from "./stratifiedFolds.ts";
import { streamOfSplits } from "./split.ts";

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
  const shuffled = permutation(
    streamOfSplits(seed),
    inputs.reduce((most, input) => Math.max(most, input + 1), 0),
  );
  const place = inputs.map((input) => shuffled[input]);
  const order = Array.from(classes.keys()).toSorted((a, b) => place[a] - place[b]);
  const rowsOf = new Map<number, number[]>();
  for (const row of order) {
    const rows = rowsOf.get(classes[row]);
    if (rows) rows.push(row);
    else rowsOf.set(classes[row], [row]);
  }
  const unitsOf = (row: number): number => Math.floor(weights[row]) + (fractionOf(weights[row]) > 0 ? 1 : 0);
  const counts = Array.from(rowsOf.values(), (rows) => rows.reduce((sum, row) => sum + unitsOf(row), 0));
  const most = Math.max(0, ...counts);
  const made = most < 2 ? 0 : Math.min(folds, most);
  const tested = Array.from({ length: made }, () => new Float64Array(classes.length));
  for (const [at, rows] of [...rowsOf.values()].entries()) {
    if (counts[at] < 2) continue;
    // Where a class begins follows from its rows, so that small classes do not all meet in the first fold.
    let turn = place[rows[0]] % made;
    for (const row of rows) {
      const whole = Math.floor(weights[row]);
      tested.forEach((test, fold) => {
        // Every fold once a round; what is left of the last round goes to the folds that are next.
        const isNext = (fold - turn + made) % made < whole % made;
        test[row] += Math.floor(whole / made) + (isNext ? 1 : 0);
      });
      turn = (turn + whole) % made;
      if (fractionOf(weights[row]) === 0) continue;
      tested[turn][row] += fractionOf(weights[row]);
      turn = (turn + 1) % made;
    }
  }
  return tested
    .filter((test) => test.some((weight) => weight > 0))
    .map((test) => ({ train: weights.map((weight, row) => clipped(weight - test[row])), test }));
}

/** What a weight has beyond its whole units; rounding is nothing. */
function fractionOf(weight: number): number {
  return clipped(weight - Math.floor(weight));
}

/** What rounding leaves of a weight that was all tested is nothing. */
function clipped(weight: number): number {
  return weight > 1e-9 ? weight : 0;
}
