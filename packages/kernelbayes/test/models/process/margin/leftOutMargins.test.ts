import { expect, test } from "vitest";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { leftOutMargins } from "../../../../src/models/process/margin/leftOutMargins.ts";
import { newtonMode } from "../../../../src/models/process/margin/newtonMode.ts";
import { clouds, distance, kernelOf, problemOf, rowsOf } from "./problem.ts";

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
