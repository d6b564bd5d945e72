import { InputError } from "../../errors.ts";
import { outcomes } from "../probabilities.ts";
import { rowWeights } from "../rowWeights.ts";
import { stratifiedFolds } from "../splits/stratifiedFolds.ts";

/**
 * What a threshold is chosen for: a recall of at least so much, with the best precision; a precision of at least so much, with the best recall; or the
 * least cost, where missing a row of the class costs so many times as much as a false alarm.
 */
export type ThresholdGoal = { readonly recall: number } | { readonly precision: number } | { readonly cost: number };

/** How decisions by a threshold fare. */
export interface ThresholdFigures {
  readonly recall: number;
  readonly precision: number;
  readonly f1: number;
  /** The share of rows whose probability reaches the threshold. */
  readonly flagged: number;
}

export interface ChosenThreshold extends ThresholdFigures {
  /** From this probability on a row is decided to be of the class. The other figures are those of the rows that it was chosen on. */
  readonly threshold: number;
  /** Whether the goal is reached on these rows; if not, the threshold comes nearest to it. */
  readonly isReached: boolean;
  /** What to expect of new rows: each row was decided by a threshold that was chosen on other rows. Undefined with fewer than two rows of the class. */
  readonly expected: ThresholdFigures | undefined;
}

export interface ThresholdOptions {
  /** A row of weight w counts as w rows. */
  readonly weights?: ArrayLike<number> | undefined;
  /** Of the folds in which rows are decided by thresholds of other rows. Default 1. */
  readonly seed?: number;
}

/** Parts of the rows, each decided by a threshold that was chosen on the others. */
const folds = 10;

/**
 * Chooses the probability from which on rows are decided to be of a class, on rows that the model has not seen. `probabilities` are those of the class,
 * `truth` is 1 for rows of it and 0 for others. A threshold fits the rows that it was chosen on better than others, so `expected` has figures from
 * cross-fitting. Thresholds lie between neighboring probabilities and have as few digits as these allow.
 *
 * @example chooseThreshold(probabilities, truth, { recall: 0.9 }).threshold
 */
export function chooseThreshold(
  probabilities: ArrayLike<number>,
  truth: ArrayLike<number>,
  goal: ThresholdGoal,
  { weights, seed = 1 }: ThresholdOptions = {},
): ChosenThreshold {
  checkGoal(goal);
  const isPositive = outcomes(probabilities, truth);
  const rows = Array.from(isPositive, (positive, row) => ({ p: probabilities[row], positive: positive === 1 }));
  const mass = rowWeights(rows.length, weights);
  const weighted = rows.map((row, at) => ({ ...row, mass: mass[at] })).filter((row) => row.mass > 0);
  if (!weighted.some(({ positive }) => positive)) {
    throw new InputError(
      "no-positive-row",
      "A threshold needs rows of the class that it is chosen for; there are none.",
    );
  }
  const { threshold, isReached } = best(weighted, goal);
  return {
    threshold,
    isReached,
    ...figuresOf(weighted.map((row) => ({ ...row, isFlagged: row.p >= threshold }))),
    expected: crossFitted(weighted, goal, seed),
  };
}

interface Row {
  readonly p: number;
  readonly positive: boolean;
  readonly mass: number;
}

/** Every row decided by the threshold that the rows of the other folds choose. */
function crossFitted(rows: readonly Row[], goal: ThresholdGoal, seed: number): ThresholdFigures | undefined {
  const positives = rows.filter(({ positive }) => positive).length;
  if (positives < 2 || rows.length - positives < 2) return undefined;
  const classes = Int32Array.from(rows, ({ positive }) => (positive ? 1 : 0));
  const decided = stratifiedFolds(classes, { folds: Math.min(folds, rows.length), seed }).flatMap(({ train, test }) => {
    const { threshold } = best(
      Array.from(train, (row) => rows[row]),
      goal,
    );
    return Array.from(test, (row) => ({ ...rows[row], isFlagged: rows[row].p >= threshold }));
  });
  return figuresOf(decided);
}

function figuresOf(rows: readonly (Row & { readonly isFlagged: boolean })[]): ThresholdFigures {
  const sum = (isCounted: (row: Row & { readonly isFlagged: boolean }) => boolean): number =>
    rows.reduce((total, row) => (isCounted(row) ? total + row.mass : total), 0);
  const found = sum(({ positive, isFlagged }) => positive && isFlagged);
  return {
    ...rates(
      found,
      sum(({ isFlagged }) => isFlagged),
      sum(({ positive }) => positive),
    ),
    flagged: sum(({ isFlagged }) => isFlagged) / sum(() => true),
  };
}

function rates(found: number, flagged: number, positives: number): Omit<ThresholdFigures, "flagged"> {
  return {
    recall: positives > 0 ? found / positives : 0,
    precision: flagged > 0 ? found / flagged : 0,
    f1: flagged + positives > 0 ? (2 * found) / (flagged + positives) : 0,
  };
}

/** The best threshold of all that lie between neighboring probabilities, below the least and above the largest. */
function best(rows: readonly Row[], goal: ThresholdGoal): { readonly threshold: number; readonly isReached: boolean } {
  const sorted = rows.toSorted((a, b) => b.p - a.p);
  const positives = sorted.reduce((sum, { positive, mass }) => (positive ? sum + mass : sum), 0);
  let [found, flagged] = [0, 0];
  // Nothing is flagged above the largest probability, unless that is 1.
  let chosen =
    sorted[0].p < 1 ? { threshold: between(sorted[0].p, 1), value: valueOf(goal, 0, 0, positives) } : undefined;
  sorted.forEach(({ p, positive, mass }, at) => {
    flagged += mass;
    if (positive) found += mass;
    const next = sorted.at(at + 1)?.p;
    if (next === p) return;
    const value = valueOf(goal, found, flagged, positives);
    if (chosen === undefined || isBetter(value, chosen.value)) {
      chosen = { threshold: next === undefined ? 0 : between(next, p), value };
    }
  });
  const { threshold, value } = chosen!;
  return { threshold, isReached: value[0] === 0 };
}

/** The shortest decimal number near the middle that is above the lower and at most the upper of two numbers, so that it can be written down. */
function between(lower: number, upper: number): number {
  const middle = (lower + upper) / 2;
  for (let digits = 1; digits < 17; digits++) {
    const rounded = Number(middle.toPrecision(digits));
    if (rounded > lower && rounded <= upper) return rounded;
  }
  return upper;
}

/** How far below the goal, which counts first, and what is to be as large as possible then; the higher threshold goes before equals. */
type Value = readonly [shortfall: number, gain: number];

function valueOf(goal: ThresholdGoal, found: number, flagged: number, positives: number): Value {
  const { recall, precision } = rates(found, flagged, positives);
  if ("recall" in goal) return [Math.max(0, goal.recall - recall), precision];
  if ("precision" in goal) return [flagged > 0 ? Math.max(0, goal.precision - precision) : 1, recall];
  return [0, -(goal.cost * (positives - found) + (flagged - found))];
}

function isBetter([shortfall, gain]: Value, [oldShortfall, oldGain]: Value): boolean {
  return shortfall < oldShortfall || (shortfall === oldShortfall && gain > oldGain);
}

function checkGoal(goal: ThresholdGoal): void {
  const [[name, value]] = Object.entries(goal) as [[string, number]];
  const isAllowed = name === "cost" ? value > 0 && Number.isFinite(value) : value > 0 && value <= 1;
  if (isAllowed && ["recall", "precision", "cost"].includes(name)) return;
  throw new InputError(
    "invalid-threshold",
    `A threshold is chosen for a recall or a precision above 0 and at most 1, or for a cost above 0; got ${name} ${value}.`,
  );
}
