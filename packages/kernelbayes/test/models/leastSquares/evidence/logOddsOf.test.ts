import { describe, expect, test } from "vitest";
import {
  classCenters,
  classSizes,
  frequencyLogOdds,
  leaveOneOutOdds,
  logOddsOf,
  trainingOutputs,
  type OddsRule,
  evidenceLeaveOneOut,
  latentClassMeans,
} from "../../../../src/models/leastSquares/evidence/logOddsOf.ts";
import {
  evidenceProblem,
  evidencePosterior,
  type EvidencePosterior,
  predictionAt,
} from "../../../../src/models/leastSquares/evidence/evidencePosterior.ts";
import { selectRows } from "../../../../src/matrix/row.ts";
import { normalCdf } from "../../../../src/numeric/normalCdf.ts";
import { sigmoid, logSigmoid } from "../../../../src/numeric/sigmoid.ts";
import { engine, sample, smooth, type Sample, copied } from "../../fisher/samples.ts";
import { precisions, posteriorOf } from "./problems.ts";

const rows = sample(14, 2);
const rules: readonly OddsRule[] = ["side", "targets", "empirical"];

function fittedPosterior({ X, labels, weights }: Sample, nugget: number): EvidencePosterior {
  const labelled = { X, classes: Int32Array.from(labels), weights: Float64Array.from(weights) };
  return evidencePosterior(engine, evidenceProblem(engine, smooth(1.3, 1.1, nugget), labelled), precisions);
}

/** The log odds of a row by a fit without one unit of it. */
function refitted(rule: OddsRule, { X, labels, weights, ...rest }: Sample, left: number, nugget: number): number {
  const kernel = smooth(1.3, 1.1, nugget);
  const kept = labels.flatMap((_, i) => (i === left && weights[i] <= 1 ? [] : [i]));
  const without = {
    ...rest,
    X: selectRows(X, kept),
    labels: kept.map((i) => labels[i]),
    weights: kept.map((i) => weights[i] - (i === left ? 1 : 0)),
  };
  const posterior = fittedPosterior(without, nugget);
  const x = selectRows(X, [left]);
  const { mean, variance } = predictionAt(posterior, kernel.cross(engine, without.X, x), kernel.diagonal(x));
  const total = variance[0] + 1 / precisions.noisePrecision;
  return logOddsOf(rule, mean[0], total, classCenters(posterior, rule)) + frequencyLogOdds(rule, classSizes(posterior));
}

describe.each([
  ["weights 1", rows.weights.map(() => 1)],
  ["copies", rows.weights],
  ["any weights", rows.weights.map((w, i) => w * (0.35 + 0.07 * i))],
])("with %s", (_, weights) => {
  const weighted = { ...rows, weights };

  test.each(rules)("the odds of left-out rows equal those of fits without them, by %s", (rule) => {
    for (const nugget of [0, 0.05]) {
      const { logOdds, omitted } = leaveOneOutOdds(fittedPosterior(weighted, nugget), rule);
      expect(omitted).toEqual([]);
      logOdds.forEach((odds, i) => expect(Math.abs(odds - refitted(rule, weighted, i, nugget))).toBeLessThan(1e-9));
    }
  });

  test("the outputs at the training rows are those that prediction gives", () => {
    for (const nugget of [0, 0.05]) {
      const kernel = smooth(1.3, 1.1, nugget);
      const posterior = fittedPosterior(weighted, nugget);
      const { mean } = predictionAt(posterior, kernel.cross(engine, rows.X, rows.X), kernel.diagonal(rows.X));
      trainingOutputs(posterior).forEach((output, i) => expect(output).toBeCloseTo(mean[i], 10));
    }
  });
});

test("a class of one row has no leave-one-out odds for it", () => {
  const lonely = { ...rows, labels: rows.labels.map((_, i) => (i === 4 ? 1 : 0)), weights: rows.labels.map(() => 1) };
  for (const rule of rules) {
    const { logOdds, omitted } = leaveOneOutOdds(fittedPosterior(lonely, 0), rule);
    expect(omitted).toEqual([4]);
    expect(Array.from(logOdds, Number.isNaN)).toEqual(lonely.labels.map((label) => label === 1));
  }
});

test("the side rule is the normal probability of a positive target", () => {
  for (const output of [-3, -0.2, 0, 1.1]) {
    const odds = logOddsOf("side", output, 0.7, { negative: -1, positive: 1 });
    expect(sigmoid(odds)).toBeCloseTo(normalCdf(output / Math.sqrt(0.7)), 14);
  }
});

test("the rule of the targets is the ratio of two normal densities", () => {
  const log = (target: number): number => -((target - 0.3) ** 2) / (2 * 0.7);
  expect(logOddsOf("targets", 0.3, 0.7, { negative: -1, positive: 1 })).toBeCloseTo(log(1) - log(-1), 14);
  expect(logOddsOf("empirical", 0.3, 0.7, { negative: -0.5, positive: 0.9 })).toBeCloseTo(log(0.9) - log(-0.5), 14);
});

test("only a rule that does not know the base rate adds it", () => {
  expect(rules.map((rule) => frequencyLogOdds(rule, [30, 10]))).toEqual([0, 0, Math.log(10 / 30)]);
});

describe("leaving one out", () => {
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
});

const targets = Float64Array.of(1, -1, 1, -1, -1);
const outputs = Float64Array.of(0.9, -0.4, 0.3, -0.8, 0.2);
const weights = Float64Array.of(1, 2, 3, 1, 1);

test("the means of the classes count weights", () => {
  const { positive, negative } = latentClassMeans(outputs, targets, weights);
  expect(positive).toBeCloseTo((0.9 + 3 * 0.3) / 4, 14);
  expect(negative).toBeCloseTo((2 * -0.4 - 0.8 + 0.2) / 4, 14);
});
