import { describe, expect, test } from "vitest";
import {
  effectiveSize,
  paretoFit,
  paretoSmoothedLeaveOneOut,
  relativeEfficiency,
  reliableShape,
  smoothedWeights,
} from "../../src/diagnose/index.ts";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { elpd } from "../../src/evaluate/index.ts";
import { column, transpose } from "../../src/matrix/index.ts";
import { normal, stream } from "../../src/random/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { thrown } from "../thrown.ts";
import { autoregressive } from "./chainsOf.ts";

const logDensity = (x: number, mean: number, variance: number): number =>
  -0.5 * (Math.log(2 * Math.PI * variance) + (x - mean) ** 2 / variance);

// y ~ N(μ, 1) with a flat prior of μ: the posterior is N(ȳ, 1/n), and without a row it is N(mean of the others, 1/(n − 1)).
const y = [-1.1, 0.3, 0.5, -0.4, 1.2, 0.1, -0.7, 2.6, 0.9, -0.2];
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const exact = y.map((value, row) => logDensity(value, meanOf(y.toSpliced(row, 1)), 1 + 1 / (y.length - 1)));

/** log p(yᵢ | μ_s) of draws of μ that are ȳ + x/√n. */
function likelihoodUnder(x: Float64Array): Matrix {
  const L = matrix(x.length, y.length);
  x.forEach((value, s) => {
    const mu = meanOf(y) + value / Math.sqrt(y.length);
    y.forEach((observed, row) => (L.data[s * y.length + row] = logDensity(observed, mu, 1)));
  });
  return L;
}

describe("the generalized Pareto distribution", () => {
  test.each([-0.3, 0, 0.2, 0.5, 0.9])("of shape %d is found again", (k) => {
    const random = stream(1);
    const sample = Float64Array.from({ length: 5000 }, () => {
      const logU = Math.log(random.uniform());
      return 2 * (k === 0 ? -logU : Math.expm1(-k * logU) / k);
    }).toSorted();
    const { shape, rawShape, scale } = paretoFit(sample);
    // The deviation of k is (1 + k)/√M for k > −½: four of them. That of σ is σ √(2 (1 + k)/M).
    expect(Math.abs(rawShape - k)).toBeLessThan((4 * (1 + k)) / Math.sqrt(5000));
    expect(Math.abs(scale - 2)).toBeLessThan(4 * 2 * Math.sqrt((2 * (1 + k)) / 5000));
    expect(shape).toBeCloseTo((5000 * rawShape + 5) / 5010, 12);
  });

  test("scales with its exceedances", () => {
    const sample = Float64Array.of(0.1, 0.2, 0.5, 0.9, 1.5, 4, 11);
    const one = paretoFit(sample);
    const other = paretoFit(sample.map((value) => 1024 * value));
    expect(other.shape).toBeCloseTo(one.shape, 12);
    expect(other.scale / 1024).toBeCloseTo(one.scale, 12);
  });

  test("needs exceedances above 0", () => {
    expect(() => paretoFit(Float64Array.of(0, 1, 2))).toThrow(RangeError);
    expect(() => paretoFit(Float64Array.of(1, Infinity))).toThrow(RangeError);
    expect(() => paretoFit(new Float64Array(0))).toThrow(RangeError);
  });
});

describe("smoothed weights", () => {
  test("sum to 1, keep their order, and none exceeds what the largest raw one would be", () => {
    const logLikelihood = autoregressive(12, 1, 500)[0].map((value) => 1.5 * value);
    const { logWeights, effectiveSize: size } = smoothedWeights(logLikelihood);
    const weights = logWeights.map(Math.exp);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(size).toBeCloseTo(1 / weights.reduce((sum, weight) => sum + weight * weight, 0), 8);
    const order = Array.from(logLikelihood.keys()).toSorted((a, b) => logLikelihood[b] - logLikelihood[a]);
    for (let place = 1; place < order.length; place++) {
      expect(logWeights[order[place]]).toBeGreaterThanOrEqual(logWeights[order[place - 1]]);
    }
    // Weights below the threshold are raw: relative to them the largest is at most as large as it was.
    const [smallest, largest] = [order[0], order[order.length - 1]];
    expect(logWeights[largest] - logWeights[smallest]).toBeLessThanOrEqual(
      logLikelihood[smallest] - logLikelihood[largest] + 1e-12,
    );
  });

  test("have the shape of their tail", () => {
    for (const k of [0.3, 0.6, 1.2]) {
      const random = stream(2);
      // Weights U^(−k) are exactly Pareto above every threshold.
      const logLikelihood = Float64Array.from({ length: 20_000 }, () => k * Math.log(random.uniform()));
      // 425 of them are looked at, 3 √S: a deviation of (1 + k)/√425.
      expect(Math.abs(smoothedWeights(logLikelihood).shape - k)).toBeLessThan((4 * (1 + k)) / Math.sqrt(425));
    }
  });

  test("are raw where there are too few draws, and where the largest are equal", () => {
    const few = autoregressive(13, 1, 20)[0];
    const raw = smoothedWeights(few);
    expect(raw.shape).toBe(Infinity);
    const total = few.reduce((sum, value) => sum + Math.exp(-value), 0);
    expectClose(
      raw.logWeights.map(Math.exp),
      few.map((value) => Math.exp(-value) / total),
      1e-14,
    );
    const equal = smoothedWeights(new Float64Array(200).fill(-3));
    expect(equal.shape).toBe(-Infinity);
    expect(equal.effectiveSize).toBeCloseTo(200, 8);
  });

  test("of draws that repeat themselves, as those of a sampler that refuses proposals, are finite", () => {
    const draws = autoregressive(14, 1, 100)[0];
    const repeated = Float64Array.from({ length: 1000 }, (_, s) => draws[Math.floor(s / 10)]);
    const { logWeights, shape } = smoothedWeights(repeated);
    expect(Number.isFinite(shape)).toBe(true);
    expect(logWeights.every(Number.isFinite)).toBe(true);
    // 95 are looked at, of which 90 are above the threshold; all others keep their raw weights, a constant less L.
    const constants = logWeights.map((weight, s) => weight + repeated[s]);
    const raw = constants[repeated.indexOf(Math.max(...repeated))];
    const changed = constants.filter((constant) => Math.abs(constant - raw) > 1e-9).length;
    expect(changed).toBeGreaterThan(60);
    expect(changed).toBeLessThanOrEqual(90);
  });

  test("are not trusted where one draw outweighs all others, whose weights are equal or vanish beside it", () => {
    const equal = new Float64Array(1000).fill(-1);
    const vanishing = autoregressive(21, 1, 1000)[0];
    for (const logLikelihood of [equal, vanishing]) {
      logLikelihood[17] = -2000;
      const { shape, effectiveSize, logWeights } = smoothedWeights(logLikelihood);
      expect(shape).toBe(Infinity);
      expect(effectiveSize).toBeCloseTo(1, 10);
      expect(logWeights[17]).toBeCloseTo(0, 10);
    }
  });

  test("look farther into the tail where draws are worth less", () => {
    const logLikelihood = autoregressive(15, 1, 2000)[0];
    expect(smoothedWeights(logLikelihood, 0.3).shape).not.toBe(smoothedWeights(logLikelihood).shape);
    expect(smoothedWeights(logLikelihood, 2)).toEqual(smoothedWeights(logLikelihood));
  });

  test("are refused for what is no log likelihood", () => {
    const error = thrown(() => smoothedWeights(Float64Array.of(-1, -Infinity)));
    expect(error.code).toBe("not-finite");
    expect(error.message).toContain("draw 2");
    expect(() => smoothedWeights(new Float64Array(0))).toThrow(RangeError);
    expect(() => smoothedWeights(new Float64Array(9), 0)).toThrow(RangeError);
  });
});

describe("leave-one-out from draws", () => {
  test("agrees with the exact densities of a conjugate model to its Monte Carlo error", () => {
    const result = paretoSmoothedLeaveOneOut(likelihoodUnder(autoregressive(16, 1, 8000)[0]));
    result.logDensities.forEach((density, row) => {
      expect(Math.abs(density - exact[row])).toBeLessThan(4 * result.monteCarloErrors[row]);
      expect(result.shapes[row]).toBeLessThan(reliableShape(8000));
    });
    expect(result.monteCarloErrors.every((error) => error < 0.05)).toBe(true);
    const { total, standardError } = elpd(result.logDensities);
    expect([result.total, result.standardError]).toEqual([total, standardError]);
  });

  test("has Monte Carlo errors that are the deviations of its densities, for chains too", () => {
    for (const phi of [0, 0.6]) {
      const scores: number[] = [];
      for (let replicate = 0; replicate < 60; replicate++) {
        const chains = autoregressive(1000 + replicate, 4, 250, phi);
        const ofRow = chains.map((chain) => column(likelihoodUnder(chain), 4));
        const L = matrix(1000, 1, Float64Array.from(ofRow.flatMap((chain) => Array.from(chain))));
        const efficiency = [relativeEfficiency(ofRow)];
        const { logDensities, monteCarloErrors } = paretoSmoothedLeaveOneOut(L, { efficiency });
        scores.push((logDensities[0] - exact[4]) / monteCarloErrors[0]);
      }
      // The mean square has a deviation of 0.18; the error itself is estimated.
      const meanSquare = scores.reduce((sum, z) => sum + z * z, 0) / scores.length;
      expect(meanSquare).toBeGreaterThan(0.4);
      expect(meanSquare).toBeLessThan(1.9);
    }
  });

  test("leaves rows out by the likelihood and scores the predictions, where these are something else", () => {
    const L = likelihoodUnder(autoregressive(17, 1, 1000)[0]);
    const other = matrix(
      L.rows,
      L.columns,
      L.data.map((value) => 0.5 * value - 0.1),
    );
    const { logDensities, shapes } = paretoSmoothedLeaveOneOut(L, { logPredictive: other });
    expect(shapes).toEqual(paretoSmoothedLeaveOneOut(L).shapes);
    const weights = smoothedWeights(column(L, 3)).logWeights.map(Math.exp);
    const predictive = column(other, 3);
    const mean = weights.reduce((sum, weight, s) => sum + weight * Math.exp(predictive[s]), 0);
    expect(logDensities[3]).toBeCloseTo(Math.log(mean), 12);
  });

  test("finds the row that it cannot leave out", () => {
    const random = stream(18);
    const spread = Float64Array.from({ length: 2000 }, () => normal(random));
    // Of the second row the likelihood exp(−2 x²) is so narrow that the posterior without it is far wider than the draws.
    const L = transpose(
      matrix(2, 2000, Float64Array.from([...spread.map((x) => -0.1 * x * x), ...spread.map((x) => -2 * x * x)])),
    );
    const { shapes } = paretoSmoothedLeaveOneOut(L);
    expect(shapes[0]).toBeLessThan(0.5);
    expect(shapes[1]).toBeGreaterThan(1);
  });

  test("refuses what does not belong to its rows", () => {
    const L = matrix(30, 2);
    expect(() => paretoSmoothedLeaveOneOut(L, { logPredictive: matrix(30, 3) })).toThrow("30 × 2");
    expect(() => paretoSmoothedLeaveOneOut(L, { efficiency: [1] })).toThrow("each of 2 rows");
  });
});

test("a draw is worth what the likelihood's autocorrelation leaves of it, and never more than one", () => {
  const likelihoods = autoregressive(19, 4, 2000, 0.6);
  const efficiency = relativeEfficiency(likelihoods);
  expect(efficiency).toBeCloseTo(
    effectiveSize(
      likelihoods.map((chain) => chain.map(Math.exp)),
      "mean",
    ) / 8000,
    10,
  );
  expect(relativeEfficiency(autoregressive(20, 4, 2000, -0.5))).toBe(1);
  expect(relativeEfficiency(likelihoods.map((chain) => chain.map((value) => value - 5000)))).toBeCloseTo(
    efficiency,
    10,
  );
  expect(relativeEfficiency([new Float64Array(4)])).toBe(1);
});

test("the shape up to which densities are reliable grows with the number of draws, to 0.7", () => {
  expect(reliableShape(100)).toBe(0.5);
  expect(reliableShape(1e5)).toBe(0.7);
});
