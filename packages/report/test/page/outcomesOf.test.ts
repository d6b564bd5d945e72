import { decideByThreshold } from "kernelbayes/evaluate";
import { matrix } from "kernelbayes/engine";
import { stream } from "kernelbayes/numeric";
import { describe, expect, test } from "vitest";
import { costCurve, outcomesOf } from "../../src/page/decide/outcomesOf.ts";

const [rows, classes] = [200, 3];
const source = stream(11);
const probabilities = Array.from({ length: rows }, () => {
  const parts = Array.from({ length: classes }, () => Math.round(20 * source.uniform()) + 1);
  const sum = parts.reduce((all, part) => all + part, 0);
  return parts.map((part) => part / sum);
}).flat();
const truth = Array.from({ length: rows }, (_, row) => (source.uniform() < 0.3 ? 1 : (row % 2) * 2));
const weights = Array.from({ length: rows }, (_, row) => 1 + (row % 3));
const heldOut = { names: [], places: undefined, truth, probabilities, weights };

describe("decisions in the page", () => {
  test("are those of decideByThreshold, counted by weight", () => {
    for (const threshold of [0, 0.2, 0.5, 1]) {
      const decided = decideByThreshold(matrix(rows, classes, Float64Array.from(probabilities)), {
        positive: 1,
        threshold,
      });
      const wanted = Array.from({ length: classes }, () => [0, 0, 0]);
      truth.forEach((own, row) => (wanted[own][decided[row]] += weights[row]));
      const { confusion, found, missed, falseAlarms, rest } = outcomesOf(heldOut, classes, { positive: 1, threshold });
      expect(confusion).toEqual(wanted);
      expect(found).toBe(wanted[1][1]);
      expect(found + missed + falseAlarms + rest).toBe(weights.reduce((sum, weight) => sum + weight, 0));
    }
  });

  test("cost at each point of the curve what the counts there cost", () => {
    const ratio = 7;
    const points = costCurve(heldOut, classes, { positive: 1, ratio });
    expect(points.length).toBeGreaterThan(50);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const { threshold, cost } of points) {
      const { missed, falseAlarms } = outcomesOf(heldOut, classes, { positive: 1, threshold });
      expect(cost).toBeCloseTo((ratio * missed + falseAlarms) / total, 12);
    }
  });
});
