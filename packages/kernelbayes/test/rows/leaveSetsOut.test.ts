import { expect, test } from "vitest";
import { fisherContrasts } from "../../src/rows/fisherContrasts.ts";
import { featureProblem } from "../../src/models/fisher/features/featureLaw.ts";
import { fisherLeaveOneOut } from "../../src/models/fisher/posterior/fisherLeaveOneOut.ts";
import { leaveFrequenciesOut, leaveSetsOut } from "../../src/rows/leaveSetsOut.ts";
import { engine, sample } from "../models/fisher/samples.ts";

test("every row has the score of its set, and rows whose class would be empty have none", () => {
  const { X } = sample(6, 2);
  const contrasts = fisherContrasts([0, 0, 0, 0, 0, 1]);
  const law = featureProblem(engine, X, contrasts).at({ priorPrecision: Float64Array.of(1, 1), precision: 1 });
  const { logOdds } = fisherLeaveOneOut(law);
  const { method, logProbabilities, omitted } = leaveSetsOut(fisherLeaveOneOut(law), Int32Array.of(5, 2, 0, 2));
  expect(method).toBe("approximate");
  expect(omitted).toEqual([0]);
  [undefined, 2, 0, 2].forEach((set, row) => {
    const [lower, upper] = logProbabilities.data.subarray(2 * row, 2 * row + 2);
    if (set === undefined) expect([lower, upper]).toEqual([0, 0]);
    else {
      expect(upper - lower).toBeCloseTo(logOdds[set], 12);
      expect(Math.exp(lower) + Math.exp(upper)).toBeCloseTo(1, 14);
    }
  });
});

test("frequencies are those of the rows that are left, one unit of a weighted row being left out", () => {
  const contrasts = fisherContrasts([0, 1, 1], [3, 1, 0.5]);
  const { method, logProbabilities, omitted } = leaveFrequenciesOut(contrasts, Int32Array.of(0, 1, 2, 0));
  expect(method).toBe("exact");
  expect(omitted).toEqual([]);
  const upper = Array.from({ length: 4 }, (_, row) => Math.exp(logProbabilities.data[2 * row + 1]));
  [1.5 / 3.5, 0.5 / 3.5, 1 / 4, 1.5 / 3.5].forEach((value, row) => expect(upper[row]).toBeCloseTo(value, 14));
  expect(leaveFrequenciesOut(fisherContrasts([0, 1, 1]), Int32Array.of(0, 1, 2)).omitted).toEqual([0]);
});
