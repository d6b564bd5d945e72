import { expect, test } from "vitest";
import { latentDraws, normalTable } from "../../../../src/models/process/softmax/latentDraws.ts";

const covariance = Float64Array.of(2, 0.3, -0.4, 0.3, 1.5, 0.2, -0.4, 0.2, 3);

test("draws come in pairs around the mean, so that their mean is exact", () => {
  const { data, rows } = latentDraws(Float64Array.of(1, 2, 3), covariance, normalTable(2, 3));
  for (let s = 0; s < rows; s += 2) {
    for (let c = 0; c < 3; c++) expect((data[3 * s + c] + data[3 * (s + 1) + c]) / 2).toBeCloseTo(c + 1, 12);
  }
});

test("the covariance of draws is the one asked for", () => {
  const { data, rows } = latentDraws(new Float64Array(3), covariance, normalTable(2, 3));
  covariance.forEach((value, at) => {
    let sum = 0;
    for (let s = 0; s < rows; s++) sum += data[3 * s + Math.floor(at / 3)] * data[3 * s + (at % 3)];
    // 1000 independent pairs: standard error at most 3√(2/1000) ≈ 0.13; four of them.
    expect(Math.abs(sum / rows - value)).toBeLessThan(0.54);
  });
});

test("a singular covariance gives draws within its span", () => {
  const { data, rows } = latentDraws(new Float64Array(2), Float64Array.of(1, 1, 1, 1), normalTable(2, 2));
  for (let s = 0; s < rows; s++) expect(data[2 * s]).toBe(data[2 * s + 1]);
  expect(latentDraws(Float64Array.of(3, 4), new Float64Array(4), normalTable(2, 2)).data.subarray(0, 4)).toEqual(
    Float64Array.of(3, 4, 3, 4),
  );
});
