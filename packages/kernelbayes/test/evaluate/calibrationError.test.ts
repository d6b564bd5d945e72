import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import {
  calibrationError,
  classwiseCalibrationError,
  eventCalibrationError,
  type CalibrationError,
} from "../../src/evaluate/calibrationError.ts";
import { stream } from "../../src/random/index.ts";
import { expectClose } from "./expectClose.ts";
import { predictions, repeated, reversed } from "./predictions.ts";

fc.configureGlobal({ seed: 20 });

const list = ({ error, byChance, debiasedRoot }: CalibrationError): number[] => [error, byChance, debiasedRoot];

describe("eventCalibrationError", () => {
  test("sums the gaps of the bins by their share of the rows", () => {
    // Two bins: gap 0.3 − 0.5 and gap 0.8 − 1, each of half the rows.
    const { error, byChance, debiasedRoot } = eventCalibrationError([0.3, 0.3, 0.8, 0.8], [0, 1, 1, 1], { bins: 2 });
    expect(error).toBeCloseTo(0.2, 15);
    expect(byChance).toBeCloseTo(0.5 * Math.sqrt((2 * 0.105) / Math.PI) + 0.5 * Math.sqrt((2 * 0.08) / Math.PI), 15);
    // 0.04 in both, less 0.25/(2 − 1) in the first.
    expect(debiasedRoot).toBe(0);
    expect(eventCalibrationError([0.3, 0.8, 0.8], [1, 1, 1], { bins: 2 }).debiasedRoot).toBeCloseTo(
      Math.sqrt((0.7 ** 2 + 2 * 0.2 ** 2) / 3),
      15,
    );
  });

  test("perfect probabilities show the error by chance that the formula foretells, and next to none once debiased", () => {
    // 2000 samples of 300 rows: the standard error of the mean error is 0.0003, the bands are four of them.
    const random = stream(11);
    let error = 0;
    let byChance = 0;
    let debiased = 0;
    const samples = 2000;
    for (let sample = 0; sample < samples; sample++) {
      const p = Float64Array.from({ length: 300 }, () => random.uniform());
      const y = Int32Array.from(p, (value) => (random.uniform() < value ? 1 : 0));
      const figures = eventCalibrationError(p, y);
      error += figures.error / samples;
      byChance += figures.byChance / samples;
      debiased += figures.debiasedRoot / samples;
    }
    expect(Math.abs(error - byChance)).toBeLessThan(0.0015);
    expect(byChance).toBeCloseTo(0.0704, 3);
    expect(debiased).toBeLessThan(0.03);
  });

  test("a weighted row counts as that many rows, and the order of the rows does not matter", () => {
    fc.assert(
      fc.property(predictions(2), fc.integer({ min: 1, max: 8 }), (given, bins) => {
        const many = repeated(given);
        expectClose(
          list(calibrationError(given.probabilities, given.truth, { weights: given.weights, bins })),
          list(calibrationError(many.probabilities, many.truth, { bins })),
          1e-9,
        );
        const back = reversed(given);
        expectClose(
          list(calibrationError(back.probabilities, back.truth, { bins })),
          list(calibrationError(given.probabilities, given.truth, { bins })),
          1e-9,
        );
      }),
    );
  });
});

describe("calibrationError of many classes", () => {
  const probabilities = matrix(4, 3, Float64Array.of(0.6, 0.3, 0.1, 0.2, 0.7, 0.1, 0.1, 0.1, 0.8, 0.5, 0.4, 0.1));
  const truth = [0, 0, 2, 1];

  test("is that of the most probable class being right", () => {
    expect(calibrationError(probabilities, truth, { bins: 2 })).toEqual(
      eventCalibrationError([0.6, 0.7, 0.8, 0.5], [1, 0, 1, 0], { bins: 2 }),
    );
  });

  test("classwise, is the mean over the classes, and does not depend on their numbering", () => {
    const each = [0, 1, 2].map((one) =>
      eventCalibrationError(
        [0, 1, 2, 3].map((row) => probabilities.data[row * 3 + one]),
        truth.map((value) => (value === one ? 1 : 0)),
        { bins: 2 },
      ),
    );
    const mean = list(classwiseCalibrationError(probabilities, truth, { bins: 2 }));
    expectClose(
      mean,
      [0, 1, 2].map((figure) => each.reduce((sum, one) => sum + list(one)[figure] / 3, 0)),
      1e-15,
    );
    const exchanged = matrix(
      4,
      3,
      probabilities.data.map((_, k) => probabilities.data[k - (k % 3) + ((k + 1) % 3)]),
    );
    expectClose(
      list(
        classwiseCalibrationError(
          exchanged,
          truth.map((one) => (one + 2) % 3),
          { bins: 2 },
        ),
      ),
      mean,
      1e-15,
    );
  });
});
