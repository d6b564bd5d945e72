import * as fc from "fast-check";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";

export interface Predictions {
  readonly probabilities: Matrix;
  readonly truth: Int32Array;
  /** Whole numbers, so that a weighted row can be written as that many rows. */
  readonly weights: Float64Array;
}

/** Random predictions of the given number of classes, with many ties, and whole row weights of which some are 0. */
export function predictions(classes: number): fc.Arbitrary<Predictions> {
  const row = fc.record({
    parts: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: classes, maxLength: classes }),
    truth: fc.integer({ min: 0, max: classes - 1 }),
    weight: fc.integer({ min: 0, max: 3 }),
  });
  return fc
    .array(row, { minLength: 2, maxLength: 40 })
    .filter((rows) => rows.some(({ weight }) => weight > 0))
    .map((rows) => ({
      probabilities: matrix(
        rows.length,
        classes,
        Float64Array.from(
          rows.flatMap(({ parts }) => {
            const sum = parts.reduce((total, part) => total + part + 0.1, 0);
            return parts.map((part) => (part + 0.1) / sum);
          }),
        ),
      ),
      truth: Int32Array.from(rows, ({ truth }) => truth),
      weights: Float64Array.from(rows, ({ weight }) => weight),
    }));
}

/** The same predictions with each row written as many times as it weighs. */
export function repeated({
  probabilities: { data, columns },
  truth,
  weights,
}: Predictions): Omit<Predictions, "weights"> {
  const rows = Array.from(truth.keys()).flatMap((row) => new Array<number>(weights[row]).fill(row));
  return rowsOf(data, columns, truth, rows);
}

/** The same predictions in another order of rows. */
export function reversed({ probabilities: { data, columns }, truth }: Predictions): Omit<Predictions, "weights"> {
  return rowsOf(data, columns, truth, Array.from(truth.keys()).toReversed());
}

function rowsOf(data: Float64Array, columns: number, truth: Int32Array, rows: number[]): Omit<Predictions, "weights"> {
  return {
    probabilities: matrix(
      rows.length,
      columns,
      Float64Array.from(rows.flatMap((row) => [...data.subarray(row * columns, (row + 1) * columns)])),
    ),
    truth: Int32Array.from(rows, (row) => truth[row]),
  };
}
