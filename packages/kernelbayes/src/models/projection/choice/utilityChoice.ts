import { sumOf } from "../../../matrix/dot.ts";
import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { equalRows } from "../../../evaluate/equalRows.ts";
import { type WeightedSplit, unitFolds } from "../../../evaluate/splits/unitFolds.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { selectColumns, selectRows, numbersUpTo } from "../../../matrix/row.ts";
import { progress, type Work } from "../../../run/work.ts";
import type { KernelComponents } from "../components/componentProjection.ts";
import { kernelComponents } from "../components/kernelComponents.ts";
import { expectedUtility, type ExpectedUtility } from "./expectedUtility.ts";
import { type CountedRows, type LabelledRows, weightedRows } from "../../../rows/labelledRows.ts";
import { InputError } from "../../../errors.ts";
import { groupedFolds } from "../../../evaluate/splits/stratifiedFolds.ts";
import { stream } from "../../../random/index.ts";

/** One half of the rows to learn from, seen by some of its components, and the scores of the other half. */
export interface ProjectedHalf {
  /** The number of the split, from 0. */
  readonly split: number;
  /** The components of the training half, as many as are to be used. */
  readonly components: KernelComponents;
  /** Classes of the training rows, of all classes by number; one may be missing where splits are not stratified. */
  readonly classes: Int32Array;
  readonly classCount: number;
  readonly weights: Float64Array;
  /** Scores of the test rows. */
  readonly testScores: Matrix;
}

/**
 * Learns from each of some halves and gives the classes of its test rows. All splits with all numbers of components come at
 * once, those of a split after each other and from one component up, so that they may be worked on in parallel or from one to
 * the next.
 */
export type HalfClassifier = (halves: readonly ProjectedHalf[]) => Work<readonly Int32Array[]>;

export interface UtilityChoiceOptions {
  readonly seed: number;
  /** The kernel for training rows: one that is known, or what a rule makes of their distances. */
  kernelFor(X: Matrix): Kernel;
  readonly classify: HalfClassifier;
  /** How many random halves. Default 10. */
  readonly splits?: number;
  /** c: a component must spare c of as many test rows as there are training rows an error to be worth it. Default 1. */
  readonly cost?: number;
  /** Whether each class is halved by itself; plain halves are the paper's. Default true. */
  readonly stratified?: boolean;
  /** The most components that are tried. Default 15. */
  readonly mostComponents?: number;
}

export interface UtilityChoice extends ExpectedUtility {
  /** What was counted in each split. */
  readonly misclassified: Matrix;
  /** Numbers of the splits, from 0, from whose training half a class is missing. */
  readonly withoutClass: readonly number[];
}

/**
 * The number of components by expected utility: the rows are halved at random several times; from each training half kernel,
 * centring and components are found anew, one decomposition for all n′ = 1, 2, … up to the least rank of any half or the limit;
 * and a classifier on the first n′ components is tested on the other half. All n′ meet the same halves, so that they can be
 * compared split by split. Rows equal in values and class are taken together, so that neither their order nor whether a
 * row is repeated or has a weight changes the halves.
 */
export function* utilityChoice(engine: Engine, rows: CountedRows, options: UtilityChoiceOptions): Work<UtilityChoice> {
  const { seed, classify, splits = 10, cost = 1, stratified = true, mostComponents = 15 } = options;
  const sets = distinct(rows);
  const halves: Half[] = [];
  for (const split of halfSplits(sets, { splits, seed, stratified })) {
    halves.push(halfOf(engine, sets, split, options.kernelFor, mostComponents));
    yield progress("components of halves", halves.length, splits);
  }
  const L = Math.min(...halves.map(({ components }) => components.eigenvalues.length));
  const projected = halves.flatMap((half, split) =>
    Array.from({ length: L }, (_, at) => firstOf(half, split, at + 1, rows.classCount)),
  );
  const found = yield* classify(projected);
  if (found.length !== projected.length) {
    throw new RangeError(`A classifier must answer each of ${projected.length} halves; got ${found.length} answers.`);
  }
  const misclassified = matrix(splits, L);
  found.forEach((classes, at) => {
    const { test } = halves[projected[at].split];
    if (classes.length !== test.classes.length) {
      throw new RangeError(`A half has ${test.classes.length} test rows; got the classes of ${classes.length}.`);
    }
    classes.forEach((c, i) => (misclassified.data[at] += c === test.classes[i] ? 0 : test.weights[i]));
  });
  return {
    ...expectedUtility(
      {
        misclassified,
        tested: halves.map(({ test }) => sumOf(test.weights)),
        trained: halves.map(({ train }) => sumOf(train.weights)),
      },
      cost,
    ),
    misclassified,
    withoutClass: Array.from(halves.keys()).filter(
      (split) => new Set(halves[split].train.classes).size < rows.classCount,
    ),
  };
}

/** Equal rows become weight; where rows come in groups every row stays as it is. */
function distinct({ X, classes, weights, rowGroups }: CountedRows): HalvedRows & LabelledRows {
  if (rowGroups) return { X, classes, weights, rowGroups, inputs: Int32Array.from(classes.keys()) };
  const { representatives, weights: sums, inputs } = equalRows(X, classes, weights);
  return {
    X: selectRows(X, representatives),
    classes: Int32Array.from(representatives, (row) => classes[row]),
    weights: sums,
    inputs,
    rowGroups: undefined,
  };
}

interface Half {
  readonly train: LabelledRows;
  readonly test: LabelledRows;
  readonly components: KernelComponents;
  readonly testScores: Matrix;
}

function halfOf(
  engine: Engine,
  rows: HalvedRows & LabelledRows,
  split: WeightedSplit,
  kernelFor: (X: Matrix) => Kernel,
  count: number,
): Half {
  const [train, test] = [split.train, split.test].map((weights) => weightedRows<LabelledRows>(rows, weights));
  const components = kernelComponents(engine, kernelFor(train.X), train.X, { count, weights: train.weights });
  return { train, test, components, testScores: components.project(test.X) };
}

function firstOf(
  { train, components, testScores }: Half,
  split: number,
  count: number,
  classCount: number,
): ProjectedHalf {
  return {
    split,
    components: components.first(count),
    classes: train.classes,
    classCount,
    weights: train.weights,
    testScores: selectColumns(testScores, numbersUpTo(count)),
  };
}

/** Rows to be halved. */
interface HalvedRows extends Omit<LabelledRows, "X"> {
  /** The number of the input of each row: rows with the same number are shuffled as one. */
  readonly inputs: Int32Array;
}

interface HalfSplitOptions {
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
function halfSplits(
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
