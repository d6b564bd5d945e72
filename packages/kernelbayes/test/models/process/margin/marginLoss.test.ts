import { expect, test } from "vitest";
import { trigonometricLoss } from "../../../../src/models/process/margin/marginLoss.ts";

test("what is said of a multiplier agrees with what is said of its margin", () => {
  const loss = trigonometricLoss(0.8);
  for (const margin of [-0.79, -0.3, 0, 0.5, 0.79]) {
    const multiplier = -loss.lossSlope(margin);
    expect(loss.slack(multiplier)).toBeCloseTo(0.8 - margin, 12);
    expect(loss.curvatureOfMultiplier(multiplier) / loss.lossCurvature(margin)).toBeCloseTo(1, 12);
    expect(loss.dualTerm(multiplier)).toBeCloseTo(multiplier * (0.8 - margin) - loss.loss(margin), 9);
    const h = 1e-6;
    const difference = (loss.lossCurvature(margin + h) - loss.lossCurvature(margin - h)) / (2 * h);
    expect(loss.curvatureSlopeOfMultiplier(multiplier) / difference).toBeCloseTo(1, 6);
  }
});
