import { describe, expect, test } from "vitest";
import { simulationCalibration, type SimulationCalibration } from "../../src/diagnose/index.ts";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { runSync } from "../../src/run/run.ts";
import { projectionModel, stable, type ProjectionModelOptions } from "./projectionModel.ts";

const engine = selectEngine();
const calibrate = (options: ProjectionModelOptions, level: number): SimulationCalibration =>
  runSync(simulationCalibration(projectionModel(engine, options), { seed: 2, level }));

const samplers = ["metropolis", "polya-gamma", "elliptical-slice"] as const;
const others: Record<string, Omit<ProjectionModelOptions, "sampler">> = {
  "without joint moves": { jointMoves: false, thin: 60 },
  "with correlated columns": { isCorrelated: true },
  "with a half-Cauchy prior of the noise": { prior: { ...stable, noise: { kind: "half-cauchy", scale: 2.5 } } },
  "with a uniform prior of the noise": { prior: { ...stable, noise: { kind: "uniform", upper: 10 } } },
  "with a half-Cauchy prior of the coefficients": {
    prior: { ...stable, precision: { kind: "half-cauchy", scale: 1 } },
  },
  "with coefficients that do not depend on the noise": { prior: { ...stable, coefficients: "independent" } },
};
/** At this level one of all these raises a false alarm with a probability of at most 1 %. */
const shared = 1 - 0.01 / (samplers.length * Object.keys(others).length);

describe.each(samplers)("the sampler %s", (sampler) => {
  test("keeps each of fourteen quantities within its band of 99 % in 200 simulations", () => {
    const { quantities, isCalibrated } = calibrate({ sampler }, 0.99);
    // Each by itself, with this seed: one of the fourteen would leave its own band in up to 14 % of seeds.
    expect(Object.keys(quantities).filter((name) => !quantities[name].isCalibrated)).toEqual([]);
    expect(isCalibrated).toBe(true);
  });

  test.each(Object.keys(others))("passes in 200 simulations %s", (name) => {
    expect(calibrate({ sampler, draws: 31, ...others[name] }, shared).isCalibrated).toBe(true);
  });
});
