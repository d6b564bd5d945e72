import * as fc from "fast-check";
import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { brier, brierDecomposition } from "../../src/evaluate/brier.ts";
import { scored } from "./scores.ts";
import { predictions } from "./predictions.ts";

test.each(scored)("agrees with scikit-learn: $name", ({ probabilities, truth, weights, expected }) => {
  expect(brier(probabilities, truth, weights)).toBeCloseTo(expected.brier ?? expected.brierSum, 14);
});

test("is half the sum over both classes when there are two", () => {
  const [two] = scored;
  expect(brier(two.probabilities, two.truth)).toBeCloseTo(two.expected.brierSum / 2, 14);
});

test("is 1 at worst for two classes and 2 for more", () => {
  expect(brier([1, 0], [0, 1])).toBe(1);
  expect(brier(matrix(1, 3, Float64Array.of(1, 0, 0)), [2])).toBe(2);
});

fc.configureGlobal({ seed: 20 });

test.each([2, 3, 4])("the parts add up to the Brier score exactly, for %i classes and weighted rows", (classes) => {
  fc.assert(
    fc.property(predictions(classes), fc.integer({ min: 1, max: 20 }), ({ probabilities, truth, weights }, bins) => {
      const parts = brierDecomposition(probabilities, truth, { weights, bins });
      const sum =
        parts.reliability - parts.resolution + parts.uncertainty + parts.withinVariance - parts.withinCovariance;
      expect(sum).toBeCloseTo(parts.brier, 13);
      expect(parts.brier).toBeCloseTo(brier(probabilities, truth, weights), 13);
    }),
  );
});

test("nothing varies within bins of equal probabilities", () => {
  const parts = brierDecomposition([0.25, 0.25, 0.75, 0.75], [0, 1, 1, 1], { bins: 2 });
  expect(parts).toEqual({
    brier: (0.0625 + 0.5625 + 0.0625 + 0.0625) / 4,
    reliability: 0.0625,
    resolution: 0.0625,
    uncertainty: 0.1875,
    withinVariance: 0,
    withinCovariance: 0,
  });
});
