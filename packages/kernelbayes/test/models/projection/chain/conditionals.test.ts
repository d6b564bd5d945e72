import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { chainState } from "../../../../src/models/projection/chain/chainState.ts";
import { coefficientRays } from "../../../../src/models/projection/moves/coefficientRays.ts";
import { coefficientsOf } from "../../../../src/models/projection/chain/coefficients.ts";
import { columnProducts } from "../../../../src/models/projection/chain/columnProducts.ts";
import { drawPrior } from "../../../simulation/drawPrior.ts";
import { energyMetric, heldNoiseEnergy } from "../../../../src/models/projection/moves/heldNoiseEnergy.ts";
import { hamiltonianMove } from "../../../../src/models/projection/moves/hamiltonianMove.ts";
import { latentLogTarget, logTotal, logTotalWithout } from "../../../../src/models/projection/chain/softmaxMisfit.ts";
import { latentUpdate } from "../../../../src/models/projection/chain/latentUpdate.ts";
import { logSumExp } from "../../../../src/numeric/index.ts";
import { normal, stream } from "../../../../src/random/index.ts";
import { prior, smallProblem } from "./projectionProblem.ts";
import { squaredDistance } from "../../../../src/models/projection/chain/gibbsSweep.ts";

const engine = selectEngine();

test("orthogonal columns give without a factorization what they give with one", () => {
  const problem = smallProblem();
  const random = stream(1);
  const normals = (length: number): Float64Array => Float64Array.from({ length }, () => normal(random));
  const [z, e, tau] = [normals(48), normals(6), normals(6).map(Math.exp)];
  const results = [problem, { ...problem, squaredNorms: undefined }].map((form) => {
    const coefficients = coefficientsOf(engine, form);
    const residual = coefficients.condition(z, tau);
    const [beta, means] = [new Float64Array(6), new Float64Array(48)];
    coefficients.draw(1.3, e, beta);
    coefficients.combine(beta, means);
    return [residual, ...beta, ...means];
  });
  results[0].forEach((value, at) => expect(value).toBeCloseTo(results[1][at], 12));
});

test("products with columns agree with sums over rows, for every number of columns left over by blocks of four", () => {
  const random = stream(2);
  for (const p of [1, 2, 3, 4, 5, 7, 8, 11]) {
    const D = matrix(
      6,
      p,
      Float64Array.from({ length: 6 * p }, () => normal(random)),
    );
    const beta = Float64Array.from({ length: 2 * p }, () => normal(random));
    const coefficients = coefficientsOf(engine, {
      D,
      squaredNorms: new Float64Array(p).fill(1),
      classes: new Int32Array(6),
      classCount: 3,
    });
    const means = new Float64Array(12);
    coefficients.combine(beta, means);
    // With unit squared norms and τ = 0 the mean of β is Dᵀz.
    const [inner, none] = [new Float64Array(2 * p), new Float64Array(2 * p)];
    coefficients.condition(means, none);
    coefficients.draw(0, none, inner);
    for (let k = 0; k < 2; k++) {
      for (let i = 0; i < 6; i++) {
        const sum = Array.from({ length: p }, (_, l) => D.data[i * p + l] * beta[k * p + l]).reduce((a, b) => a + b);
        expect(means[k * 6 + i]).toBeCloseTo(sum, 12);
      }
      for (let l = 0; l < p; l++) {
        const sum = Array.from({ length: 6 }, (_, i) => D.data[i * p + l] * means[k * 6 + i]).reduce((a, b) => a + b);
        expect(inner[k * p + l]).toBeCloseTo(sum, 11);
      }
    }
  }
});

test("precisions that rounding swallows are mended on the diagonal", () => {
  const D = matrix(3, 3, new Float64Array(9).fill(1));
  const coefficients = coefficientsOf(engine, {
    D,
    squaredNorms: undefined,
    classes: new Int32Array(3),
    classCount: 2,
  });
  const z = Float64Array.of(1, 2, 3);
  expect(coefficients.condition(z, new Float64Array(3).fill(1e-30))).toBeCloseTo(2, 6);
  expect(coefficients.condition(Float64Array.of(1, NaN, 3), new Float64Array(3).fill(1))).toBeNaN();
});

test("predictors far beyond the range of exponentials keep their probabilities", () => {
  const z = Float64Array.of(3, 1000, -2, 990, -2000, 999);
  for (const row of [0, 1]) {
    const values = [0, z[row], z[row + 2], z[row + 4]];
    expect(logTotal(z, row, 2, 3)).toBeCloseTo(logSumExp(values), 10);
    for (const k of [0, 1, 2]) {
      const others = values.filter((_, at) => at !== k + 1);
      expect(logTotalWithout(z, row, 2, 3, k)).toBeCloseTo(logSumExp(others), 10);
    }
  }
  expect(latentLogTarget(z, z, 1, 2, 3, 0, 1)).toBeCloseTo(1000 - logSumExp([1000, 990, 999]), 10);
});

test("every sampler brings predictors back from beyond the range of exponentials, and keeps their totals", () => {
  for (const sampler of ["metropolis", "polya-gamma", "elliptical-slice"] as const) {
    const problem = { ...smallProblem(2), classes: Int32Array.of(0, 2) };
    const z = Float64Array.of(1000, 800, 990, 900);
    const state = chainState(problem, z, new Float64Array(6), new Float64Array(6).fill(1), 4);
    const update = latentUpdate(sampler, 2, 2, 3);
    const random = stream(6);
    for (let time = 0; time < 3000; time++) {
      update(state, random, 0);
      if (time % 500 === 0) {
        for (const i of [0, 1]) expect(state.totals[i]).toBeCloseTo(logSumExp([0, z[i], z[i + 2]]), 9);
      }
    }
    expect(Math.max(...z)).toBeLessThan(30);
  }
});

test("draws from the prior have the shapes of the model, and classes as probable as their predictors say", () => {
  const problem = smallProblem();
  const random = stream(4);
  const counts = [0, 0];
  let expected = 0;
  for (let time = 0; time < 200; time++) {
    const { coefficients, precisions, latents, classes, variance } = drawPrior(problem, prior, random);
    if (time === 0) expect([coefficients.rows, coefficients.columns, precisions.data.length]).toEqual([3, 2, 6]);
    if (time === 0) expect(variance).toBeGreaterThan(0);
    for (let i = 0; i < classes.length; i++) {
      const z = latents.data.subarray(2 * i, 2 * i + 2);
      counts[Number(classes[i] === 2)]++;
      expected += Math.exp(-logTotal(z, 0, 1, 2));
    }
  }
  // The deviation of a count of 4800 is at most 35; the false alarm of five of them is 6·10⁻⁷.
  expect(Math.abs(counts[1] - expected)).toBeLessThan(175);
});

test.each([
  ["gamma precisions", prior],
  ["half-Cauchy deviations", { ...prior, precision: { kind: "half-cauchy", scale: 1.5 } }],
  ["uniform deviations", { ...prior, precision: { kind: "uniform", upper: 4 }, noise: { kind: "uniform", upper: 9 } }],
  ["coefficients independent of the noise", { ...prior, coefficients: "independent" }],
  ["a known noise", { ...prior, noise: { kind: "fixed", variance: 1.3 } }],
] as const)("the gradient of the energy at held noise is that of its differences, under %s", (_, given) => {
  const problem = smallProblem();
  const random = stream(9);
  const normals = (length: number): Float64Array => Float64Array.from({ length }, () => normal(random));
  const state = chainState(problem, normals(48), normals(6), normals(6).map(Math.exp), 1.3);
  coefficientsOf(engine, problem).combine(state.coefficients, state.means);
  const energy = heldNoiseEnergy(24, 3, 2, columnProducts(problem.D), given);
  const point = new Float64Array(energy.size);
  energy.hold(state, point);
  expect(energy.size).toBe(given.noise.kind === "fixed" ? 6 : 7);
  energy.at(point);
  const gradient = energy.gradient.slice();
  gradient.forEach((slope, at) => {
    const energyAt = (by: number): number => energy.at(point.map((value, place) => value + (place === at ? by : 0)));
    expect((energyAt(1e-5) - energyAt(-1e-5)) / 2e-5).toBeCloseTo(slope, 6);
  });
});

test("a path holds the shape of the noise, and leaves a state whose means and totals are those of its coefficients", () => {
  const problem = smallProblem();
  const random = stream(10);
  const block = coefficientsOf(engine, problem);
  const z = Float64Array.from({ length: 48 }, () => normal(random));
  const state = chainState(problem, z, new Float64Array(6), new Float64Array(6).fill(1), 1.3);
  const noise = z.map((value) => value / Math.sqrt(1.3));
  const energy = heldNoiseEnergy(24, 3, 2, columnProducts(problem.D), prior);
  const follow = hamiltonianMove(energy, energyMetric(engine, problem.D, problem.squaredNorms!, energy));
  for (let time = 0; time < 20; time++) follow(state, random, 1 / (1 + time));
  expect(Math.max(...state.coefficients.map(Math.abs))).toBeGreaterThan(0.1);
  const means = new Float64Array(48);
  block.combine(state.coefficients, means);
  state.means.forEach((mean, at) => expect(mean).toBeCloseTo(means[at], 12));
  state.z.forEach((value, at) => expect((value - means[at]) / Math.sqrt(state.variance)).toBeCloseTo(noise[at], 9));
  state.totals.forEach((total, i) => expect(total).toBeCloseTo(logSumExp([0, state.z[i], state.z[24 + i]]), 12));
});

test("stretched coefficients keep their signs and the noise, and leave a state whose means and totals are theirs", () => {
  const problem = smallProblem();
  const random = stream(11);
  const block = coefficientsOf(engine, problem);
  const beta = Float64Array.from({ length: 6 }, () => normal(random));
  const means = new Float64Array(48);
  block.combine(beta, means);
  const noise = Float64Array.from({ length: 48 }, () => normal(random));
  const z = means.map((mean, at) => mean + noise[at]);
  const state = chainState(problem, z, beta.slice(), new Float64Array(6).fill(1), 1.3);
  state.means.set(means);
  coefficientRays(problem.D, 2, prior, 4)(state, random);
  state.coefficients.forEach((value, at) => {
    if (at < 4) expect(value).not.toBe(beta[at]);
    else expect(value).toBe(beta[at]);
    expect(Math.sign(value)).toBe(Math.sign(beta[at]));
  });
  block.combine(state.coefficients, means);
  state.means.forEach((mean, at) => expect(mean).toBeCloseTo(means[at], 12));
  state.z.forEach((value, at) => expect(value - means[at]).toBeCloseTo(noise[at], 12));
  state.totals.forEach((total, i) => expect(total).toBeCloseTo(logSumExp([0, state.z[i], state.z[24 + i]]), 12));
});

test("squares of differences are added up", () => {
  expect(squaredDistance(Float64Array.of(1, 5, -2), Float64Array.of(4, 1, -2))).toBe(25);
  expect(squaredDistance(new Float64Array(0), new Float64Array(0))).toBe(0);
});
