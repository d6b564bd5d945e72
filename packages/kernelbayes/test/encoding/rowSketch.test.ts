import { expect, test } from "vitest";
import { featuresOf, rowSketch, sketchFeatures } from "../../src/encoding/rowSketch.ts";
import { matrix } from "../../src/engine/matrix.ts";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { normal, stream } from "../../src/random/index.ts";

const engine = selectEngine();
const source = stream(3);
const X = matrix(
  40,
  3,
  Float64Array.from({ length: 120 }, () => normal(source)),
);
const weights = Float64Array.from({ length: 40 }, (_, row) => 1 + (row % 3));

test("the moments are the traces of the powers of the covariance of the features, with each row as often as it weighs", () => {
  const sketch = rowSketch(engine, X, weights)!;
  const features = featuresOf(X, sketch.width);
  const rows = Array.from(weights).flatMap((weight, row) =>
    Array.from({ length: weight }, () => Array.from(features(row))),
  );
  const mean = Array.from(
    { length: sketchFeatures },
    (_, i) => rows.reduce((sum, phi) => sum + phi[i], 0) / rows.length,
  );
  const covariance = mean.map((_, i) =>
    mean.map((_, j) => rows.reduce((sum, phi) => sum + (phi[i] - mean[i]) * (phi[j] - mean[j]), 0) / (rows.length - 1)),
  );
  const times = (one: number[][], other: number[][]): number[][] =>
    one.map((row) => mean.map((_, j) => row.reduce((sum, entry, k) => sum + entry * other[k][j], 0)));
  const trace = (of: number[][]): number => of.reduce((sum, row, i) => sum + row[i], 0);
  const square = times(covariance, covariance);
  const expected = [trace(covariance), trace(square), trace(times(square, covariance))];
  expect(sketch.rows).toBe(rows.length);
  sketch.mean.forEach((value, i) => expect(value).toBeCloseTo(mean[i], 6));
  sketch.moments.forEach((moment, power) => expect(moment / expected[power]).toBeCloseTo(1, 6));
});

test("equal rows have no sketch", () => {
  expect(rowSketch(engine, matrix(3, 1, Float64Array.of(2, 2, 2)), undefined)).toBeUndefined();
});
