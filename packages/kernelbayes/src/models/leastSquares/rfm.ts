import { crossFittedLink, foldsOfRows } from "../../calibration/link/crossFittedLink.ts";
import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { NumericalError } from "../../errors.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import type { NumericPosterior } from "../../posterior/numericPosterior.ts";
import { sampleNumbers } from "../../rows/sampleRows.ts";
import { classSizes, type Problem } from "../../rows/labelledRows.ts";
import { progress, type Work } from "../../run/work.ts";
import type { Context, Cost, Model } from "../model.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";
import { describeOptions, option, readModelOptions, type OptionSchema } from "../parts/option.ts";
import { wholeNumberWithin, words } from "../parts/optionKinds.ts";
import { leaveOneOutRows, orderedRows, type OrderedRows } from "./expansionProblem.ts";
import { learnMetric, takeMetricRows, type MetricKind, type MetricSettings } from "./learned/learnMetric.ts";
import { metricCodec, metricPosterior, outputSpread, type MetricExpansion } from "./learned/metricExpansion.ts";
import {
  classOutputs,
  fitWhole,
  searchLength,
  type LengthChoice,
  type MetricRows,
  type WholeFit,
} from "./learned/searchLength.ts";
import { inMetric, kernelInMetric, type Metric, type MetricShape } from "./learned/shapedKernel.ts";

export interface RecursiveFeatureOptions {
  /** The shape of the kernel: "matern" (one derivative), "gaussian" (smooth) or "l1" (follows steps). Default "matern". */
  readonly shape?: MetricShape;
  /**
   * What is learned about distances: "full", a matrix, which an L1 kernel cannot have; "diagonal", a weight for each column; or "none".
   * Default "full", of an L1 kernel "diagonal".
   */
  readonly metric?: MetricKind;
  /** How often the metric is learned again from the outputs under the one before, at most. Default 3. */
  readonly rounds?: number;
}

const options = {
  shape: option(
    words("matern", "gaussian", "l1"),
    "matern",
    "The shape of the kernel: with one derivative, smooth, or following steps.",
  ),
  metric: option(
    words("full", "diagonal", "none"),
    "full",
    "What is learned about distances: a matrix, a weight for each column (of an L1 kernel in any case), or nothing.",
  ),
  rounds: option(
    wholeNumberWithin({ from: 1, to: 10 }),
    3,
    "How often the metric is learned again from the outputs under the one before, at most.",
  ),
} satisfies OptionSchema<RecursiveFeatureOptions>;

/** Rows that the first width is searched on, that widths under a metric are, and that gradients are taken of. */
const [firstRows, searchRows, gradientRows] = [1200, 800, 2500];
/** Above so many rows there are two folds rather than three. */
const manyRows = 3000;

/**
 * Recursive feature machine: kernel least squares of all classes under a metric that is learned from its own gradients,
 *
 *     M = Σ ∇f ∇fᵀ over rows and classes,   D² = (x − z)ᵀ M (x − z),   f(x) = Σ α k(D),
 *
 * so that directions in which outputs change count, and columns that bring nothing do not. The metric is learned in folds: a row is left out under a
 * metric that has not seen its label, which leave-one-out under the metric of all rows would pretend. A link makes probabilities of
 * the outputs. All rows are the basis: for up to a few thousand.
 *
 * @example recursiveFeatureMachine({ metric: "diagonal" })
 */
export function recursiveFeatureMachine(given: RecursiveFeatureOptions = {}): Model {
  const { settings, identity } = readModelOptions("rfm", options, given);
  const { shape, rounds } = settings;
  const metric = shape === "l1" && settings.metric === "full" ? "diagonal" : settings.metric;
  const own: MetricSettings = { shape, metric, rounds, searchRows, gradientRows };
  return {
    ...identity,
    classes: "many",
    fit: (problem, context) => fitLearned(problem, context, own),
    restore: (parameters, figures, { engine }) =>
      metricPosterior(engine, metricCodec.read(parameters, "parameters"), figures),
    cost: (rows, columns, classes) => costOf(own, rows, columns, classes),
  };
}

export const rfmEntry: ModelEntry = {
  title: "Recursive feature machine",
  family: "fisher",
  summary:
    "Curved boundaries under distances that are learned from the gradients of the outputs; for columns that matter unequally, up to a few thousand rows.",
  create: recursiveFeatureMachine,
  options: describeOptions(options),
  farLimit: "constant",
  exemptions: noSearch,
};

/** Factorizations of a search of a width and a regularization, and of a fit to all rows, as a rule. */
const [searchSteps, wholeSteps] = [16, 2.5];

function costOf({ metric, rounds, shape }: MetricSettings, n: number, p: number, classes: number): Cost {
  const machines = classes === 2 ? 1 : classes;
  const one = (rows: number): number => rows ** 3 + rows ** 2 * (2 * p + 30 + 4 * machines);
  const search = (rows: number, steps: number): number => steps * (one(rows) + 60 * rows * classes ** 2);
  const folds = metric === "none" ? 0 : foldsFor(n);
  const gradients = Math.min(n, gradientRows);
  const ofGradients = one(gradients) + (shape === "l1" ? 1000 : 2 * gradients) * gradients * p * machines;
  const round = search(Math.min(n, searchRows), 8) + ofGradients;
  return {
    memory: 8 * n * n * 3 + 8 * n * (4 * p + 20 * machines),
    operations:
      search(Math.min(n, firstRows), searchSteps) +
      (folds === 0 ? wholeSteps * one(n) : folds * (wholeSteps * one(n) + rounds * round)) +
      40 * 60 * n * classes * classes,
  };
}

function foldsFor(rows: number): number {
  return rows > manyRows ? 2 : 3;
}

function* fitLearned(problem: Problem, { engine, seed }: Context, settings: MetricSettings): Work<NumericPosterior> {
  const ordered = orderedRows(problem, seed);
  const rows = metricRows(ordered, problem);
  const { shape, metric } = settings;
  const searched = takeMetricRows(rows, sampleNumbers(rows.classes, firstRows, seed));
  yield progress("width", 0, 1);
  const start = { width: 1, regularization: 0.1 };
  const first = searchLength(engine, shape, searched.X, searched, start, 2);
  yield progress("width", 1, 1, first.loss);
  const fits: FoldFit[] = [];
  if (metric === "none") {
    fits.push(wholeFit(engine, shape, rows, {}, first));
  } else {
    fits.push(...(yield* fitsInFolds(engine, rows, settings, first, seed)));
  }
  return posteriorOf(engine, problem, ordered, rows, shape, fits);
}

/**
 * A metric from the rows outside each fold, and a fit to all rows under each. Where the first fold keeps the distances as they are, none are learned, and one
 * fit leaves every row out.
 */
function* fitsInFolds(
  engine: Engine,
  rows: MetricRows,
  settings: MetricSettings,
  first: LengthChoice,
  seed: number,
): Work<FoldFit[]> {
  const folds = foldsFor(rows.X.rows);
  const foldOf = foldsOfRows(rows, rows.groups, folds);
  const steps = folds * (settings.rounds + 1);
  const fits: FoldFit[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const others = Int32Array.from(foldOf.keys()).filter((row) => foldOf[row] !== fold);
    const stage = (round: number): readonly [string, number, number] => [
      "metric",
      fold * (settings.rounds + 1) + round,
      steps,
    ];
    const learned = yield* learnMetric(engine, takeMetricRows(rows, others), settings, first, seed + fold, stage);
    const held = foldOf.map((of) => Number(of === fold));
    if (fold === 0 && learned.round === 0) {
      yield progress("metric", steps, steps);
      return [wholeFit(engine, settings.shape, rows, {}, first)];
    }
    fits.push({ ...wholeFit(engine, settings.shape, rows, learned.metric, learned), held });
  }
  yield progress("metric", steps, steps);
  return fits;
}

/** A fit to all rows under one metric, with the rows that the metric has not seen; all where it has seen none. */
interface FoldFit extends WholeFit {
  readonly metric: Metric;
  readonly held?: Int32Array | undefined;
}

function wholeFit(
  engine: Engine,
  shape: MetricShape,
  rows: MetricRows,
  metric: Metric,
  choice: { readonly width: number; readonly regularization: number },
): FoldFit {
  const fitted = fitWhole(engine, shape, inMetric(engine, metric, rows.X), rows, choice);
  if (fitted) return { ...fitted, metric };
  throw new NumericalError(
    "not-positive-definite",
    `The kernel matrix of ${rows.X.rows} rows is not positive definite to working precision. Look for rows far from all others.`,
  );
}

function posteriorOf(
  engine: Engine,
  problem: Problem,
  ordered: OrderedRows,
  rows: MetricRows,
  shape: MetricShape,
  fits: readonly FoldFit[],
): NumericPosterior {
  const left = matrix(rows.X.rows, rows.targets.columns);
  for (const { left: own, held } of fits) {
    own.data.forEach((value, at) => {
      if (!held || held[Math.floor(at / left.columns)] === 1) left.data[at] = value;
    });
  }
  const { classes, weights, groups, classCount } = rows;
  const linked = crossFittedLink(engine, { outputs: classOutputs(left, classCount), classes, weights }, groups);
  const leaveOneOut = leaveOneOutRows(problem, linked.logProbabilities, (row) => ordered.setOf[row]);
  const [{ metric, length, regularization, variances, noises }] = fits;
  const kernel = kernelInMetric(shape, length);
  const expansion: MetricExpansion = {
    linked: { link: linked.link, foldLinks: linked.foldLinks },
    rows: rows.X,
    parts: fits.map((fit) => ({
      ...fit.metric,
      kernel: kernelInMetric(shape, fit.length),
      coefficients: fit.coefficients,
    })),
    spread: outputSpread(engine, { kernel, rows: rows.X, metric }, regularization, { variances, noises }),
    sizes: classSizes(problem),
  };
  return metricPosterior(engine, expansion, {
    leaveOneOut,
    evidence: undefined,
    warnings: omittedWarning(leaveOneOut),
  });
}

/** The ordered rows with a machine for each class, or one for two; targets are indicators without the shares of the classes. */
function metricRows({ problem }: OrderedRows, { classCount }: Problem): MetricRows {
  const { X, signs, weights, groups } = problem;
  const M = signs.length;
  const classes = Int32Array.from({ length: X.rows }, (_, i) =>
    M === 1 ? Number(signs[0][i] > 0) : signs.findIndex((machine) => machine[i] > 0),
  );
  return { X, classes, classCount, weights, groups, targets: centeredIndicators(signs, weights) };
}

function centeredIndicators(signs: readonly Float64Array[], weights: Float64Array): Matrix {
  const targets = matrix(weights.length, signs.length);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  signs.forEach((machine, m) => {
    const mass = weights.reduce((sum, weight, i) => sum + (machine[i] > 0 ? weight : 0), 0);
    machine.forEach((sign, i) => (targets.data[i * signs.length + m] = (sign > 0 ? 1 : 0) - mass / total));
  });
  return targets;
}
