import { expect, test } from "vitest";
import { featureContrasts } from "../../../../src/models/fisher/features/featureRule.ts";
import { fromRows } from "../../../../src/matrix/index.ts";
import { engine } from "../samples.ts";

const rows = fromRows([
  [3, 1],
  [1, 2],
]);
const common = { midpoint: Float64Array.of(1, 1), weights: Float64Array.of(2, -1), spread: fromRows([[0.5, 0.25]]) };

test("a row stands where its weights put it relative to the midpoint, with a variance that is a square", () => {
  const { mean, variance } = featureContrasts(engine, { ...common, priorVariance: undefined }, rows);
  expect(Array.from(mean)).toEqual([4, -1]);
  expect(Array.from(variance)).toEqual([1, 0.0625]);
});

test("with prior variances the square is what the rows explain of them", () => {
  const { variance } = featureContrasts(engine, { ...common, priorVariance: Float64Array.of(1, 0.5) }, rows);
  expect(Array.from(variance)).toEqual([3, 0.4375]);
});

test("more explained than there was is refused, unless by rounding", () => {
  const priorVariance = Float64Array.of(0.2, 0.5);
  expect(() => featureContrasts(engine, { ...common, priorVariance }, rows)).toThrow("posterior variance");
  const nearly = { ...common, priorVariance: Float64Array.of(0.25 * (1 - 1e-12), 1) };
  expect(featureContrasts(engine, nearly, fromRows([[3, 1]])).variance[0]).toBe(0);
});
