import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { fitCalibrationCurve } from "../../../../src/calibration/calibrationCurve.ts";
import { biasedMode, marginFoldCriterion } from "../../../../src/models/process/margin/marginFoldCriterion.ts";
import { trigonometricLoss } from "../../../../src/models/process/margin/marginMode.ts";
import { matrix } from "../../../../src/engine/matrix.ts";
import { logSigmoid } from "../../../../src/numeric/sigmoid.ts";
import { clouds, distance, kernelOf, problemOf } from "./problem.ts";
import { runSync } from "../../../../src/run/run.ts";

const engine = selectEngine();
const loss = trigonometricLoss(1);
const n = 30;
const data = clouds(n, 1);
const { K } = problemOf(data, { kernel: kernelOf(3, 0.5, 1e-100) });
const splits = [0, 1, 2].map((fold) => {
  const test = Float64Array.from({ length: n }, (_, i) => (Math.floor(i / 2) % 3 === fold ? 1 : 0));
  return { test, train: test.map((share) => 1 - share) };
});

test("the score is that of fits to each training part and one curve for all that was left out", () => {
  const held = new Float64Array(n);
  for (const { train, test: left } of splits) {
    const kept = Array.from(train.keys()).filter((i) => train[i] > 0);
    const A = matrix(
      kept.length,
      kept.length,
      Float64Array.from(kept.flatMap((i) => kept.map((j) => K.data[i * n + j]))),
    );
    const rows = {
      signs: Float64Array.from(kept, (i) => data.signs[i]),
      weights: new Float64Array(kept.length).fill(1),
    };
    const { alpha, bias } = biasedMode(engine, A, rows, loss);
    left.forEach((share, i) => {
      if (share > 0) held[i] = kept.reduce((sum, j, a) => sum + rows.signs[a] * alpha[a] * K.data[i * n + j], bias);
    });
  }
  const { slope, offset } = fitCalibrationCurve(held, data.signs);
  const expected = held.reduce((sum, f, i) => sum + logSigmoid(data.signs[i] * (slope * f + offset)), 0) / n;
  const { perRow, starts } = runSync(marginFoldCriterion(engine, data, splits, loss)(K));
  expect(perRow).toBeCloseTo(expected, 8);
  expect(runSync(marginFoldCriterion(engine, data, splits, loss)(K, starts)).perRow).toBeCloseTo(expected, 8);
});

test("folds whose training part has one class are left out, and no fold at all is no score", () => {
  const onlyPositive = { train: data.signs.map((y) => (y > 0 ? 1 : 0)), test: data.signs.map((y) => (y < 0 ? 1 : 0)) };
  expect(runSync(marginFoldCriterion(engine, data, [onlyPositive], loss)(K)).perRow).toBeNaN();
  const all = runSync(marginFoldCriterion(engine, data, splits, loss)(K)).perRow;
  expect(runSync(marginFoldCriterion(engine, data, [...splits, onlyPositive], loss)(K)).perRow).toBe(all);
});

test("a start of other outputs leads to the same mode", () => {
  const rows = { signs: data.signs, weights: new Float64Array(n).fill(1) };
  const cold = biasedMode(engine, K, rows, loss);
  const warm = biasedMode(engine, K, rows, loss, { start: { outputs: data.signs.map((y) => -3 * y), bias: 0 } });
  expect(distance(cold.alpha, warm.alpha)).toBeLessThan(1e-7);
});
