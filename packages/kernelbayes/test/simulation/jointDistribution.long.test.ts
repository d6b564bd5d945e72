import { expect, test } from "vitest";
import type { NoisePrior, PrecisionPrior } from "../../src/models/projection/chain/projectionProblem.ts";
import { jointDistributionScores, limit } from "./jointDistribution.ts";

const noises: readonly NoisePrior[] = [
  { kind: "inverse-gamma", shape: 3, rate: 3 },
  { kind: "truncated-inverse-gamma", shape: 1, rate: 1, upper: 2 },
  { kind: "half-cauchy", scale: 2.5 },
  { kind: "uniform", upper: 3 },
  { kind: "fixed", variance: 1.5 },
];
const precisions: readonly PrecisionPrior[] = [
  { kind: "gamma", shape: 1, rate: 1 },
  { kind: "half-cauchy", scale: 1.5 },
  { kind: "uniform", upper: 2 },
];

// Every kind of prior of the noise with every sampler; the other choices go round.
for (const [s, sampler] of (["metropolis", "polya-gamma", "elliptical-slice"] as const).entries()) {
  for (const [a, noise] of noises.entries()) {
    for (const coefficients of ["scaled", "independent"] as const) {
      const turn = s + a + Number(coefficients === "scaled");
      const precision = precisions[turn % 3];
      const prior = { noise, precision, coefficients };
      const orthogonal = turn % 2 === 0;
      const jointMoves = turn % 4 < 2;
      const title =
        `${sampler}, ${noise.kind} noise, ${precision.kind} precisions, ${coefficients} coefficients, ` +
        `${orthogonal ? "orthogonal" : "correlated"} columns${jointMoves ? ", joint moves" : ""}`;
      test(`${title}: sweeps leave the joint distribution as it is`, () => {
        const setting = { sampler, prior, latentUpdates: 1, jointMoves, orthogonal };
        const scores = jointDistributionScores(setting, 5000);
        expect(Math.max(...scores.map(Math.abs))).toBeLessThan(limit);
      });
    }
  }
}

// Paths through coefficients and noise, whose energy is another for each kind of precisions.
for (const precision of precisions) {
  for (const noise of noises.slice(0, 4)) {
    test(`paths, ${noise.kind} noise, ${precision.kind} precisions: sweeps leave the joint distribution as it is`, () => {
      const prior = { noise, precision, coefficients: "scaled" } as const;
      const setting = {
        sampler: "elliptical-slice",
        prior,
        latentUpdates: 1,
        jointMoves: true,
        orthogonal: true,
      } as const;
      const scores = jointDistributionScores(setting, 5000);
      expect(Math.max(...scores.map(Math.abs))).toBeLessThan(limit);
    });
  }
}
