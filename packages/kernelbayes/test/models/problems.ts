import type { Engine } from "../../src/engine/engine.ts";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { fromRows, toRows } from "../../src/matrix/index.ts";
import type { Model } from "../../src/models/model.ts";
import type { Problem } from "../../src/rows/labelledRows.ts";
import type { NumericPosterior } from "../../src/posterior/numericPosterior.ts";
import { normal, stream } from "../../src/random/index.ts";
import { runSync } from "../../src/run/run.ts";
import { tasks } from "../../src/fit/tasks.ts";

export interface Labelled {
  readonly X: number[][];
  readonly classes: number[];
}

export interface CloudOptions {
  /** Rows of each class. */
  readonly sizes: readonly number[];
  readonly columns: number;
  readonly seed?: number;
  /** Distance between neighbouring class means in the first column. */
  readonly distance?: number;
  /** How much wider each class is than the one before it. */
  readonly widening?: number;
}

/** Normal classes with correlated columns, one after the other on a line. */
export function gaussianRows({ sizes, columns, seed = 1, distance = 1.5, widening = 0.3 }: CloudOptions): Labelled {
  const random = stream(seed, 7);
  const X: number[][] = [];
  const classes: number[] = [];
  sizes.forEach((size, k) => {
    for (let i = 0; i < size; i++) {
      const common = normal(random);
      X.push(
        Array.from(
          { length: columns },
          (_, j) => (j === 0 ? distance * k : 0.2 * k * (j % 3)) + (1 + widening * k) * (normal(random) + 0.6 * common),
        ),
      );
      classes.push(k);
    }
  });
  return { X, classes };
}

export interface ProblemOptions {
  readonly weights?: readonly number[];
  readonly groups?: readonly number[];
}

/** Rows as they are, without encoding. */
export function problemOf({ X, classes }: Labelled, { weights, groups }: ProblemOptions = {}): Problem {
  return {
    X: fromRows(X),
    classes: Int32Array.from(classes),
    classCount: Math.max(...classes) + 1,
    weights: Float64Array.from(weights ?? classes.map(() => 1)),
    columnGroups: X[0].map((_, j) => j),
    rowGroups: groups && Int32Array.from(groups),
  };
}

export interface FitToOptions {
  readonly engine?: Engine;
  readonly seed?: number;
}

export function fitTo(
  model: Model,
  problem: Problem,
  { engine = selectEngine(), seed = 1 }: FitToOptions = {},
): NumericPosterior {
  return runSync(model.fit(problem, { engine, seed }), { tasks });
}

/** The class probabilities of rows. */
export function probabilitiesOf(posterior: NumericPosterior, rows: number[][]): number[][] {
  return toRows(posterior.predict(fromRows(rows), 0.9).logProbabilities).map((row) => Array.from(row, Math.exp));
}
