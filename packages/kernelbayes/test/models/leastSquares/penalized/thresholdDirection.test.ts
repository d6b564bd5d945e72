import { expect, test } from "vitest";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { thresholdDirection } from "./thresholdDirection.ts";
import { fromRows, multiplyVector } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { thrown } from "../../../thrown.ts";
import { engine, relative, sample, scatterWithin, smooth } from "../../fisher/samples.ts";
import { twice } from "./support.ts";

const given = sample(15, 2);
const { X, contrasts } = given;
const K = smooth(1.3, 1.1, 0).matrix(engine, X);

test("the training projections have length 1, and the share between the classes is the one measured on them", () => {
  for (const threshold of [1e-6, 1e-3, 0.2]) {
    const { coefficients, betweenOverTotal, biases } = thresholdDirection(engine, { K }, contrasts, threshold);
    const f = multiplyVector(K, coefficients).map((value) => value + biases.grandMean);
    expect(f.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 9);
    expect(1 - betweenOverTotal).toBeCloseTo(scatterWithin(contrasts, f), 9);
    expect(coefficients.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 8);
  }
});

test("the more of the spectrum is kept, the more of the scatter lies between the classes", () => {
  const found = [0.5, 0.1, 1e-3, 1e-7].map((threshold) => thresholdDirection(engine, { K }, contrasts, threshold));
  for (let k = 1; k < found.length; k++) {
    expect(found[k].kept).toBeGreaterThan(found[k - 1].kept);
    expect(found[k].betweenOverTotal).toBeGreaterThan(found[k - 1].betweenOverTotal);
  }
});

test("with the whole spectrum of a kernel of full rank every class is piled on one point", () => {
  const full = smooth(1, 0.5, 0.1).matrix(engine, X);
  const { kept, betweenOverTotal } = thresholdDirection(engine, { K: full }, contrasts, 1e-8);
  expect(kept).toBe(14);
  expect(betweenOverTotal).toBeCloseTo(1, 13);
});

test("a row of weight w is w copies of it, also with a nugget", () => {
  const { weighted, copies, summed } = twice(given);
  const a = thresholdDirection(engine, weighted.prior, weighted.contrasts, 0.05);
  const b = thresholdDirection(engine, copies.prior, copies.contrasts, 0.05);
  expectClose(a.coefficients, summed(b.coefficients), 1e-11);
  expect(relative(a.betweenOverTotal, b.betweenOverTotal)).toBeLessThan(1e-12);
});

test("thresholds outside of (0, 1) and classes that coincide are refused", () => {
  for (const threshold of [0, 1, -0.1, NaN]) {
    expect(thrown(() => thresholdDirection(engine, { K }, contrasts, threshold)).code).toBe("invalid-option");
  }
  const twins = smooth(1, 1, 0).matrix(engine, fromRows([[0], [1], [0], [1]]));
  expect(() => thresholdDirection(engine, { K: twins }, fisherContrasts([0, 0, 1, 1]), 0.1)).toThrow(/not separable/);
});

test("classes that differ only in what the threshold leaves out are refused", () => {
  // Two far pairs; within each pair the classes differ by a hair.
  const pairs = fromRows([
    [1, 0],
    [1, 0],
    [-1, 0],
    [-1, 0],
  ]);
  const K2 = engine.symmetricProduct(pairs);
  for (const [i, sign] of [1, -1, 1, -1].entries()) {
    for (const [j, other] of [1, -1, 1, -1].entries()) K2.data[i * 4 + j] += 1e-4 * sign * other;
  }
  expect(() => thresholdDirection(engine, { K: K2 }, fisherContrasts([1, 0, 1, 0]), 0.1)).toThrow(/not separable/);
  expect(thresholdDirection(engine, { K: K2 }, fisherContrasts([1, 0, 1, 0]), 1e-6).betweenOverTotal).toBeCloseTo(
    1,
    12,
  );
});
