import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { selectRows } from "../../../matrix/row.ts";
import { sampleNumbers } from "../../../rows/sampleRows.ts";
import { progress, type Work } from "../../../run/work.ts";
import { exactOutputs } from "./exactOutputs.ts";
import { outerProduct, steppedSquares } from "./outerProduct.ts";
import { lengthLosses, searchLength, type LengthChoice, type MetricRows } from "./searchLength.ts";
import { inMetric, kernelInMetric, medianDistance, type Metric, type MetricShape } from "./shapedKernel.ts";

/** Which metrics are learned: a matrix, a number for each column, or none. */
export type MetricKind = "full" | "diagonal" | "none";

export interface MetricSettings {
  readonly shape: MetricShape;
  readonly metric: MetricKind;
  /** How often a metric is learned from the outputs under the one before, at most. */
  readonly rounds: number;
  /** Rows that widths are searched on, and rows that gradients are taken of, at most. */
  readonly searchRows: number;
  readonly gradientRows: number;
}

/** A metric with the width and the regularization that go with it. */
export interface LearnedMetric extends LengthChoice {
  readonly metric: Metric;
  /** The round that it comes from; 0 where the first distances were best. */
  readonly round: number;
}

/** Rows of an L1 kernel whose slopes are summed. */
const steppedRows = 500;

/** A round whose log loss is by more than this worse than the best is the last. */
const worse = 1.03;

/** Below this number of rows the width is searched again in the first round: left-out rows are judged otherwise by a width they had a part in. */
const fewRows = 100;

/**
 * Learns a metric in rounds: a fit under the metric so far, G of its gradients, and from it M^½ = (G/λ_max)^½ + 10⁻⁴ I, or column weights
 * (Gⱼⱼ/max)^½ + 0.02. The round that predicts left-out rows best counts. These rows have been learned from, and their leave-one-out is too good: only
 * rows outside may judge the result.
 */
export function* learnMetric(
  engine: Engine,
  rows: MetricRows,
  settings: MetricSettings,
  first: LengthChoice,
  seed: number,
  stage: (round: number) => readonly [name: string, step: number, of: number],
): Work<LearnedMetric> {
  const searched = takeMetricRows(rows, sampleNumbers(rows.classes, settings.searchRows, seed));
  const used = takeMetricRows(rows, sampleNumbers(rows.classes, settings.gradientRows, seed + 1));
  let metric: Metric = {};
  let choice = first;
  let best: LearnedMetric | undefined;
  for (let round = 0; ; round++) {
    const U = inMetric(engine, metric, searched.X);
    // The first width was searched under these very distances, if on all rows; few rows may want another without those of a fold.
    choice =
      round === 0 && searched.X.rows >= fewRows
        ? lengthLosses(engine, settings.shape, U, searched)(first.width)(first.regularization)
        : searchLength(engine, settings.shape, U, searched, choice, round <= 1 ? 2 : 1.5);
    if (!best || choice.loss < best.loss) best = { ...choice, metric, round };
    else if (choice.loss > worse * best.loss) break;
    yield progress(...stage(round));
    if (round === settings.rounds) break;
    const next = nextMetric(engine, used, settings, metric, choice, seed);
    if (!next) break;
    metric = next;
  }
  return best;
}

/** The rows with the given numbers. */
export function takeMetricRows(rows: MetricRows, chosen: Int32Array): MetricRows {
  const place = new Map(Array.from(chosen, (row, at) => [row, at]));
  const groups = rows.groups
    ?.map((members) => members.filter((row) => place.has(row)).map((row) => place.get(row)!))
    .filter((members) => members.length > 0);
  return {
    ...rows,
    X: selectRows(rows.X, chosen),
    targets: selectRows(rows.targets, chosen),
    classes: chosen.map((row) => rows.classes[row]),
    weights: Float64Array.from(chosen, (row) => rows.weights[row]),
    groups,
  };
}

/** The metric of the gradients of a fit under the one before; undefined where outputs do not change at all. */
function nextMetric(
  engine: Engine,
  rows: MetricRows,
  { shape, metric: kind }: MetricSettings,
  metric: Metric,
  { width, regularization }: LengthChoice,
  seed: number,
): Metric | undefined {
  const U = inMetric(engine, metric, rows.X);
  const length = width * medianDistance(engine, shape, U);
  const K = kernelInMetric(shape, length).matrix(engine, U);
  const fitted = exactOutputs(engine, { ...K, data: K.data.slice() }, regularization, { ...rows, groups: undefined });
  if (!fitted) return undefined;
  const outputs = { shape, length, U, K, coefficients: fitted.coefficients };
  if (shape === "l1") {
    const squares = steppedSquares(outputs, sampleNumbers(rows.classes, steppedRows, seed + 2));
    return diagonalMetric(squares, metric);
  }
  const G = outerProduct(engine, outputs);
  if (kind === "diagonal") {
    return diagonalMetric(
      Float64Array.from({ length: G.rows }, (_, j) => G.data[j * G.rows + j]),
      metric,
    );
  }
  // In the given columns: U = X P, so ∇ₓ = P ∇ᵤ.
  const inColumns = metric.projection
    ? engine.multiply(engine.multiply(metric.projection, G), metric.projection, { transposeB: true })
    : G;
  return rootMetric(engine, inColumns);
}

function diagonalMetric(squares: Float64Array, { scales }: Metric): Metric | undefined {
  const own = squares.map((value, j) => value * (scales?.[j] ?? 1) ** 2);
  const largest = own.reduce((most, value) => Math.max(most, value), 0);
  if (!(largest > 0 && largest < Infinity)) return undefined;
  return { scales: own.map((value) => Math.sqrt(value / largest) + 0.02) };
}

function rootMetric(engine: Engine, G: Matrix): Metric | undefined {
  const p = G.rows;
  if (!G.data.every(Number.isFinite)) return undefined;
  const { values, vectors } = engine.eigenSymmetric(G);
  const largest = values[p - 1];
  if (!(largest > 0)) return undefined;
  const roots = values.map((value) => Math.sqrt(Math.max(0, value / largest)));
  const scaled = matrix(p, p);
  for (let at = 0; at < p * p; at++) scaled.data[at] = vectors.data[at] * roots[at % p];
  const projection = engine.multiply(scaled, vectors, { transposeB: true });
  for (let j = 0; j < p; j++) projection.data[j * p + j] += 1e-4;
  return { projection };
}
