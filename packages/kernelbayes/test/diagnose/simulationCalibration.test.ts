import { expect, test } from "vitest";
import { simulationCalibration, type SimulationModel } from "../../src/diagnose/index.ts";
import { normal, stream, type Stream } from "../../src/random/index.ts";
import { runSync } from "../../src/run/run.ts";
import type { Progress } from "../../src/run/work.ts";
import { thrown } from "../thrown.ts";

const rows = 5;
const draws = 63;

/** θ ~ N(0, 1), y ~ N(θ, 1): the posterior is N(Σ y/(n + 1), 1/(n + 1)). Draws are made of it by a function that may be wrong. */
function conjugate(draw: (mean: number, deviation: number, stream: Stream) => number): SimulationModel<Float64Array> {
  const logLikelihood = (theta: number, y: Float64Array): number =>
    y.reduce((sum, value) => sum - 0.5 * (value - theta) ** 2, 0);
  return {
    drawPrior(random) {
      const theta = normal(random);
      const data = Float64Array.from({ length: rows }, () => theta + normal(random));
      return {
        quantities: { theta, "sign of theta": Math.sign(theta) },
        logLikelihood: logLikelihood(theta, data),
        data,
      };
    },
    drawPosterior(data, random) {
      const mean = data.reduce((sum, value) => sum + value, 0) / (rows + 1);
      const theta = Float64Array.from({ length: draws }, () => draw(mean, 1 / Math.sqrt(rows + 1), random));
      return {
        quantities: { theta, "sign of theta": theta.map(Math.sign) },
        logLikelihood: theta.map((value) => logLikelihood(value, data)),
      };
    },
  };
}

const right = conjugate((mean, deviation, random) => mean + deviation * normal(random));
const calibrate = (model: SimulationModel<Float64Array>, simulations = 200) =>
  runSync(simulationCalibration(model, { seed: 5, simulations }));

test("draws from the right posterior keep within the band, those of a quantity with two values too", () => {
  const { quantities, isCalibrated, band, ...numbers } = calibrate(right);
  expect(Object.keys(quantities)).toEqual(["theta", "sign of theta", "log likelihood"]);
  for (const { isCalibrated, probability } of Object.values(quantities)) {
    expect(isCalibrated).toBe(true);
    expect(probability).toBeGreaterThan(0.01);
  }
  expect(isCalibrated).toBe(true);
  expect(band.coverage).toBeGreaterThanOrEqual(0.99);
  expect(numbers).toEqual({ simulations: 200, draws, level: 0.99 });
});

test("ranks are those of the true values, and counts are made of ranks", () => {
  const { quantities } = calibrate(right, 10);
  const { ranks, counts } = quantities.theta;
  for (let simulation = 0; simulation < 10; simulation++) {
    const random = stream(5, simulation);
    const { quantities: truths, data } = right.drawPrior(random);
    const { theta } = right.drawPosterior(data, random).quantities;
    expect(ranks[simulation]).toBe(theta.filter((value) => value < truths.theta).length);
  }
  counts.forEach((count, v) => expect(count).toBe(ranks.filter((rank) => rank < v + 1).length));
});

test.each([
  ["too narrow", conjugate((mean, deviation, random) => mean + 0.6 * deviation * normal(random))],
  ["too wide", conjugate((mean, deviation, random) => mean + 1.8 * deviation * normal(random))],
  ["shifted", conjugate((mean, deviation, random) => mean + deviation * (0.5 + normal(random)))],
])("a posterior that is %s is found out", (_, wrong) => {
  const { quantities, isCalibrated } = calibrate(wrong);
  expect(quantities.theta.isCalibrated).toBe(false);
  expect(quantities.theta.probability).toBeLessThan(0.01);
  expect(isCalibrated).toBe(false);
});

test("draws that forget the data are found out by the log likelihood alone", () => {
  const { quantities, isCalibrated } = calibrate(conjugate((_mean, _deviation, random) => normal(random)));
  expect(quantities.theta.isCalibrated).toBe(true);
  expect(quantities["log likelihood"].isCalibrated).toBe(false);
  expect(isCalibrated).toBe(false);
});

test("a quantity is within its band exactly where chance would stray as far with more than the rest of the level", () => {
  for (const shift of [0, 0.1, 0.2, 0.3, 0.4]) {
    const { quantities, band } = calibrate(
      conjugate((mean, deviation, random) => mean + deviation * (shift + normal(random))),
      60,
    );
    for (const { probability, isCalibrated } of Object.values(quantities)) {
      expect(isCalibrated).toBe(probability > 1 - band.coverage + 1e-9);
    }
  }
});

test("progress is made one simulation after the other", () => {
  const steps: Progress[] = [];
  runSync(simulationCalibration(right, { seed: 1, simulations: 12 }), { onProgress: (step) => steps.push(step) });
  expect(steps).toHaveLength(12);
  expect(steps[11]).toEqual({ kind: "progress", stage: "simulations", step: 12, of: 12, fraction: 1 });
});

test("too few simulations and levels that are none are refused, as is a model that does not keep to its quantities", () => {
  const run = (options: { simulations?: number; level?: number }, model = right) =>
    runSync(simulationCalibration(model, { seed: 1, ...options }));
  expect(thrown(() => run({ simulations: 9 })).code).toBe("too-few-simulations");
  expect(thrown(() => run({ level: 1 })).code).toBe("invalid-level");
  const drawing = (quantities: Record<string, Float64Array>, length = draws): SimulationModel<Float64Array> => ({
    drawPrior: right.drawPrior,
    drawPosterior: () => ({ quantities, logLikelihood: new Float64Array(length) }),
  });
  const theta = new Float64Array(draws);
  expect(() => run({}, drawing({ theta }))).toThrow("sign of theta");
  expect(() => run({}, drawing({ theta, "sign of theta": theta.subarray(1) }))).toThrow("62 draws");
  expect(() => run({}, drawing({ theta, "sign of theta": theta.map(() => NaN) }))).toThrow("not a number");
  expect(() => run({}, drawing({ theta: theta.subarray(draws) }, 0))).toThrow("same number of draws");
});
