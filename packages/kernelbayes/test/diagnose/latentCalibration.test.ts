import { expect, test } from "vitest";
import { simulationCalibration } from "../../src/diagnose/index.ts";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { runSync } from "../../src/run/run.ts";
import { latentModel } from "./latentModel.ts";

const method = { likelihood: "logistic", approximation: "ep", halfWidth: 1 } as const;

/** The rate of false alarms is at most 1 %. `latentCalibration.long.test.ts` has both samplers, three likelihoods and more simulations. */
const level = 1 - 0.01;

test("kernels of gpc that are drawn by Hamiltonian Monte Carlo have even ranks in 60 simulations", () => {
  const model = latentModel(selectEngine(), method, { sampler: "hamiltonian", draws: 7, thin: 3 });
  expect(runSync(simulationCalibration(model, { seed: 4, simulations: 60, level })).isCalibrated).toBe(true);
});
