import { expect, test } from "vitest";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { balancedRays } from "../../src/models/projection/moves/balancedRays.ts";
import { coefficientRays } from "../../src/models/projection/moves/coefficientRays.ts";
import { coefficientsOf } from "../../src/models/projection/chain/coefficients.ts";
import { contrastRays } from "../../src/models/projection/moves/contrastRays.ts";
import {
  drawVariance,
  noiseConditional,
  drawPrecision,
  precisionLaw,
} from "../../src/models/projection/chain/varianceLaw.ts";
import { polyaGammaUpdate } from "../../src/models/projection/chain/latentUpdate.ts";
import { normal } from "../../src/random/index.ts";
import { columnProducts } from "../../src/models/projection/chain/columnProducts.ts";
import { energyMetric, heldNoiseEnergy } from "../../src/models/projection/moves/heldNoiseEnergy.ts";
import { hamiltonianMove } from "../../src/models/projection/moves/hamiltonianMove.ts";
import { informedDirections } from "../../src/models/projection/moves/informedDirections.ts";
import { informedEnergy, informedMetric } from "../../src/models/projection/moves/informedEnergy.ts";
import type { ProjectionPrior, ProjectionProblem } from "../../src/models/projection/chain/projectionProblem.ts";
import { jointDistributionScores, limit, stablePrior, type Setting, type Sweep } from "./jointDistribution.ts";

const replicates = 2000;
const plain = { prior: stablePrior, latentUpdates: 1, jointMoves: false, orthogonal: true } as const;

/** One setting for each sampler, which between them have every kind of prior and both ways of drawing coefficients. */
const settings: Readonly<Record<string, Setting>> = {
  metropolis: { ...plain, sampler: "metropolis", latentUpdates: 2 },
  "elliptical slice, half-Cauchy scales": {
    ...plain,
    sampler: "elliptical-slice",
    prior: {
      noise: { kind: "half-cauchy", scale: 2 },
      precision: { kind: "half-cauchy", scale: 1.5 },
      coefficients: "scaled",
    },
    jointMoves: true,
  },
  "Pólya-Gamma, uniform scales, correlated columns": {
    ...plain,
    sampler: "polya-gamma",
    prior: { noise: { kind: "uniform", upper: 3 }, precision: { kind: "uniform", upper: 2 }, coefficients: "scaled" },
    orthogonal: false,
  },
  "elliptical slice, noise below a bound": {
    ...plain,
    sampler: "elliptical-slice",
    prior: { ...stablePrior, noise: { kind: "truncated-inverse-gamma", shape: 1, rate: 1, upper: 1.5 } },
    jointMoves: true,
  },
  "elliptical slice, correlated columns": {
    ...plain,
    sampler: "elliptical-slice",
    jointMoves: true,
    orthogonal: false,
  },
  "elliptical slice, columns much alike": {
    ...plain,
    sampler: "elliptical-slice",
    jointMoves: true,
    orthogonal: false,
    alike: true,
  },
  "Pólya-Gamma, uniform precisions, independent coefficients, columns much alike": {
    ...plain,
    sampler: "polya-gamma",
    prior: { ...stablePrior, precision: { kind: "uniform", upper: 2 }, coefficients: "independent" },
    jointMoves: true,
    orthogonal: false,
    alike: true,
  },
  "Pólya-Gamma, independent coefficients": {
    ...plain,
    sampler: "polya-gamma",
    prior: { ...stablePrior, coefficients: "independent" },
    jointMoves: true,
  },
};

for (const [name, setting] of Object.entries(settings)) {
  test(`${name}: sweeps leave the joint distribution of parameters and data as it is`, () => {
    const scores = jointDistributionScores(setting, replicates);
    expect(scores).toHaveLength(11);
    expect(Math.max(...scores.map(Math.abs))).toBeLessThan(limit);
  });
}

/** A sweep composed of the conditionals, whose σ² believes in `latentCount` residuals. */
const sweepWith =
  (countOf: (rows: number, predictors: number) => number) =>
  (problem: Parameters<typeof coefficientsOf>[1]): Sweep => {
    const block = coefficientsOf(selectEngine(), problem);
    const law = { shape: 3, rate: 3, upper: Infinity };
    const update = polyaGammaUpdate(problem.classCount - 1);
    return (state, random) => {
      update(state, random, 0);
      const residual = block.condition(state.z, state.precisions);
      state.variance = drawVariance(random, noiseConditional(law, countOf(state.rows, state.count), residual));
      const normals = state.coefficients.map(() => normal(random));
      block.draw(Math.sqrt(state.variance), normals, state.coefficients);
      block.combine(state.coefficients, state.means);
      state.coefficients.forEach((beta, at) => {
        state.precisions[at] = drawPrecision(random, precisionLaw(stablePrior.precision, 1, beta, state.variance));
      });
    };
  };

test("the shape of σ² that the paper prints, g₁ + n(K − 1), is found out, and the right one passes the same way", () => {
  const setting: Setting = { ...plain, sampler: "polya-gamma" };
  const printed = jointDistributionScores(
    setting,
    500,
    sweepWith((n, q) => 2 * n * q),
  );
  expect(Math.max(...printed.map(Math.abs))).toBeGreaterThan(4 * limit);
  const right = jointDistributionScores(
    setting,
    500,
    sweepWith((n, q) => n * q),
  );
  expect(Math.max(...right.map(Math.abs))).toBeLessThan(limit);
});

/** Predictors by Pólya-Gamma variables, then a path through coefficients and noise that believes in a prior, then precisions. */
const pathUnder =
  (believed: ProjectionPrior) =>
  (problem: ProjectionProblem): Sweep => {
    const { D, squaredNorms, classCount } = problem;
    const count = classCount - 1;
    const energy = heldNoiseEnergy(D.rows, D.columns, count, columnProducts(D), believed);
    const follow = hamiltonianMove(energy, energyMetric(selectEngine(), D, squaredNorms!, energy));
    const update = polyaGammaUpdate(count);
    return (state, random) => {
      update(state, random, 0);
      follow(state, random, 0);
      state.coefficients.forEach((beta, at) => {
        state.precisions[at] = drawPrecision(random, precisionLaw(stablePrior.precision, 1, beta, state.variance));
      });
    };
  };

test("a path under a wrong law of the coefficients or of the noise is found out, and the right one passes the same way", () => {
  const setting: Setting = { ...plain, sampler: "polya-gamma" };
  const worst = (believed: ProjectionPrior): number =>
    Math.max(...jointDistributionScores(setting, 1000, pathUnder(believed)).map(Math.abs));
  expect(worst(stablePrior)).toBeLessThan(limit);
  // The power of the law of Student that is left when precisions are integrated out: 2 + ½ instead of 1 + ½.
  expect(worst({ ...stablePrior, precision: { kind: "gamma", shape: 2, rate: 1 } })).toBeGreaterThan(1.5 * limit);
  expect(worst({ ...stablePrior, noise: { kind: "inverse-gamma", shape: 2, rate: 3 } })).toBeGreaterThan(1.5 * limit);
});

/** Predictors by Pólya-Gamma variables, then a path in so many directions that believes in a prior and in `factor` times the precisions, then precisions. */
const informedUnder =
  (believed: ProjectionPrior, directions: number, factor: number) =>
  ({ D, classCount }: ProjectionProblem): Sweep => {
    const count = classCount - 1;
    const informed = informedDirections(selectEngine(), D, count, directions);
    const energy = informedEnergy(D.rows, count, informed, believed);
    const isScaled = believed.coefficients === "scaled";
    const metric = informedMetric(selectEngine(), D.rows, count, informed, { size: energy.size, isScaled });
    const follow = hamiltonianMove(energy, metric);
    const update = polyaGammaUpdate(count);
    return (state, random) => {
      update(state, random, 0);
      for (let at = 0; at < state.precisions.length; at++) state.precisions[at] *= factor;
      follow(state, random, 0);
      state.coefficients.forEach((beta, at) => {
        state.precisions[at] = drawPrecision(random, precisionLaw(stablePrior.precision, 1, beta, state.variance));
      });
    };
  };

test("a path in few directions under a wrong law of coefficients or noise is found out, and the right one passes the same way", () => {
  const setting: Setting = { ...plain, sampler: "polya-gamma", orthogonal: false };
  const worst = (believed: ProjectionPrior, directions: number, factor = 1): number =>
    Math.max(...jointDistributionScores(setting, 1000, informedUnder(believed, directions, factor)).map(Math.abs));
  for (const directions of [1, 2]) expect(worst(stablePrior, directions)).toBeLessThan(limit);
  expect(worst({ ...stablePrior, noise: { kind: "inverse-gamma", shape: 2, rate: 3 } }, 2)).toBeGreaterThan(
    1.5 * limit,
  );
  for (const directions of [1, 2]) expect(worst(stablePrior, directions, 3)).toBeGreaterThan(1.5 * limit);
});

/** Predictors by Pólya-Gamma variables, then rays of all coefficients that believe in a prior, then precisions. */
const raysUnder =
  (believed: ProjectionPrior) =>
  (problem: ProjectionProblem): Sweep => {
    const rays = coefficientRays(problem.D, problem.classCount - 1, believed);
    const update = polyaGammaUpdate(problem.classCount - 1);
    return (state, random) => {
      update(state, random, 0);
      rays(state, random);
      state.coefficients.forEach((beta, at) => {
        state.precisions[at] = drawPrecision(random, precisionLaw(stablePrior.precision, 1, beta, state.variance));
      });
    };
  };

test("stretching under a wrong law of the coefficients is found out, and under the right one passes the same way", () => {
  const setting: Setting = { ...plain, sampler: "polya-gamma" };
  const worst = (believed: ProjectionPrior): number =>
    Math.max(...jointDistributionScores(setting, 1000, raysUnder(believed)).map(Math.abs));
  expect(worst(stablePrior)).toBeLessThan(limit);
  expect(worst({ ...stablePrior, precision: { kind: "gamma", shape: 2, rate: 1 } })).toBeGreaterThan(1.5 * limit);
});

/** Predictors by Pólya-Gamma variables, then a move of coefficients much alike, then precisions. */
const besides =
  (moveOf: (problem: ProjectionProblem) => Sweep) =>
  (problem: ProjectionProblem): Sweep => {
    const update = polyaGammaUpdate(problem.classCount - 1);
    const move = moveOf(problem);
    return (state, random) => {
      update(state, random, 0);
      move(state, random);
      state.coefficients.forEach((beta, at) => {
        state.precisions[at] = drawPrecision(random, precisionLaw(stablePrior.precision, 1, beta, state.variance));
      });
    };
  };

const alike: Setting = { ...plain, sampler: "polya-gamma", orthogonal: false, alike: true };

test("stretching coefficients that others balance under a wrong law is found out, and under the right one passes the same way", () => {
  const worst = (believed: ProjectionPrior): number => {
    const moveOf = ({ D, classCount }: ProjectionProblem): Sweep => {
      const { vectors } = informedDirections(selectEngine(), D, classCount - 1, 12);
      return balancedRays(D, vectors, classCount - 1, believed, 8);
    };
    return Math.max(...jointDistributionScores(alike, 1000, besides(moveOf)).map(Math.abs));
  };
  expect(worst(stablePrior)).toBeLessThan(limit);
  expect(worst({ ...stablePrior, precision: { kind: "gamma", shape: 2, rate: 1 } })).toBeGreaterThan(1.5 * limit);
});

test("stretching contrasts of classes under wrong precisions is found out, and under the right ones passes the same way", () => {
  const worst = (factor: number): number => {
    const moveOf = ({ D, classCount }: ProjectionProblem): Sweep => {
      const informed = informedDirections(selectEngine(), D, classCount - 1, 12);
      const rays = contrastRays(D.rows, classCount - 1, informed, true, 6);
      return (state, random) => {
        informed.take(state.precisions.map((tau) => factor * tau));
        rays(state, random);
      };
    };
    return Math.max(...jointDistributionScores(alike, 1000, besides(moveOf)).map(Math.abs));
  };
  expect(worst(1)).toBeLessThan(limit);
  expect(worst(3)).toBeGreaterThan(1.5 * limit);
});
