import { expect, test } from "vitest";
import { classLogOdds, empiricalLogOdds } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";

const contrast = { mean: Float64Array.of(-1.2, 0, 0.4, 3), variance: Float64Array.of(0.5, 0.7, 0, 2) };
const settings = { precision: 2, distance: 1.5, priorLogOdds: -0.4 };

test("the odds are those of two Gaussians at the class centers, integrated over the position", () => {
  // p(target c | x) = N(c; ḡ, v + 1/β) for the centers ±d/2.
  const density = (c: number, g: number, v: number): number => -((c - g) ** 2) / (2 * (v + 0.5));
  expectClose(
    classLogOdds(contrast, settings),
    contrast.mean.map((g, t) => density(0.75, g, contrast.variance[t]) - density(-0.75, g, contrast.variance[t]) - 0.4),
    1e-14,
  );
});

test("the plug-in variant leaves out the variance of the position", () => {
  expectClose(classLogOdds(contrast, settings, { plugIn: true }), [-4, -0.4, 0.8, 8.6], 1e-14);
});

test("in the limits the noise drowns the position, or the side alone decides", () => {
  expectClose(classLogOdds(contrast, { ...settings, precision: 0 }), new Float64Array(4).fill(-0.4), 0);
  const odds = classLogOdds(contrast, { ...settings, precision: Infinity });
  expect(odds[0]).toBeCloseTo((1.5 * -1.2) / 0.5 - 0.4, 14);
  expect(odds[1]).toBe(-0.4);
  expect(odds[2]).toBe(Infinity);
});

test("the base rates count weights", () => {
  expect(empiricalLogOdds(fisherContrasts([0, 1, 1], [2, 1, 0.5]))).toBeCloseTo(Math.log(1.5 / 2), 14);
});
