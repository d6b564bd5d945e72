import type { Engine } from "../../../src/engine/engine.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { fromRows } from "../../../src/matrix/index.ts";
import type { Model } from "../../../src/models/model.ts";
import type { NumericPosterior } from "../../../src/posterior/numericPosterior.ts";
import { runSync } from "../../../src/run/run.ts";

export const engine: Engine = selectEngine();

/** Fits a model to rows as they are, without encoding. */
export function fitRows(model: Model, X: number[][], classes: readonly number[]): NumericPosterior {
  const work = model.fit(
    {
      X: fromRows(X),
      classes: Int32Array.from(classes),
      classCount: Math.max(...classes) + 1,
      weights: new Float64Array(classes.length).fill(1),
      columnGroups: X[0].map((_, j) => j),
      rowGroups: undefined,
    },
    { engine, seed: 1 },
  );
  return runSync(work);
}

/** Log odds of class 1 against class 0. */
export function logOdds(posterior: NumericPosterior, rows: number[][]): number[] {
  const { data } = posterior.predict(fromRows(rows), 0.9).latentMean;
  return rows.map((_, i) => data[2 * i + 1]);
}
