import { describe, expect, test } from "vitest";
import { simulationCalibration } from "../../src/diagnose/index.ts";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { runSync } from "../../src/run/run.ts";
import type { LatentMethod } from "../../src/models/process/latent/latentApproximation.ts";
import { latentModel } from "./latentModel.ts";

const methods: Record<string, LatentMethod> = {
  "gpc, logistic": { likelihood: "logistic", approximation: "ep", halfWidth: 1 },
  "gpc, probit": { likelihood: "probit", approximation: "ep", halfWidth: 1 },
  btsvc: { likelihood: "trigonometric", approximation: "ep", halfWidth: 1 },
};
/** At this level one of all these raises a false alarm with a probability of at most 1 %. */
const level = 1 - 0.01 / 6;

describe.each(["sampled", "hamiltonian"] as const)("kernels that are drawn (%s)", (sampler) => {
  test.each(Object.keys(methods))(
    "of %s have even ranks in 300 simulations, and so has their evidence",
    (name) => {
      const model = latentModel(selectEngine(), methods[name], { sampler, draws: 15, thin: 6 });
      const { isCalibrated, quantities } = runSync(simulationCalibration(model, { seed: 3, simulations: 300, level }));
      const worst = Object.entries(quantities).map(
        ([quantity, { probability }]) => `${quantity} ${probability.toFixed(4)}`,
      );
      expect(isCalibrated, worst.join(", ")).toBe(true);
    },
    1_800_000,
  );
});
