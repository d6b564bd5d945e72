import { expect, test } from "vitest";
import { latentDraws, normalTable } from "../../../../src/models/process/softmax/latentDraws.ts";
import { logMeanSoftmax, meanOfDraws } from "../../../../src/models/process/softmax/meanSoftmax.ts";

const mean = Float64Array.of(0.7, -0.4, 0.1);
const covariance = Float64Array.of(2, 0.3, -0.4, 0.3, 1.5, 0.2, -0.4, 0.2, 3);

test("draws agree with quadrature to their stated error", () => {
  const normals = normalTable(4, 3);
  const byDraws = meanOfDraws(latentDraws(mean, covariance, normals));
  logMeanSoftmax(mean, covariance, normals).forEach((log, c) =>
    // Standard error of an antithetic mean of 1000 pairs, below 0.3/√1000; five of them.
    expect(Math.abs(Math.exp(log) - byDraws[c])).toBeLessThan(0.02),
  );
});

test("a fourth class without a chance leaves the three others to the accuracy of draws", () => {
  const wider = new Float64Array(16);
  for (let c = 0; c < 3; c++) for (let d = 0; d < 3; d++) wider[4 * c + d] = covariance[3 * c + d];
  const four = logMeanSoftmax(Float64Array.of(...mean, -500), wider, normalTable(4, 4));
  const three = logMeanSoftmax(mean, covariance, normalTable(4, 3));
  three.forEach((log, c) => expect(Math.abs(Math.exp(log) - Math.exp(four[c]))).toBeLessThan(0.02));
  expect(Number.isFinite(four[3])).toBe(true);
});

test("two classes have the probabilities of their contrast, which sum to one", () => {
  const logs = logMeanSoftmax(Float64Array.of(1, -2), Float64Array.of(2, 0.5, 0.5, 1), normalTable(1, 2));
  expect(Math.exp(logs[0]) + Math.exp(logs[1])).toBeCloseTo(1, 14);
  expect(logs[0]).toBeGreaterThan(logs[1]);
});
