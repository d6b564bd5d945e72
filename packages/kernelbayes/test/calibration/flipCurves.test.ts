import { describe, expect, test } from "vitest";
import {
  fitFlipCurves,
  flipCurvesCodec,
  flipProbabilities,
  givenLogits,
  haveHighRates,
  meanRates,
  meanSlope,
  trueLogitDeviation,
  trueLogits,
  type FlipCurve,
} from "../../src/calibration/flipCurves.ts";
import type { LeftOutOdds } from "../../src/calibration/oddsCurve.ts";
import { sigmoid } from "../../src/numeric/sigmoid.ts";
import { stream } from "../../src/random/stream.ts";
import { expectClose } from "../evaluate/expectClose.ts";

/** Rows whose log odds are twice what is claimed, and whose labels are exchanged at these rates. */
function noisyRows(rows: number, [lower, upper]: readonly [number, number], seed = 1): LeftOutOdds {
  const random = stream(seed, rows);
  const logOdds = Float64Array.from({ length: rows }, () => 10 * random.uniform() - 5);
  const targets = Int32Array.from(logOdds, (z) => {
    const truth = random.uniform() < sigmoid(2 * z) ? 1 : 0;
    const isFlipped = random.uniform() < (truth === 1 ? upper : lower);
    return isFlipped ? 1 - truth : truth;
  });
  return { logOdds, targets, weights: new Float64Array(rows).fill(1) };
}

/** −Σ w log P(ŷ | z) + ½(slope − 1)² + ½ offset². */
function objective(
  { logOdds, targets, weights }: LeftOutOdds,
  { rates }: FlipCurve,
  slope: number,
  offset: number,
): number {
  return logOdds.reduce(
    (sum, z, row) => {
      const p = sigmoid(slope * z + offset);
      const upper = (1 - rates[1]) * p + rates[0] * (1 - p);
      return sum - weights[row] * Math.log(targets[row] === 1 ? upper : 1 - upper);
    },
    0.5 * (slope - 1) ** 2 + 0.5 * offset ** 2,
  );
}

describe("of labels that are exchanged", () => {
  const rates = [0.05, 0.2] as const;
  const rows = noisyRows(2000, rates);
  const curves = fitFlipCurves(rows);

  test("rates and slope are found", () => {
    const [lower, upper] = meanRates(curves);
    expect(Math.abs(lower - rates[0])).toBeLessThan(0.025);
    expect(Math.abs(upper - rates[1])).toBeLessThan(0.035);
    expect(Math.abs(meanSlope(curves) - 2)).toBeLessThan(0.4);
    expect(curves.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  });

  test("each line is the best at its rates, and its covariance the inverse of the curvature", () => {
    const step = 1e-4;
    for (const each of curves) {
      const { slope, offset, covariance } = each.curve;
      const at = (a: number, b: number): number => objective(rows, each, slope + a, offset + b);
      expect(Math.abs(at(step, 0) - at(-step, 0)) / (2 * step)).toBeLessThan(1e-3);
      expect(Math.abs(at(0, step) - at(0, -step)) / (2 * step)).toBeLessThan(1e-3);
      // The expected information is near the observed one.
      const curvature = (at(0, step) - 2 * at(0, 0) + at(0, -step)) / (step * step);
      const determinant = covariance[0][0] * covariance[1][1] - covariance[0][1] ** 2;
      expect(covariance[0][0] / determinant / curvature).toBeGreaterThan(0.8);
      expect(covariance[0][0] / determinant / curvature).toBeLessThan(1.25);
    }
  });

  test("about as many labels are doubted as are wrong", () => {
    const doubts = flipProbabilities(curves, rows.logOdds, rows.targets);
    const expected = doubts.reduce((sum, doubt) => sum + doubt, 0) / doubts.length;
    expect(Math.abs(expected - 0.125)).toBeLessThan(0.03);
    expect(Math.min(...doubts)).toBeGreaterThan(0);
    expect(Math.max(...doubts)).toBeLessThan(1);
  });

  test("log odds of the true class rise without bound, those of given labels end at the rates", () => {
    const [low, high] = givenLogits(curves, Float64Array.of(-200, 200));
    const [lower, upper] = meanRates(curves);
    expect(sigmoid(low)).toBeCloseTo(lower, 9);
    expect(sigmoid(-high)).toBeCloseTo(upper, 9);
    const [far, farther] = trueLogits(curves, Float64Array.of(200, 400));
    expect(farther).toBeGreaterThan(far + 100);
    expect(trueLogitDeviation(curves, 2)).toBeGreaterThan(trueLogitDeviation(curves, 0));
  });

  test("exchanging the classes exchanges the rates", () => {
    const mirrored = fitFlipCurves({
      ...rows,
      logOdds: rows.logOdds.map((z) => -z),
      targets: Array.from(rows.targets, (label) => 1 - label),
    });
    expectClose(meanRates(mirrored), meanRates(curves).toReversed(), 1e-6);
    expectClose(
      trueLogits(mirrored, Float64Array.of(-1.5)),
      trueLogits(curves, Float64Array.of(1.5)).map((e) => -e),
      1e-5,
    );
  });

  test("a document holds them, and refuses weights that do not sum to 1", () => {
    const written = JSON.parse(
      JSON.stringify(flipCurvesCodec.write(curves), (_, value: unknown) =>
        value instanceof Float64Array ? [...value] : value,
      ),
    ) as unknown;
    expect(flipCurvesCodec.read(written, "flips")).toEqual(curves);
    expect(() => flipCurvesCodec.read((written as unknown[]).slice(1), "flips")).toThrow(/flips/);
  });
});

test("where labels are right hardly any is doubted", () => {
  const rows = noisyRows(1000, [0, 0]);
  const [lower, upper] = meanRates(fitFlipCurves(rows));
  expect(lower).toBeLessThan(0.015);
  expect(upper).toBeLessThan(0.015);
});

test("rates near the highest that is considered are noticed", () => {
  expect(haveHighRates(fitFlipCurves(noisyRows(1000, [0.05, 0.45])))).toBe(true);
  expect(haveHighRates(fitFlipCurves(noisyRows(1000, [0.05, 0.15])))).toBe(false);
});

test("rows of weight 2 are as many rows, and rows of weight 0 none", () => {
  const rows = noisyRows(60, [0.1, 0.1]);
  const twice = { ...rows, weights: rows.weights.map((_, row) => row % 3) };
  const chosen = Array.from(rows.logOdds.keys()).flatMap((row) => new Array<number>(row % 3).fill(row));
  const copied = {
    logOdds: Float64Array.from(chosen, (row) => rows.logOdds[row]),
    targets: chosen.map((row) => rows.targets[row]),
    weights: new Float64Array(chosen.length).fill(1),
  };
  const z = Float64Array.of(-2, 0, 3);
  expectClose(trueLogits(fitFlipCurves(twice), z), trueLogits(fitFlipCurves(copied), z), 1e-6);
});

test("without rows the rates are those of the prior", () => {
  const curves = fitFlipCurves({ logOdds: new Float64Array(), targets: [], weights: new Float64Array() });
  const [lower, upper] = meanRates(curves);
  expect(lower).toBeCloseTo(upper, 6);
  expect(lower).toBeGreaterThan(0.03);
  expect(lower).toBeLessThan(0.1);
  expectClose(trueLogits(curves, Float64Array.of(-1, 2)), [-1, 2], 1e-9);
});
