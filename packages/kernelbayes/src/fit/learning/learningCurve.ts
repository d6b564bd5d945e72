import { InputError } from "../../errors.ts";
import { LOG_DENSITY_FLOOR } from "../../evaluate/elpd.ts";
import type { GivenSplit } from "../../evaluate/splits/split.ts";
import { groupedFolds, stratifiedFolds } from "../../evaluate/splits/stratifiedFolds.ts";
import type { Model } from "../../models/model.ts";
import { permutation, stream } from "../../random/index.ts";
import { run } from "../../run/run.ts";
import { share } from "../../run/share.ts";
import type { Work } from "../../run/work.ts";
import type { Table } from "../../table/table.ts";
import { crossValidateWork, type CrossValidation } from "../crossValidateWork.ts";
import type { RunControl } from "../fit.ts";
import type { FitOptions } from "../fitOptions.ts";
import { trainingData, type TrainingData } from "../trainingData.ts";
import { figureOf, resampledMeans, type Figure, type ResampledMeans } from "./resampledMeans.ts";
import { fitPowerLaw, lossAt } from "./powerLaw.ts";

/** Rows are chosen from a branch of their own, so that nothing else with the same seed meets the same numbers. */
const branch = 1_818_583_666;
/** Predictions in folds depend on each other: see `measure`. */
export const foldDependence = 1.3;
/** A class keeps so many rows, and a fit so many in all. */
const [fewestOfClass, fewestRows] = [2, 10];

export interface LearningCurveOptions extends FitOptions {
  /** Shares of the training rows to learn from, ascending, up to 1. Default: 1/8, 1/4, 1/2, 0.7 and 1. */
  readonly shares?: readonly number[] | undefined;
  /** Folds that are left out in turn. Default 5. */
  readonly folds?: number | undefined;
  /** How often rows are divided and chosen anew. Default 2. */
  readonly rounds?: number | undefined;
  /** How many times as many rows the outlook is for. Default 2 and 4. */
  readonly ahead?: readonly number[] | undefined;
  /** The level of the intervals. Default 0.9. */
  readonly level?: number | undefined;
}

/** What fits to so many rows do on others. */
export interface CurvePoint {
  /** How many rows the fits learned from, on average. */
  readonly rows: number;
  readonly logLoss: Figure;
  readonly errorRate: Figure;
}

/** What a number of rows would bring, by the power law through the curve. */
export interface Outlook {
  readonly rows: number;
  readonly logLoss: Figure;
  /** By how much the log loss falls from the whole table on. */
  readonly gain: Figure;
}

export interface LearningCurve {
  readonly points: readonly CurvePoint[];
  readonly outlook: readonly Outlook[];
  /** What no number of rows would take away, by the same law. */
  readonly floor: Figure;
  readonly level: number;
}

/**
 * How the log loss of unseen rows falls as a model learns from more rows, and what more rows would bring: fits to parts of the training rows of
 * each fold, each part within the next larger one, and the power law a + b n^−c through their losses. The intervals are those of resampled rows,
 * widened as in `measure`; an outlook supposes that new rows are like those of the table and that losses go on falling as they did.
 *
 * @example const { outlook } = await learningCurve(leastSquaresSupportVector(), table, { target: "species" });
 */
export function learningCurve(
  model: Model,
  table: Table,
  options: LearningCurveOptions & RunControl,
): Promise<LearningCurve> {
  const { onProgress, signal, executor, ...rest } = options;
  return run(learningCurveWork(model, table, rest), { onProgress, signal, executor });
}

/** The same as work that yields its progress. */
export function* learningCurveWork(model: Model, table: Table, options: LearningCurveOptions): Work<LearningCurve> {
  const {
    shares = [1 / 8, 1 / 4, 1 / 2, 0.7, 1],
    folds = 5,
    rounds = 2,
    ahead = [2, 4],
    level = 0.9,
    ...fitOptions
  } = options;
  requireCurveOptions({ shares, folds, rounds, ahead, level });
  const data = trainingData(table, fitOptions);
  const plan = shares.flatMap((part) => Array.from({ length: rounds }, (_, round) => ({ part, round })));
  // Fits take between the square and the cube of their rows.
  const costs = plan.map(({ part }) => part ** 2);
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const validations: CrossValidation[] = [];
  const sizes = shares.map(() => 0);
  let done = 0;
  for (const [at, { part, round }] of plan.entries()) {
    const splits = partSplits(data, part, folds, round);
    sizes[shares.indexOf(part)] += splits.reduce((sum, { train }) => sum + train.length, 0) / (folds * rounds);
    const span = [done / total, (done + costs[at]) / total] as const;
    validations.push(yield* share(span[0], span[1], crossValidateWork(model, table, { ...fitOptions, splits })));
    done += costs[at];
  }
  const seed = options.seed ?? 1;
  const tested = testedByAll(validations);
  const resampling = { ...ofTested(tested, data), seed };
  const losses = resampledMeans(byShare(validations, tested, rounds, lossesOf), resampling);
  const errors = resampledMeans(byShare(validations, tested, rounds, errorsOf), resampling);
  return {
    points: shares.map((_, k) => ({
      rows: Math.round(sizes[k]),
      logLoss: figureOf(losses, (means) => means[k], level, foldDependence),
      errorRate: figureOf(errors, (means) => means[k], level, foldDependence),
    })),
    ...outlookOf(losses, sizes, { rows: data.rows.length, ahead, level }),
    level,
  };
}

function requireCurveOptions({
  shares,
  folds,
  rounds,
  ahead,
  level,
}: Required<Pick<LearningCurveOptions, "shares" | "folds" | "rounds" | "ahead" | "level">>): void {
  const refuse = (name: string, words: string): never => {
    throw new InputError("invalid-option", `${name} must be ${words}.`);
  };
  const isRising = shares!.every((part, k) => part > (k === 0 ? 0 : shares![k - 1]) && part <= 1);
  if (!isRising || shares!.length < 3) refuse("shares", "at least three ascending numbers up to 1");
  if (!Number.isSafeInteger(folds) || folds! < 2) refuse("folds", "a whole number from 2");
  if (!Number.isSafeInteger(rounds) || rounds! < 1) refuse("rounds", "a whole number from 1");
  if (!ahead!.every((times) => times >= 1 && times <= 100)) refuse("ahead", "numbers from 1 to 100");
  if (!(level! > 0 && level! < 1)) refuse("level", "between 0 and 1");
}

/** The folds of a round, each with a part of its training rows: as of the share, so of all smaller ones a part of these. */
function partSplits(data: TrainingData, part: number, folds: number, round: number): GivenSplit[] {
  const { rows, classes, groups, options } = data;
  const seed = (options.seed ?? 1) + 1000 * round;
  const splits = groups ? groupedFolds(classes, groups, { folds, seed }) : stratifiedFolds(classes, { folds, seed });
  return splits.map(({ train, test }, fold) => {
    const units = groups ?? Int32Array.from(classes.keys());
    const random = stream(seed, branch, fold);
    const distinct = [...new Set(Array.from(train, (at) => units[at]))];
    const order = new Map(Array.from(permutation(random, distinct.length), (place, k) => [distinct[place], k]));
    const shuffled = train.toSorted((a, b) => order.get(units[a])! - order.get(units[b])! || a - b);
    const kept = chosenPart(shuffled, classes, units, part);
    return {
      train: Array.from(kept, (at) => rows[at]).toSorted((a, b) => a - b),
      test: Array.from(test, (at) => rows[at]),
    };
  });
}

/** The first rows of an order until the part is full and each class has its least; whole groups. */
function chosenPart(shuffled: Int32Array, classes: Int32Array, units: Int32Array, part: number): number[] {
  if (part === 1) return Array.from(shuffled);
  const wanted = Math.max(fewestRows, Math.ceil(part * shuffled.length));
  const inAll = countsOf(shuffled, classes);
  const counts = new Map<number, number>();
  const kept: number[] = [];
  const taken = new Set<number>();
  const take = (at: number): void => {
    kept.push(at);
    taken.add(units[at]);
    counts.set(classes[at], (counts.get(classes[at]) ?? 0) + 1);
  };
  // Each class in its share, as folds have them.
  for (const at of shuffled) {
    const most = Math.max(fewestOfClass, Math.ceil((wanted * inAll.get(classes[at])!) / shuffled.length));
    if (taken.has(units[at]) || (counts.get(classes[at]) ?? 0) < most) take(at);
  }
  return kept;
}

function countsOf(members: Int32Array, classes: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const at of members) counts.set(classes[at], (counts.get(classes[at]) ?? 0) + 1);
  return counts;
}

export function lossesOf({ truth, logProbabilities: { data, columns: C } }: CrossValidation): Float64Array {
  return Float64Array.from(truth, (q, i) => -Math.max(LOG_DENSITY_FLOOR, data[i * C + q]));
}

export function errorsOf({ truth, decided }: CrossValidation): Float64Array {
  return Float64Array.from(truth, (q, i) => (decided[i] === q ? 0 : 1));
}

/** The rows that every one of some validations tests. */
export function testedByAll(validations: readonly CrossValidation[]): Int32Array {
  const counts = new Map<number, number>();
  for (const { rows } of validations) for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  return validations[0].rows.filter((row) => counts.get(row) === validations.length);
}

/** A figure of the tested rows, in their order. */
export function figureAt(
  validation: CrossValidation,
  tested: Int32Array,
  figure: (validation: CrossValidation) => Float64Array,
): Float64Array {
  const placeOf = new Map(Array.from(validation.rows, (row, at) => [row, at]));
  const values = figure(validation);
  return Float64Array.from(tested, (row) => values[placeOf.get(row)!]);
}

/** For each share the figure of every tested row, averaged over the rounds. */
function byShare(
  validations: readonly CrossValidation[],
  tested: Int32Array,
  rounds: number,
  figure: (validation: CrossValidation) => Float64Array,
): Float64Array[] {
  return Array.from({ length: validations.length / rounds }, (_, k) => {
    const each = validations.slice(k * rounds, (k + 1) * rounds).map((one) => figureAt(one, tested, figure));
    return each[0].map((_value, i) => each.reduce((sum, values) => sum + values[i], 0) / rounds);
  });
}

/** Weights and groups of tested rows. */
export function ofTested(
  tested: Int32Array,
  data: TrainingData,
): { readonly weights: Float64Array | undefined; readonly groups: Int32Array | undefined } {
  const placeOf = new Map(Array.from(data.rows, (row, at) => [row, at]));
  return {
    weights: data.weights && Float64Array.from(tested, (row) => data.weights![placeOf.get(row)!]),
    groups: data.groups && Int32Array.from(tested, (row) => data.groups![placeOf.get(row)!]),
  };
}

function outlookOf(
  losses: ResampledMeans,
  sizes: readonly number[],
  { rows, ahead, level }: { readonly rows: number; readonly ahead: readonly number[]; readonly level: number },
): Pick<LearningCurve, "outlook" | "floor"> {
  const weights = Float64Array.from(sizes, (_, k) => {
    const mean = losses.means[k];
    const variance = losses.drawn.reduce((sum, means) => sum + (means[k] - mean) ** 2, 0) / losses.drawn.length;
    return 1 / Math.max(variance, 1e-12);
  });
  const law = (means: Float64Array): ReturnType<typeof fitPowerLaw> => fitPowerLaw(sizes, means, weights);
  const of = (figure: (means: Float64Array) => number): Figure => figureOf(losses, figure, level, foldDependence);
  const notBelowZero = ({ mean, lower, upper }: Figure): Figure => ({ mean, lower: Math.max(0, lower), upper });
  return {
    outlook: ahead.map((times) => ({
      rows: Math.round(times * rows),
      logLoss: notBelowZero(of((means) => lossAt(law(means), times * rows))),
      gain: notBelowZero(of((means) => lossAt(law(means), rows) - lossAt(law(means), times * rows))),
    })),
    floor: notBelowZero(of((means) => law(means).floor)),
  };
}
