import * as fc from "fast-check";
import { expect, test } from "vitest";
import { brier } from "../../src/evaluate/brier.ts";
import { brierDecomposition } from "../../src/evaluate/brierDecomposition.ts";
import { predictions } from "./predictions.ts";

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
