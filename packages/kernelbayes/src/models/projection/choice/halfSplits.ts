import { InputError } from "../../../errors.ts";
import { groupedFolds } from "../../../evaluate/splits/stratifiedFolds.ts";
import { unitFolds, type WeightedSplit } from "../../../evaluate/splits/unitFolds.ts";
import type { LabelledRows } from "../../../rows/labelledRows.ts";
import { stream } from "../../../random/index.ts";

/** Rows to be halved. */
export interface HalvedRows extends Omit<LabelledRows, "X"> {
  /** The number of the input of each row: rows with the same number are shuffled as one. */
  readonly inputs: Int32Array;
}

export interface HalfSplitOptions {
  readonly splits: number;
  readonly seed: number;
  /** Whether each class is halved by itself. */
  readonly stratified: boolean;
}

/** Halves draw their seeds from a branch of their own. */
const branch = 1_751_215_205;

/**
 * Random halves of rows, one to learn from and one to be tested on. A row of weight w is dealt out as w units, part of which
 * may be learned from while the rest is tested. Stratified, the units of each class are dealt in turn, and the only unit of a
 * class is learned from; otherwise all units are dealt in turn, and a class may be missing from either half.
 */
export function halfSplits(
  { classes, weights, inputs, rowGroups }: HalvedRows,
  { splits, seed, stratified }: HalfSplitOptions,
): WeightedSplit[] {
  const strata = stratified ? classes : classes.map(() => 0);
  return Array.from({ length: splits }, (_, split) => {
    const own = stream(seed, branch, split).integer(2 ** 31);
    if (!rowGroups) {
      const halves = unitFolds(strata, weights, { folds: 2, seed: own, inputs });
      if (halves.length < 2) throw noHalves();
      return halves[0];
    }
    const { train, test } = groupedFolds(strata, rowGroups, { folds: 2, seed: own })[0];
    return { train: weightsOf(train, weights), test: weightsOf(test, weights) };
  });
}

function weightsOf(rows: Int32Array, weights: Float64Array): Float64Array {
  const own = new Float64Array(weights.length);
  for (const row of rows) own[row] = weights[row];
  return own;
}

function noHalves(): InputError {
  return new InputError(
    "too-few-rows",
    "Halves to learn from and to be tested on need at least two rows of a class.",
    {},
    "Give the number of components instead.",
  );
}
