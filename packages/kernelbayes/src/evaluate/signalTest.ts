import type { Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { dot, sumOf } from "../matrix/dot.ts";
import { studentTCdf } from "../numeric/index.ts";
import { classNumbers } from "./classNumbers.ts";
import { rowWeights } from "./rowWeights.ts";

/** Below this p-value predictions have shown signal: the upper end of a two-sided 95 % interval. */
const level = 0.025;

/** A gain this small is rounding, not signal, however constant it is over the rows. */
const rounding = 1e-6;

/** Whether predictions of unseen rows depend on their class at all. */
export interface SignalTest {
  /** The mean of pᵢ(yᵢ) / f(yᵢ) − 1 over rows: 0 for the class frequencies of all rows, larger with signal. */
  readonly gain: number;
  readonly standardError: number;
  /** The gain of predicting each row by the class frequencies of the other rows: −(C − 1)/(n − 1), never signal. */
  readonly frequencyGain: number;
  /** One-sided: the probability of a gain at least as large if the columns say nothing about the class. */
  readonly p: number;
  readonly hasSignal: boolean;
}

export interface SignalTestOptions {
  /** A row of weight w counts as w rows. Default: 1. */
  readonly weights?: ArrayLike<number> | undefined;
  /** The group of each row, if rows of a group were left out together: groups are then the independent units. */
  readonly groups?: ArrayLike<number> | undefined;
}

/**
 * Tests whether predictions of left-out rows know more about the classes than the class frequencies do.
 *
 *     gain = mean of dᵢ,     dᵢ = pᵢ(yᵢ) / f(yᵢ) − 1,     t = gain / standard error,     one-sided
 *
 * pᵢ(yᵢ) is the probability of the true class of row i and f the class frequencies of all rows. If the columns say nothing, the
 * expected gain is 0 whatever the model predicts, however overconfident it is: Σ_c f(c) · p(c) / f(c) = 1.
 *
 * Leaving one row out makes its class rarer among the others. A model that falls back on the frequencies of the others therefore
 * gives every row less than f(yᵢ). With balanced classes it is wrong about all rows: an error of 100 % and an AUC of 0 by
 * construction. Such a model has a slightly negative gain here, and no signal.
 *
 * The paired difference in log loss is the obvious statistic, and has far less power: a few confident mistakes dominate its
 * variance. `docs/evaluation.md` has the measured rates of both.
 *
 * Undefined below two rows or groups, where nothing can be tested.
 */
export function signalTest(
  { data, rows, columns: C }: Matrix,
  truth: ArrayLike<number>,
  { weights, groups }: SignalTestOptions = {},
): SignalTest | undefined {
  const classes = classNumbers(truth, rows, C);
  const mass = rowWeights(rows, weights);
  const units = groups && unitsOf(groups, mass);
  const total = sumOf(mass);
  const n = units ? units.length : total;
  if (!(n > 1)) return undefined;
  const classMass = classSums(classes, mass, C);
  const given = new Float64Array(rows);
  for (let row = 0; row < rows; row++) given[row] = Math.exp(data[row * C + classes[row]]);
  const differences = overFrequency(given, classes, mass, classMass, total);
  const gain = dot(mass, differences) / total;
  // A group is one unit whatever it weighs; without groups a row of weight w is w independent rows.
  const squares = units
    ? units.reduce((whole, unit) => whole + sumOf(unit.map((row) => mass[row] * (differences[row] - gain))) ** 2, 0)
    : dot(
        mass,
        differences.map((value) => (value - gain) ** 2),
      );
  const standardError = Math.sqrt((squares * n) / (n - 1)) / total;
  const t = Math.abs(gain) <= rounding ? 0 : gain / standardError;
  const p = studentTCdf(-t, n - 1);
  const ofOthers = units ? othersByGroup(classes, mass, units, C) : othersByRow(classes, mass, classMass);
  const frequencyGain = dot(mass, overFrequency(ofOthers, classes, mass, classMass, total)) / total;
  return { gain, standardError, frequencyGain, p, hasSignal: p < level };
}

/** How far the probability of each row's class exceeds its frequency, in units of that. */
function overFrequency(
  probabilities: Float64Array,
  classes: Int32Array,
  mass: Float64Array,
  classMass: Float64Array,
  total: number,
): Float64Array {
  // A row of weight 0 does not exist, and its class may have no frequency.
  return probabilities.map((p, row) => (mass[row] > 0 ? (p * total) / classMass[classes[row]] - 1 : 0));
}

/** The share of each row's class among the other rows. Of a row of weight w one copy is left out. */
function othersByRow(classes: Int32Array, mass: Float64Array, classMass: Float64Array): Float64Array {
  const total = sumOf(classMass);
  return mass.map((weight, row) => {
    const copy = Math.min(1, weight);
    return total > copy ? (classMass[classes[row]] - copy) / (total - copy) : 0;
  });
}

/** The share of each row's class among the rows of other groups. */
function othersByGroup(
  classes: Int32Array,
  mass: Float64Array,
  units: readonly (readonly number[])[],
  C: number,
): Float64Array {
  const classMass = classSums(classes, mass, C);
  const total = sumOf(classMass);
  const shares = new Float64Array(classes.length);
  for (const unit of units) {
    const inside = classSums(
      Int32Array.from(unit, (row) => classes[row]),
      Float64Array.from(unit, (row) => mass[row]),
      C,
    );
    const rest = total - sumOf(inside);
    for (const row of unit) shares[row] = rest > 0 ? (classMass[classes[row]] - inside[classes[row]]) / rest : 0;
  }
  return shares;
}

function classSums(classes: Int32Array, mass: Float64Array, C: number): Float64Array {
  const sums = new Float64Array(C);
  classes.forEach((q, row) => (sums[q] += mass[row]));
  return sums;
}

/** The rows of each group, without those of weight 0. */
function unitsOf(groups: ArrayLike<number>, mass: Float64Array): number[][] {
  if (groups.length !== mass.length) {
    throw new InputError(
      "groups-length",
      `There are ${mass.length} rows but ${groups.length} groups.`,
      {},
      "Give one to each row.",
    );
  }
  const units = new Map<number, number[]>();
  for (let row = 0; row < groups.length; row++) {
    if (mass[row] === 0) continue;
    const unit = units.get(groups[row]);
    if (unit === undefined) units.set(groups[row], [row]);
    else unit.push(row);
  }
  return [...units.values()];
}
