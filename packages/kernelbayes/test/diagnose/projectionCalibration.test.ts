import { expect, test } from "vitest";
import { simulationCalibration, type SimulationCalibration } from "../../src/diagnose/index.ts";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { runSync } from "../../src/run/run.ts";
import { projectionModel, stable, type ProjectionModelOptions } from "./projectionModel.ts";

// A false alarm has a probability of at most 1 % a sampler; the longer suite looks closer.
const calibrate = (options: ProjectionModelOptions): SimulationCalibration => {
  const model = projectionModel(selectEngine(), { draws: 31, thin: 15, ...options });
  return runSync(simulationCalibration(model, { seed: 1, simulations: 40 }));
};

test.each(["metropolis", "polya-gamma", "elliptical-slice"] as const)(
  "forty simulations find nothing wrong with the sampler %s",
  (sampler) => {
    const { isCalibrated, quantities } = calibrate({ sampler });
    expect(Object.keys(quantities)).toHaveLength(14);
    expect(isCalibrated).toBe(true);
  },
);

test("forty simulations find out a sampler that takes the noise for smaller than it is", () => {
  const told = { ...stable, noise: { kind: "inverse-gamma", shape: 3, rate: 0.5 } } as const;
  const { isCalibrated, quantities } = calibrate({ sampler: "elliptical-slice", told });
  expect(quantities["ln σ²"].isCalibrated).toBe(false);
  expect(isCalibrated).toBe(false);
});
