import { expect, test } from "vitest";
import { isNear } from "../../src/search/evidenceFamily.ts";

const optimum = { point: Float64Array.of(0, 1), value: 5 };
const measures = [
  { logarithms: 0.2, above: 0.5, below: 1e-3 },
  { logarithms: 1, above: 0.02, below: 1e-3 },
];
const at = (move: number, higher: number) => ({ point: Float64Array.of(move, 1), value: 5 + higher });

test("a place near an optimum, or level with it farther away, belongs to it", () => {
  expect(isNear(at(0.1, 0.4), optimum, measures)).toBe(true);
  expect(isNear(at(-0.9, 0.01), optimum, measures)).toBe(true);
});

test("a place that is farther, higher or clearly lower does not", () => {
  expect(isNear(at(0.3, 0.4), optimum, measures)).toBe(false);
  expect(isNear(at(1.1, 0), optimum, measures)).toBe(false);
  expect(isNear(at(0, 0.6), optimum, measures)).toBe(false);
  expect(isNear(at(0, -0.01), optimum, measures)).toBe(false);
  expect(isNear(at(0, 0), optimum, [])).toBe(false);
});
