import { expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import { normalCdf } from "../../src/numeric/normalCdf.ts";
import { multivariateNormal } from "../../src/random/multivariateNormal.ts";
import { stream } from "../../src/random/stream.ts";
import { distributionProbability, falseAlarm } from "./goodness.ts";

// What stands above the diagonal is to be ignored.
const factor = matrix(3, 3, Float64Array.of(2, 99, 99, -1, 0.5, 99, 0.3, 4, 1));
const mean = [10, -2, 0.5];

test("every linear combination of the components is normal with the right mean and variance", () => {
  const source = stream(7);
  const draws = Array.from({ length: 30_000 }, () => multivariateNormal(source, mean, factor));
  for (const weights of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 2, -0.4],
    [1, -1, 0.2],
  ]) {
    const center = weights[0] * 10 + weights[1] * -2 + weights[2] * 0.5;
    // Lᵀ w
    const spread = [2 * weights[0] - weights[1] + 0.3 * weights[2], 0.5 * weights[1] + 4 * weights[2], weights[2]];
    const deviation = Math.hypot(...spread);
    const standardized = draws.map((x) => (weights.reduce((sum, w, j) => sum + w * x[j], 0) - center) / deviation);
    expect(distributionProbability(standardized, normalCdf)).toBeGreaterThan(falseAlarm);
    expect(
      distributionProbability(
        standardized.map((z) => 1.1 * z),
        normalCdf,
      ),
    ).toBeLessThan(falseAlarm);
  }
});

test("mean and factor must fit", () => {
  expect(() => multivariateNormal(stream(7), [1, 2], factor)).toThrow("2 × 2");
  expect(() => multivariateNormal(stream(7), [1, 2], matrix(2, 3))).toThrow(RangeError);
  expect(multivariateNormal(stream(7), [], matrix(0, 0))).toHaveLength(0);
});
