import { describe, expect, test } from "vitest";
import { fitOddsCurve, identityCurve, oddsWithoutEach, type LeftOutOdds } from "../../src/inference/oddsCurve.ts";
import { log1pExp } from "../../src/numeric/logarithms.ts";
import { sigmoid } from "../../src/numeric/sigmoid.ts";
import { stream } from "../../src/random/stream.ts";

/** Rows whose true log odds are a third of what is claimed, less a half. */
function overconfident(rows: number): LeftOutOdds {
  const random = stream(5);
  const logOdds = Float64Array.from({ length: rows }, () => 12 * random.uniform() - 6);
  const targets = logOdds.map((z) => (random.uniform() < sigmoid(z / 3 - 0.5) ? 1 : 0));
  return { logOdds, targets, weights: new Float64Array(rows).fill(1) };
}

function objective({ logOdds, targets, weights }: LeftOutOdds, slope: number, offset: number): number {
  let value = 0.5 * (slope - 1) ** 2 + 0.5 * offset ** 2;
  logOdds.forEach((z, i) => (value += weights[i] * (log1pExp(slope * z + offset) - targets[i] * (slope * z + offset))));
  return value;
}

describe("the curve", () => {
  test("lies where the objective is lowest", () => {
    const rows = overconfident(200);
    const { slope, offset } = fitOddsCurve(rows);
    const least = objective(rows, slope, offset);
    for (const [a, b] of [
      [1e-3, 0],
      [-1e-3, 0],
      [0, 1e-3],
      [0, -1e-3],
    ]) {
      expect(objective(rows, slope + a, offset + b)).toBeGreaterThan(least);
    }
    const step = 1e-5;
    const slopeOf = (a: number, b: number): number =>
      (objective(rows, slope + a, offset + b) - objective(rows, slope - a, offset - b)) / (2 * step);
    expect(Math.abs(slopeOf(step, 0))).toBeLessThan(1e-6);
    expect(Math.abs(slopeOf(0, step))).toBeLessThan(1e-6);
  });

  test("finds how far claims are exaggerated", () => {
    const { slope, offset, covariance } = fitOddsCurve(overconfident(4000));
    expect(Math.abs(slope - 1 / 3)).toBeLessThan(4 * Math.sqrt(covariance[0][0]));
    expect(Math.abs(offset + 0.5)).toBeLessThan(4 * Math.sqrt(covariance[1][1]));
    expect(Math.sqrt(covariance[0][0])).toBeLessThan(0.03);
  });

  test("without rows that count is the identity", () => {
    const { logOdds, targets } = overconfident(10);
    const { slope, offset } = fitOddsCurve({ logOdds, targets, weights: new Float64Array(10) });
    expect([slope, offset]).toEqual([identityCurve.slope, identityCurve.offset]);
  });

  test("counts a row of weight two as two rows", () => {
    const { logOdds, targets } = overconfident(30);
    const weights = Float64Array.from({ length: 30 }, (_, i) => 1 + (i % 2));
    const copies = Array.from({ length: 30 }, (_, i) => Array.from({ length: weights[i] }, () => i)).flat();
    const weighted = fitOddsCurve({ logOdds, targets, weights });
    const repeated = fitOddsCurve({
      logOdds: Float64Array.from(copies, (i) => logOdds[i]),
      targets: copies.map((i) => targets[i]),
      weights: new Float64Array(copies.length).fill(1),
    });
    expect(weighted.slope).toBeCloseTo(repeated.slope, 10);
    expect(weighted.offset).toBeCloseTo(repeated.offset, 10);
  });

  test("never turns the order round, however wrong the claims are", () => {
    const { logOdds, targets, weights } = overconfident(200);
    const curve = fitOddsCurve({ logOdds: logOdds.map((z) => -z), targets, weights });
    expect(curve.slope).toBe(0);
    expect(curve.covariance[0]).toEqual([0, 0]);
    const share = Array.from(targets).reduce((sum, y) => sum + y, 0) / 200;
    expect(sigmoid(curve.offset)).toBeCloseTo(share, 1);
  });

  test("survives claims without bound on the wrong side", () => {
    const { logOdds, targets, weights } = overconfident(50);
    logOdds[0] = targets[0] === 1 ? -1e8 : 1e8;
    const { slope, offset } = fitOddsCurve({ logOdds, targets, weights });
    expect(slope).toBeGreaterThanOrEqual(0);
    expect(slope).toBeLessThan(1e-6);
    expect(Number.isFinite(offset)).toBe(true);
  });
});

describe("log odds without each row", () => {
  test("lie half way to those of a curve fitted to the others", () => {
    const rows = overconfident(80);
    const curve = fitOddsCurve(rows);
    const logits = oddsWithoutEach(rows, curve);
    rows.logOdds.forEach((z, i) => {
      const weights = rows.weights.map((w, j) => (j === i ? 0 : w));
      const without = fitOddsCurve({ ...rows, weights });
      const half = 0.5 * ((curve.slope + without.slope) * z + curve.offset + without.offset);
      expect(Math.abs(logits[i] - half)).toBeLessThan(0.01);
    });
  });

  test("leave out sets whole", () => {
    const rows = overconfident(60);
    const curve = fitOddsCurve(rows);
    const sets = [Int32Array.of(0, 1, 2), Int32Array.from({ length: 57 }, (_, i) => i + 3)];
    const logits = oddsWithoutEach(rows, curve, sets);
    const without = fitOddsCurve({ ...rows, weights: rows.weights.map((w, i) => (i < 3 ? 0 : w)) });
    for (const i of sets[0]) {
      const half = 0.5 * ((curve.slope + without.slope) * rows.logOdds[i] + curve.offset + without.offset);
      expect(Math.abs(logits[i] - half)).toBeLessThan(0.05);
    }
  });
});
