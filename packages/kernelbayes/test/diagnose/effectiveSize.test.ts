import { describe, expect, test } from "vitest";
import { meanAutocovariances } from "../../src/diagnose/effectiveSize.ts";
import { effectiveSize, monteCarloError, type EffectiveSizeOf } from "../../src/diagnose/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { autoregressive } from "./chainsOf.ts";

const kinds: EffectiveSizeOf[] = ["bulk", "tail", "mean"];

describe("autocovariances", () => {
  test.each([1, 2, 3, 4])("of %d chains by the spectrum are the sums that define them", (count) => {
    const chains = autoregressive(3, count, 37, 0.6);
    const n = chains[0].length;
    const naive = Array.from({ length: n }, (_, lag) => {
      let sum = 0;
      for (const chain of chains) {
        const mean = chain.reduce((total, value) => total + value, 0) / n;
        for (let s = 0; s + lag < n; s++) sum += (chain[s] - mean) * (chain[s + lag] - mean);
      }
      return sum / (n * count);
    });
    expectClose(meanAutocovariances(chains), naive, 1e-14);
  });
});

describe("effective size", () => {
  // τ of the mean is (1 + φ)/(1 − φ); that of ranks differs a little, that of rare events is smaller. 8 % is some four deviations, for 0.9 it is 16 %.
  test.each([0.5, 0.9, -0.3])("of autoregressive chains, φ = %d, is that of their autocorrelations", (phi) => {
    const chains = autoregressive(4, 4, 5000, phi);
    const expected = (20_000 * (1 - phi)) / (1 + phi);
    const tolerance = phi === 0.9 ? 0.16 : 0.08;
    expect(Math.abs(effectiveSize(chains, "mean") / expected - 1)).toBeLessThan(tolerance);
    expect(Math.abs(effectiveSize(chains, "bulk") / expected - 1)).toBeLessThan(tolerance);
    if (phi > 0) expect(effectiveSize(chains, "tail")).toBeGreaterThan(effectiveSize(chains, "bulk"));
  });

  test("of draws that were each taken twice is that of the draws", () => {
    const chains = autoregressive(5, 4, 2000);
    const twice = chains.map((chain) => Float64Array.from({ length: 4000 }, (_, draw) => chain[draw >> 1]));
    for (const kind of kinds) expect(effectiveSize(twice, kind) / effectiveSize(chains, kind)).toBeCloseTo(1, 1);
  });

  test("in the bulk and in the tails does not change when the quantity is measured on another scale", () => {
    const chains = autoregressive(6, 4, 500, 0.5);
    const scaled = chains.map((chain) => chain.map(Math.exp));
    expect(effectiveSize(scaled, "bulk")).toBeCloseTo(effectiveSize(chains, "bulk"), 8);
    // Quantiles are interpolated between the same two draws.
    expect(effectiveSize(scaled, "tail")).toBeCloseTo(effectiveSize(chains, "tail"), 8);
    expect(effectiveSize(scaled)).toBe(effectiveSize(scaled, "bulk"));
  });

  test("of chains at different places is small, and of chains that stand still there hardly more than their number", () => {
    const apart = autoregressive(7, 4, 1000).map((chain, number) => chain.map((value) => value + 3 * number));
    expect(effectiveSize(apart, "bulk")).toBeLessThan(10);
    const still = [0.1, 0.2, 0.3, 0.4].map((value) => new Float64Array(100).fill(value));
    expect(effectiveSize(still, "mean")).toBeLessThan(8);
  });

  test("of equal draws is their number, and short chains have none", () => {
    const still = [new Float64Array(50).fill(0.1), new Float64Array(50).fill(0.1)];
    for (const kind of kinds) {
      expect(effectiveSize(still, kind)).toBe(100);
      expect(effectiveSize([Float64Array.of(1, 3, 2, 5, 4, 6, 8, 7, 9)], kind)).toBeNaN();
      expect(effectiveSize([Float64Array.of(1, 3, 2, 5, 4, 6, 8, 7, 9, 2)], kind)).toBeGreaterThan(0);
    }
  });

  test("of chains that swing faster than chance has a bound", () => {
    const swinging = [0, 1].map((shift) => Float64Array.from({ length: 500 }, (_, draw) => (-1) ** (draw + shift)));
    expect(effectiveSize(swinging, "mean")).toBeCloseTo(1000 * Math.log10(1000), 6);
  });
});

describe("Monte Carlo error", () => {
  test("is the deviation of the means of chains of that kind", () => {
    const scores = Array.from({ length: 100 }, (_, replicate) => {
      const chains = autoregressive(100 + replicate, 4, 400, 0.5);
      const mean = chains.reduce((sum, chain) => sum + chain.reduce((total, value) => total + value, 0), 0) / 1600;
      return mean / monteCarloError(chains);
    });
    // Σ z² has 100 degrees of freedom: a mean square of 1 with a deviation of 0.14.
    const meanSquare = scores.reduce((sum, z) => sum + z * z, 0) / scores.length;
    expect(Math.abs(meanSquare - 1)).toBeLessThan(0.6);
  });

  test("of equal draws is 0, and of short chains unknown", () => {
    expect(monteCarloError([new Float64Array(30).fill(0.1)])).toBe(0);
    expect(monteCarloError([new Float64Array(5)])).toBeNaN();
  });
});
