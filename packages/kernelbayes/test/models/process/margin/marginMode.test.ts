import { expect, test } from "vitest";
import {
  trigonometricLoss,
  leftOutMargins,
  combineRows,
  scaledBlock,
} from "../../../../src/models/process/margin/marginMode.ts";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { newtonMode } from "../../../../src/models/process/margin/newtonMode.ts";
import { clouds, distance, kernelOf, problemOf, rowsOf } from "./problem.ts";
import { matrix } from "../../../../src/engine/matrix.ts";
import { wholeKernelRows } from "../../../../src/rows/kernel/kernelRows.ts";

test("what is said of a multiplier agrees with what is said of its margin", () => {
  const loss = trigonometricLoss(0.8);
  for (const margin of [-0.79, -0.3, 0, 0.5, 0.79]) {
    const multiplier = -loss.lossSlope(margin);
    expect(loss.slack(multiplier)).toBeCloseTo(0.8 - margin, 12);
    expect(loss.curvatureOfMultiplier(multiplier) / loss.lossCurvature(margin)).toBeCloseTo(1, 12);
    expect(loss.dualTerm(multiplier)).toBeCloseTo(multiplier * (0.8 - margin) - loss.loss(margin), 9);
    const h = 1e-6;
    const difference = (loss.lossCurvature(margin + h) - loss.lossCurvature(margin - h)) / (2 * h);
    expect(loss.curvatureSlopeOfMultiplier(multiplier) / difference).toBeCloseTo(1, 6);
  }
});

const engine = selectEngine();
const kernel = kernelOf(3, 0.5, 1e-100);

test("outputs without a row are closer to those of fits without it than the outputs with it are, by far", () => {
  const data = clouds(30, 1);
  const problem = problemOf(data, { kernel, bias: true });
  const mode = newtonMode(engine, problem);
  const left = leftOutMargins(engine, problem, mode);
  const refits = Array.from(left.keys(), (row) => {
    const others = Array.from(left.keys()).filter((i) => i !== row);
    const { alpha, bias } = newtonMode(engine, problemOf(rowsOf(data, others), { kernel, bias: true }));
    return others.reduce((sum, i, a) => sum + data.signs[i] * alpha[a] * problem.K.data[row * 30 + i], bias);
  });
  const errors = refits.map((output, row) => Math.abs(output - left[row]));
  const withRow = refits.reduce((sum, output, row) => sum + Math.abs(output - mode.latent[row]), 0);
  expect(errors.toSorted((a, b) => a - b)[15]).toBeLessThan(0.02);
  expect(errors.reduce((sum, error) => sum + error, 0)).toBeLessThan(0.2 * withRow);
});

test("copies lose one of themselves, as weights lose a unit", () => {
  const data = clouds(20, 2);
  const weights = Float64Array.from({ length: 20 }, (_, i) => (i % 4 === 0 ? 2 : 1));
  const copies = Array.from(weights.keys()).flatMap((i) => new Array<number>(weights[i]).fill(i));
  const weighted = problemOf(data, { kernel, weights, bias: true });
  const copied = problemOf(rowsOf(data, copies), { kernel, bias: true });
  const a = leftOutMargins(engine, weighted, newtonMode(engine, weighted));
  const b = leftOutMargins(engine, copied, newtonMode(engine, copied));
  expect(
    distance(
      a,
      Array.from(weights.keys(), (i) => b[copies.indexOf(i)]),
    ),
  ).toBeLessThan(1e-8);
});

const K = matrix(
  6,
  6,
  Float64Array.from({ length: 36 }, (_, at) => 10 * Math.floor(at / 6) + (at % 6)),
);

test("combinations of any number of rows are their weighted sums", () => {
  for (const count of [0, 1, 4, 6]) {
    const chosen = Int32Array.from({ length: count }, (_, a) => 5 - a);
    const coefficients = Float64Array.from(chosen, (i) => i - 2);
    const sum = combineRows(wholeKernelRows(K), chosen, coefficients);
    sum.forEach((value, j) => {
      expect(value).toBe(chosen.reduce((total, i) => total + (i - 2) * K.data[6 * i + j], 0));
    });
  }
});

test("a block is scaled on both sides, in its lower triangle", () => {
  const block = scaledBlock(wholeKernelRows(K), Int32Array.of(1, 4), Float64Array.of(2, 3), 1, new Float64Array(9));
  expect([block[0], block[2], block[3]]).toEqual([4 * 11 + 1, 6 * 41, 9 * 44 + 1]);
});
