import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import {
  linearFisherLogProbabilities,
  linearFisherPosterior,
  linearFisherCodec,
  type LinearFisherFit,
} from "../../../src/models/fisher/linearFisherPosterior.ts";
import { identityCurve, type OddsCurve } from "../../../src/calibration/oddsCurve.ts";
import { fromRows } from "../../../src/matrix/index.ts";

const engine = selectEngine();
const fit: LinearFisherFit = {
  rule: {
    weights: Float64Array.of(1, 0.5),
    midpoint: Float64Array.of(0.5, -0.5),
    spread: fromRows([[0.2, -0.4]]),
    priorVariance: undefined,
  },
  priorPrecision: Float64Array.of(2, 4),
  precision: 4,
  distance: 2,
  sizes: [30, 10],
  curve: identityCurve,
  calibratedSpread: true,
};
const figures = { leaveOneOut: undefined, evidence: -3, warnings: [] };
const rows = fromRows([
  [1.5, -0.5],
  [0.5, -0.5],
  [-2, 3],
]);

test("log odds are d ḡ/(v + 1/β) and the class frequencies, their deviation 1.25 d√v/(v + 1/β)", () => {
  const { latentMean, latentDeviation, logProbabilities, lower, upper } = linearFisherPosterior(
    engine,
    fit,
    figures,
  ).predict(rows, 0.9);
  const [mean, variance] = [1, 0.2 ** 2];
  expect(latentMean.data[1]).toBeCloseTo((2 * mean) / (variance + 0.25) + Math.log(1 / 3), 13);
  expect(latentDeviation.data[1]).toBeCloseTo((1.25 * 2 * 0.2) / (variance + 0.25), 13);
  // At the midpoint nothing but the frequencies is known.
  expect(Math.exp(logProbabilities.data[3])).toBeCloseTo(0.25, 14);
  for (let at = 0; at < 6; at++) {
    const probability = Math.exp(logProbabilities.data[at]);
    expect(lower.data[at]).toBeLessThanOrEqual(probability);
    expect(upper.data[at]).toBeGreaterThanOrEqual(probability);
  }
  expect(linearFisherLogProbabilities(engine, fit, rows).data).toEqual(logProbabilities.data);
});

test("a curve changes the log odds, and adds what is uncertain of itself", () => {
  const curve: OddsCurve = {
    slope: 0.5,
    offset: 0.3,
    covariance: [
      [0.01, 0.002],
      [0.002, 0.04],
    ],
  };
  const positionDeviations = [0.2, 0, 1.9];
  const claimed = linearFisherPosterior(engine, fit, figures).predict(rows, 0.9);
  const corrected = linearFisherPosterior(engine, { ...fit, curve }, figures).predict(rows, 0.9);
  for (const at of [1, 3, 5]) {
    const z = claimed.latentMean.data[at];
    expect(corrected.latentMean.data[at]).toBeCloseTo(0.5 * z + 0.3, 13);
    // Where the curve makes log odds flatter in the position than at even odds, 4/d, the latter counts.
    const deviation = positionDeviations[(at - 1) / 2];
    const slope = 1.25 * Math.max((0.5 * 2) / (deviation ** 2 + 0.25), 2);
    const variance = (slope * deviation) ** 2 + 0.01 * z * z + 0.004 * z + 0.04;
    expect(corrected.latentDeviation.data[at]).toBeCloseTo(Math.sqrt(variance), 13);
  }
});

describe("the document", () => {
  const plain = (each: LinearFisherFit): Record<string, unknown> =>
    JSON.parse(JSON.stringify(linearFisherPosterior(engine, each, figures).parameters())) as Record<string, unknown>;

  test.each([
    ["of a square", fit],
    ["of what is explained", { ...fit, rule: { ...fit.rule, priorVariance: Float64Array.of(0.5, 0.25) } }],
    [
      "with a curve",
      {
        ...fit,
        curve: {
          slope: 0.5,
          offset: 0.3,
          covariance: [
            [0.01, 0.002],
            [0.002, 0.04],
          ] as const,
        },
      },
    ],
  ])("%s gives the same predictions, bit for bit", (_, each) => {
    const read = linearFisherCodec.read(plain(each), "parameters");
    const predict = (from: LinearFisherFit): object => linearFisherPosterior(engine, from, figures).predict(rows, 0.8);
    expect(predict(read)).toEqual(predict(each));
    expect(plain(read)).toEqual(plain(each));
  });

  test.each([
    ["weights", []],
    ["weights", [1, 1e200]],
    ["midpoint", [1]],
    ["spread", { rows: 1, columns: 3, data: [1, 2, 3] }],
    ["explains", "yes"],
    ["priorPrecision", [1, 0]],
    ["precision", 0],
    ["distance", -1],
    ["sizes", [1, 2, 3]],
  ])("is refused with %s of %j", (name, value) => {
    expect(() => linearFisherCodec.read({ ...plain(fit), [name]: value }, "parameters")).toThrow(InputError);
    expect(() => linearFisherCodec.read({ ...plain(fit), [name]: value }, "parameters")).toThrow(name);
  });
});
