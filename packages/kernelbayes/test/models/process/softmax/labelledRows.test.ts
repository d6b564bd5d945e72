import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { softmaxLikelihood } from "../../../../src/models/process/softmax/labelledRows.ts";

const rows = { classes: Int32Array.of(0, 2), classCount: 3, weights: Float64Array.of(1, 2.5) };

test("the slopes of the likelihood are its derivatives", () => {
  const f = matrix(2, 3, Float64Array.of(0.3, -1, 0.7, 1.2, 0.1, -0.4));
  const { slopes } = softmaxLikelihood(rows, f);
  slopes.data.forEach((slope, at) => {
    const [up, down] = [1e-6, -1e-6].map((move) => {
      const moved = f.data.slice();
      moved[at] += move;
      return softmaxLikelihood(rows, matrix(2, 3, moved)).logLikelihood;
    });
    expect(Math.abs(slope - (up - down) / 2e-6)).toBeLessThan(1e-9);
  });
});

test("a row that is almost certain of its class keeps the digits of its slope", () => {
  const { slopes } = softmaxLikelihood(rows, matrix(2, 3, Float64Array.of(60, 0, 0, 0, 0, 0)));
  expect(slopes.data[0] / (2 * Math.exp(-60))).toBeCloseTo(1, 12);
});
