import { describe, expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { choosePivots, informativeRows } from "../../../../src/models/fisher/evidence/choosePivots.ts";
import { bayesianFisher } from "../../../../src/models/fisher/bfd.ts";
import { lowRankKernel } from "../../../../src/rows/kernel/lowRankKernel.ts";
import { normalCdf } from "../../../../src/numeric/normalCdf.ts";
import { toRows } from "../../../../src/matrix/index.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { fitTo, gaussianRows, problemOf } from "../../problems.ts";
import { engine, sample, smooth } from "../samples.ts";

const { X, labels, weights } = sample(40, 2);
const rows = { X, classes: Int32Array.from(labels), weights: Float64Array.from(weights) };
const settings = { precision: 3, distance: 2 };

/** The same choice with the whole posterior covariance at hand. */
function byDefinition(rank: number): number[] {
  const S = toRows(smooth(1.3, 1.1, 0).matrix(engine, X));
  const mean = S.map(() => 0);
  const upper = rows.classes.reduce((sum, q, i) => sum + q * weights[i], 0);
  const odds = Math.log(upper / (weights.reduce((sum, w) => sum + w, 0) - upper));
  const c = Math.sqrt(Math.PI / 8) * odds;
  const lambda = (Math.sqrt(Math.PI / 8) * 2 * 3) / (1 + 3 * 0.05);
  const chosen: number[] = [];
  const site = (i: number) => {
    const y = labels[i] === 1 ? 1 : -1;
    const spread = 1 + lambda * lambda * S[i][i];
    const z = (m: number): number => Math.log(normalCdf((y * (lambda * m + c)) / Math.sqrt(spread)));
    const step = 1e-4;
    const slope = (z(mean[i] + step) - z(mean[i] - step)) / (2 * step);
    const curvature = -(z(mean[i] + step) - 2 * z(mean[i]) + z(mean[i] - step)) / (step * step);
    return { slope, curvature, gain: -0.5 * Math.log(1 - curvature * S[i][i]) };
  };
  for (let at = 0; at < rank; at++) {
    const left = labels.map((_, i) => i).filter((i) => !chosen.includes(i));
    const best = left.reduce((a, b) => (site(b).gain > site(a).gain + 1e-7 ? b : a));
    const { slope, curvature } = site(best);
    const k = S.map((row) => row[best]);
    k.forEach((value, i) => {
      mean[i] += slope * value;
      k.forEach((other, j) => (S[i][j] -= curvature * value * other));
    });
    chosen.push(best);
  }
  return chosen;
}

test("informative rows lower the entropy of the latent function most, one after the other", () => {
  expect(Array.from(informativeRows(engine, smooth(), rows, { ...settings, rank: 12 }))).toEqual(byDefinition(12));
});

describe("the pivots of a sparse kernel", () => {
  test("are by default those of the incomplete Cholesky factorization", () => {
    const pivots = choosePivots(engine, smooth(), rows, { ...settings, rank: 9, basis: "pivoted" });
    expect(pivots).toEqual(lowRankKernel(engine, smooth(), X, { rank: 9 }).pivots);
  });

  test("that are informative lie nearer to the boundary", () => {
    const random = stream(4);
    const x = Float64Array.from({ length: 200 }, () => 6 * random.uniform() - 3);
    const line = {
      X: matrix(200, 1, x),
      classes: Int32Array.from(x, (value) => (value + 0.3 * normal(random) > 0 ? 1 : 0)),
      weights: new Float64Array(200).fill(1),
    };
    const meanDistance = (basis: "pivoted" | "informative"): number => {
      const pivots = choosePivots(engine, smooth(1, 0.7), line, { ...settings, rank: 8, basis });
      return pivots.reduce((sum, at) => sum + Math.abs(x[at]), 0) / pivots.length;
    };
    expect(meanDistance("informative")).toBeLessThan(0.8 * meanDistance("pivoted"));
  });

  test("are fewer where rows are alike", () => {
    const twice = {
      X: matrix(20, 2, Float64Array.of(...X.data.subarray(0, 20), ...X.data.subarray(0, 20))),
      classes: Int32Array.from({ length: 20 }, (_, i) => labels[i % 10]),
      weights: new Float64Array(20).fill(1),
    };
    const pivots = choosePivots(engine, smooth(), twice, { ...settings, rank: 20, basis: "informative" });
    expect(new Set(Array.from(pivots, (at) => at % 10)).size).toBe(pivots.length);
    expect(pivots.length).toBeLessThanOrEqual(10);
  });
});

test("a fit on informative rows keeps as many as were asked for and predicts well, groups left out too", () => {
  const clouds = gaussianRows({ sizes: [90, 70], columns: 2, distance: 3 });
  const model = bayesianFisher({ rank: 12, basis: "informative" });
  const posterior = fitTo(model, problemOf(clouds));
  expect((posterior.parameters() as { sparse: { basis: { rows: number } } }).sparse.basis.rows).toBe(12);
  const dense = fitTo(bayesianFisher({ rank: "all" }), problemOf(clouds));
  const { X: fresh } = problemOf(gaussianRows({ sizes: [50, 50], columns: 2, distance: 3, seed: 2 }));
  const p = posterior.probabilities(fresh).logProbabilities.data;
  const q = dense.probabilities(fresh).logProbabilities.data;
  expect(Math.max(...p.map((value, at) => Math.abs(Math.exp(value) - Math.exp(q[at]))))).toBeLessThan(0.15);
  const groups = clouds.classes.map((_, row) => Math.floor(row / 4));
  expect(fitTo(model, problemOf(clouds, { groups })).leaveOneOut?.omitted).toEqual([]);
});

test("informative rows are refused where all rows make the kernel", () => {
  expect(() => bayesianFisher({ basis: "informative", rank: "all" })).toThrow(/basis/);
  expect(() => bayesianFisher({ basis: "informative", hyperparameters: "em" })).toThrow(/basis/);
  expect(() => bayesianFisher({ basis: "informative", precision: "fisher" })).toThrow(/basis/);
});
