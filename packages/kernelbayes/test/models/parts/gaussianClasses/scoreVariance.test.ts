import { describe, expect, test } from "vitest";
import {
  separateScoreVariance,
  sharedScoreVariance,
} from "../../../../src/models/parts/gaussianClasses/scoreVariance.ts";
import { fromRows } from "../../../../src/matrix/index.ts";
import { normal, stream } from "../../../../src/random/index.ts";

const random = stream(6);
const p = 4;
const sizes = Float64Array.of(20, 30, 15);
const degrees = 62;
const means = Array.from({ length: 3 }, () => Array.from({ length: p }, () => normal(random)));
const rows = Array.from({ length: 5 }, () => Array.from({ length: p }, () => 2 * normal(random)));
const contrasts = [
  [1, -0.3, -0.7],
  [-1, 1, 0],
  [0.2, 0.5, -0.7],
];

const product = (a: number[], b: number[]): number => a.reduce((sum, value, j) => sum + value * b[j], 0);
const differences = (x: number[]): number[][] => means.map((mean) => x.map((value, j) => value - mean[j]));

describe.each([true, false])("where the priors are estimated: %s", (priorsAreEmpirical) => {
  const sampling = { sizes, priorsAreEmpirical };
  const one = priorsAreEmpirical ? 1 : 0;

  test("under one covariance it is gᵀ Cov g with Cov_kl = δ_kl (D_kk + 1)/n_k + D_kl²/(2ν)", () => {
    const variance = sharedScoreVariance(fromRows(rows), fromRows(means), degrees, sampling);
    rows.forEach((x, i) => {
      const d = differences(x);
      for (const g of contrasts) {
        let expected = 0;
        for (let k = 0; k < 3; k++) {
          expected += (g[k] ** 2 * (product(d[k], d[k]) + one)) / sizes[k];
          for (let l = 0; l < 3; l++) expected += (g[k] * g[l] * product(d[k], d[l]) ** 2) / (2 * degrees);
        }
        expect(variance(i, Float64Array.from(g))).toBeCloseTo(expected, 11);
      }
    });
  });

  test("under one covariance a class it is Σ g² [(D + 1)/n + (D² − 2D + p)/(2(n − 1))]", () => {
    const quadratics = rows.map((x) => differences(x).map((d) => product(d, d)));
    const variance = separateScoreVariance(fromRows(quadratics), p, sampling);
    quadratics.forEach((D, i) => {
      for (const g of contrasts) {
        const expected = D.reduce(
          (sum, d, k) => sum + g[k] ** 2 * ((d + one) / sizes[k] + (d ** 2 - 2 * d + p) / (2 * (sizes[k] - 1))),
          0,
        );
        expect(variance(i, Float64Array.from(g)) / expected).toBeCloseTo(1, 12);
      }
    });
  });
});

test("far from the data the variance grows with the square of the distance and nothing cancels", () => {
  const direction = [0.5, -0.5, 0.5, 0.5];
  const g = Float64Array.of(1, -0.4, -0.6);
  const distances = [1e5, 1e8, 1e12, 1e40];
  const far = distances.map((distance) => direction.map((value) => distance * value));
  const variance = sharedScoreVariance(fromRows(far), fromRows(means), degrees, { sizes, priorsAreEmpirical: true });
  // The leading term for x = R u: R² [Σ g²/n + (‖v‖² + (u·v)²)/ν], v = Σ g_k m_k.
  const v = means[0].map((_, j) => g.reduce((sum, weight, k) => sum + weight * means[k][j], 0));
  const limit =
    g.reduce((sum, weight, k) => sum + weight ** 2 / sizes[k], 0) +
    (product(v, v) + product(direction, v) ** 2) / degrees;
  distances.forEach((R, i) => {
    const ratio = variance(i, g) / (R * R * limit);
    expect(Math.abs(ratio - 1)).toBeLessThan(20 / R + 1e-12);
  });
});

test("a class out of question does not matter, even where its own variance overflows", () => {
  const variance = separateScoreVariance(fromRows([[1, 1e200]]), 2, {
    sizes: Float64Array.of(9, 9),
    priorsAreEmpirical: true,
  });
  expect(variance(0, Float64Array.of(1, 0))).toBeCloseTo(2 / 9 + 1 / 16, 12);
  expect(variance(0, Float64Array.of(1, -1))).toBe(Infinity);
});

test("a class of one row counts as one of two", () => {
  const sampling = { sizes: Float64Array.of(1, 5), priorsAreEmpirical: false };
  expect(separateScoreVariance(fromRows([[3, 0]]), 2, sampling)(0, Float64Array.of(1, 0))).toBeCloseTo(3 + 5 / 2, 12);
});
