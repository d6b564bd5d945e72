import { expect, test } from "vitest";
import { evidenceLeaveOneOut } from "../../../../src/models/leastSquares/evidence/evidenceLeaveOneOut.ts";
import { predictionAt } from "../../../../src/models/leastSquares/evidence/predictionAt.ts";
import { selectRows } from "../../../../src/matrix/row.ts";
import { logSigmoid } from "../../../../src/numeric/sigmoid.ts";
import { copied, engine, sample, smooth, type Sample } from "../../fisher/samples.ts";
import { posteriorOf, precisions } from "./problems.ts";

const rows = sample(13, 2);

/** Fits without one unit of a row and predicts it. */
function refitted({ X, labels, weights, ...rest }: Sample, left: number, nugget: number): [number, number, number] {
  const kernel = smooth(1.3, 1.1, nugget);
  const kept = labels.flatMap((_, i) => (i === left && weights[i] <= 1 ? [] : [i]));
  const without = {
    ...rest,
    X: selectRows(X, kept),
    labels: kept.map((i) => labels[i]),
    weights: kept.map((i) => weights[i] - (i === left ? 1 : 0)),
  };
  const x = selectRows(X, [left]);
  const { mean, variance } = predictionAt(
    posteriorOf(without, kernel),
    kernel.cross(engine, without.X, x),
    kernel.diagonal(x),
  );
  const size = (label: number): number =>
    without.weights.reduce((sum, w, i) => sum + (without.labels[i] === label ? w : 0), 0);
  const total = variance[0] + 1 / precisions.noisePrecision;
  return [mean[0], total, (2 * mean[0]) / total + Math.log(size(1) / size(0))];
}

test.each([
  ["weights 1", rows.weights.map(() => 1)],
  ["copies", rows.weights],
  ["any weights", rows.weights.map((w, i) => w * (0.35 + 0.07 * i))],
])("leaving a unit of each row out equals fitting without it, %s", (_, weights) => {
  for (const nugget of [0, 0.05]) {
    const weighted = { ...rows, weights };
    const { mean, totalVariance, logOdds, logDensity, omitted } = evidenceLeaveOneOut(
      posteriorOf(weighted, smooth(1.3, 1.1, nugget)),
    );
    expect(omitted).toEqual([]);
    rows.labels.forEach((label, i) => {
      const [expectedMean, expectedVariance, expectedOdds] = refitted(weighted, i, nugget);
      expect(mean[i]).toBeCloseTo(expectedMean, 10);
      expect(totalVariance[i]).toBeCloseTo(expectedVariance, 10);
      expect(logOdds[i]).toBeCloseTo(expectedOdds, 9);
      expect(logDensity[i]).toBeCloseTo(logSigmoid(label === 1 ? expectedOdds : -expectedOdds), 9);
    });
  }
});

test("a row of weight w has the density of each of w copies", () => {
  const weighted = evidenceLeaveOneOut(posteriorOf(rows, smooth()));
  const twins = evidenceLeaveOneOut(posteriorOf(copied(rows), smooth()));
  rows.weights
    .flatMap((w, i) => new Array<number>(w).fill(i))
    .forEach((i, at) => expect(twins.logDensity[at]).toBeCloseTo(weighted.logDensity[i], 10));
});

test("the only row of a class has no density", () => {
  const labels = rows.labels.map((_, i) => (i === 4 ? 1 : 0));
  const { omitted, logDensity, mean } = evidenceLeaveOneOut(
    posteriorOf({ ...rows, labels, weights: labels.map(() => 1) }, smooth()),
  );
  expect(omitted).toEqual([4]);
  expect(Array.from(logDensity, Number.isNaN)).toEqual(labels.map((label) => label === 1));
  expect(Math.abs(mean[4] + 1)).toBeLessThan(1e-12);
});
