import { expect, test } from "vitest";
import { chiSquareCdf, incompleteGammaUpper } from "../../src/numeric/incompleteGammaLower.ts";
import { stream } from "../../src/random/stream.ts";
import { wishartFactor, inverseWishartFactor } from "../../src/random/wishartFactor.ts";
import { distributionProbability, drawMany, falseAlarm, meanProbability } from "./goodness.ts";
import { matrix } from "../../src/engine/matrix.ts";

test("for a Wishart matrix W = A Aᵀ every quadratic form vᵀ W v / vᵀv is χ² with the degrees of freedom", () => {
  for (const degrees of [2.5, 4, 20.3]) {
    const source = stream(7);
    const factors = Array.from({ length: 20_000 }, () => wishartFactor(source, degrees, 3).data);
    for (const v of [
      [1, 0, 0],
      [0, 0, 1],
      [1, -2, 0.5],
    ]) {
      const forms = factors.map((A) => {
        const y = [0, 1, 2].map((j) => A[j] * v[0] + A[3 + j] * v[1] + A[6 + j] * v[2]); // Aᵀ v
        return Math.hypot(...y) ** 2 / Math.hypot(...v) ** 2;
      });
      expect(distributionProbability(forms, (x) => chiSquareCdf(x, degrees))).toBeGreaterThan(falseAlarm);
      expect(distributionProbability(forms, (x) => chiSquareCdf(x, 1.1 * degrees))).toBeLessThan(falseAlarm);
    }
  }
});

test("the determinant is a product of independent χ² with degrees, degrees − 1, …", () => {
  const source = stream(8);
  for (const i of [0, 1, 2]) {
    const squares = drawMany(20_000, () => wishartFactor(source, 4.5, 3).data[4 * i] ** 2);
    expect(distributionProbability(squares, (x) => chiSquareCdf(x, 4.5 - i))).toBeGreaterThan(falseAlarm);
  }
});

test("the factor is lower triangular with a positive diagonal, even just above the limit of dimension − 1", () => {
  const source = stream(9);
  for (let i = 0; i < 200; i++) {
    const { data } = wishartFactor(source, 1.02, 2);
    expect(data[1]).toBe(0);
    expect(data[0]).toBeGreaterThan(0);
    expect(data[3]).toBeGreaterThan(0);
  }
  expect(wishartFactor(source, 1, 0).data).toHaveLength(0);
});

test("too few degrees of freedom are refused", () => {
  for (const degrees of [2, 1, -3, NaN, Infinity])
    expect(() => wishartFactor(stream(7), degrees, 3)).toThrow(RangeError);
});

const L = matrix(3, 3, Float64Array.of(2, 0, 0, -1, 0.5, 0, 0.3, 4, 1));

/** The solution of M y = d for a lower triangular 3 × 3 matrix. */
function forward(M: Float64Array, d: readonly number[]): number[] {
  const y: number[] = [];
  for (let i = 0; i < 3; i++) {
    let sum = d[i];
    for (let j = 0; j < i; j++) sum -= M[3 * i + j] * y[j];
    y.push(sum / M[3 * i + i]);
  }
  return y;
}

const squaredNorm = (y: readonly number[]): number => y.reduce((sum, value) => sum + value * value, 0);

test("dᵀ Σ⁻¹ d / dᵀ S⁻¹ d is χ² with the degrees of freedom, by the factor and by Bartlett's form alike", () => {
  for (const degrees of [2.4, 7]) {
    for (const d of [
      [1, 0, 0],
      [0.2, -1, 3],
    ]) {
      const whitened = forward(L.data, d);
      const unit = squaredNorm(whitened);
      const source = stream(7);
      const direct = drawMany(
        20_000,
        () => squaredNorm(forward(inverseWishartFactor(source, degrees, L).data, d)) / unit,
      );
      const bartlett = drawMany(20_000, () => {
        const A = wishartFactor(source, degrees, 3).data;
        return (
          squaredNorm([0, 1, 2].map((j) => A[j] * whitened[0] + A[3 + j] * whitened[1] + A[6 + j] * whitened[2])) / unit
        );
      });
      for (const forms of [direct, bartlett]) {
        expect(distributionProbability(forms, (x) => chiSquareCdf(x, degrees))).toBeGreaterThan(falseAlarm);
        expect(distributionProbability(forms, (x) => chiSquareCdf(x, degrees - 0.3))).toBeLessThan(falseAlarm);
      }
    }
  }
});

test("a diagonal entry of Σ is inverse gamma: 1/Σᵢᵢ ~ χ²(degrees − p + 1) / Sᵢᵢ", () => {
  const source = stream(8);
  const degrees = 6.5;
  const S = [4, 1.25, 0.09 + 16 + 1];
  const draws = Array.from({ length: 20_000 }, () => inverseWishartFactor(source, degrees, L).data);
  for (const i of [0, 1, 2]) {
    const entries = draws.map((M) => squaredNorm([M[3 * i], M[3 * i + 1], M[3 * i + 2]]));
    const cdf = (x: number): number => incompleteGammaUpper((degrees - 2) / 2, S[i] / (2 * x));
    expect(distributionProbability(entries, cdf)).toBeGreaterThan(falseAlarm);
  }
});

test("the mean of Σ is S / (degrees − p − 1), off the diagonal too", () => {
  const source = stream(9);
  const degrees = 30;
  const entries = drawMany(30_000, () => {
    const M = inverseWishartFactor(source, degrees, L).data;
    return M[3] * M[0]; // Σ₁₀
  });
  const [s00, s11, s10] = [4, 1.25, -2];
  const k = degrees - 4;
  // Variance of an off-diagonal entry: ((k + 2) S₁₀² + k S₀₀ S₁₁) / ((k + 1) k² (k − 2)).
  const variance = ((k + 2) * s10 ** 2 + k * s00 * s11) / ((k + 1) * k * k * (k - 2));
  expect(meanProbability(entries, s10 / k, Math.sqrt(variance))).toBeGreaterThan(falseAlarm);
});

test("the factor is lower triangular with a positive diagonal", () => {
  const { data } = inverseWishartFactor(stream(7), 5, L);
  expect([data[1], data[2], data[5]]).toEqual([0, 0, 0]);
  for (const i of [0, 4, 8]) expect(data[i]).toBeGreaterThan(0);
});

test("a factor that is not square and too few degrees of freedom are refused", () => {
  expect(() => inverseWishartFactor(stream(7), 5, matrix(2, 3))).toThrow("2 × 3");
  expect(() => inverseWishartFactor(stream(7), 2, L)).toThrow(RangeError);
});
