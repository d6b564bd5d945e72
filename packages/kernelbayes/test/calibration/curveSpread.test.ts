import { describe, expect, test } from "vitest";
import { curveSpread, gridLosses, placesOn, spreadAt, type GridAxis } from "../../src/calibration/curveSpread.ts";
import {
  fitIncreasing,
  increasingObjective,
  increasingValue,
  type IncreasingRegression,
} from "../../src/calibration/fitIncreasing.ts";
import {
  calibratedDeviations,
  curveVariance,
  fitOddsCurve,
  type LeftOutOdds,
} from "../../src/calibration/oddsCurve.ts";
import { sigmoid } from "../../src/numeric/sigmoid.ts";
import { normal, stream } from "../../src/random/index.ts";

function rowsOf(logOdds: Float64Array, targets: ArrayLike<number>): LeftOutOdds {
  return { logOdds, targets, weights: new Float64Array(logOdds.length).fill(1) };
}

function overlapping(rows: number): LeftOutOdds {
  const random = stream(8);
  const logOdds = Float64Array.from({ length: rows }, () => 6 * random.uniform() - 3);
  return rowsOf(
    logOdds,
    logOdds.map((z) => (random.uniform() < sigmoid(0.8 * z) ? 1 : 0)),
  );
}

/** Thirty rows a class, far on their own side. */
const apart = rowsOf(
  Float64Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? -1 : 1) * (8 + (i % 5))),
  Float64Array.from({ length: 60 }, (_, i) => i % 2),
);

const straight = {
  center: [1, 0],
  precision: [
    [1, 0],
    [0, 1],
  ],
};

/** The deviations at a place by a fine grid over slopes from 0 and offsets, whatever the optimum. */
function naive(rows: LeftOutOdds, place: number): { below: number; above: number } {
  const regression = { ...rows, functions: [rows.logOdds, rows.logOdds.map(() => 1)], prior: straight };
  const { point } = fitIncreasing(regression, [1, 0]);
  const best = point[0] * place + point[1];
  const least = increasingValue(regression, point);
  const sums = { below: [0, 0], above: [0, 0] };
  for (let slope = 0; slope < 6; slope += 0.02) {
    for (let offset = -5; offset < 5; offset += 0.05) {
      const weight = Math.exp(least - increasingValue(regression, Float64Array.of(slope, offset)));
      const distance = slope * place + offset - best;
      const side = sums[distance < 0 ? "below" : "above"];
      side[0] += weight;
      side[1] += weight * distance ** 2;
    }
  }
  return { below: Math.sqrt(sums.below[1] / sums.below[0]), above: Math.sqrt(sums.above[1] / sums.above[0]) };
}

describe("the spread of a curve", () => {
  test("is what the curvature says where many rows overlap", () => {
    const curve = fitOddsCurve(overlapping(2000));
    for (const z of [-4, -1, 0, 2, 5]) {
      const quadratic = Math.sqrt(curveVariance(curve, z));
      const { below, above } = calibratedDeviations(curve, z, 0);
      expect(below / quadratic).toBeCloseTo(1, 1);
      expect(above / quadratic).toBeCloseTo(1, 1);
    }
  });

  test("where classes are apart it reaches no slope that the labels rule out, as the curvature does", () => {
    const curve = fitOddsCurve(apart);
    const z = 10;
    const center = curve.slope * z + curve.offset;
    expect(center - 1.645 * Math.sqrt(curveVariance(curve, z))).toBeLessThan(0);
    const { below, above } = calibratedDeviations(curve, z, 0);
    expect(center - 1.645 * below).toBeGreaterThan(2);
    expect(above).toBeGreaterThan(below);
  });

  test("is that of a fine grid over slopes and offsets", () => {
    for (const rows of [apart, overlapping(40)]) {
      const curve = fitOddsCurve(rows);
      for (const z of [-12, 0, 3, 12]) {
        const expected = naive(rows, z);
        const { below, above } = calibratedDeviations(curve, z, 0);
        // The grid of the library is coarse.
        expect(Math.abs(below / expected.below - 1)).toBeLessThan(0.1);
        expect(Math.abs(above / expected.above - 1)).toBeLessThan(0.1);
      }
    }
  });

  test("of a flat curve allows for slopes above 0, and none below", () => {
    const rows = rowsOf(
      Float64Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 2 : -2)),
      Float64Array.from({ length: 40 }, (_, i) => i % 2),
    );
    const curve = fitOddsCurve(rows);
    expect(curve.slope).toBe(0);
    const [middle, far] = [0, 5].map((z) => calibratedDeviations(curve, z, 0));
    expect(far.above).toBeGreaterThan(1.2 * middle.above);
    expect(far.below).toBeLessThan(1.1 * middle.below);
  });

  test("of a bent curve is that of the straight one where rows say the same of middle and tails", () => {
    const rows = overlapping(3000);
    const [one, other] = (["straight", "bent"] as const).map((shape) => fitOddsCurve(rows, shape));
    for (const z of [-2, 0, 2]) {
      const ratio = calibratedDeviations(other, z, 0).below / calibratedDeviations(one, z, 0).below;
      expect(ratio).toBeGreaterThan(0.9);
      expect(ratio).toBeLessThan(1.6);
    }
  });

  test("follows straight lines between its places and beyond them", () => {
    const spread = {
      places: Float64Array.of(-1, 0, 2),
      below: Float64Array.of(3, 1, 2),
      above: Float64Array.of(0.5, 1, 4),
    };
    expect(spreadAt(spread, 0)).toEqual({ below: 1, above: 1 });
    expect(spreadAt(spread, 1)).toEqual({ below: 1.5, above: 2.5 });
    expect(spreadAt(spread, 4)).toEqual({ below: 3, above: 7 });
    expect(spreadAt(spread, -3)).toEqual({ below: 7, above: 0 });
  });
});

test("the loss alone is that of the objective", () => {
  const { logOdds, ...rows } = overlapping(30);
  const regression = { ...rows, functions: [logOdds, logOdds.map(() => 1)], prior: straight };
  for (const point of [
    [1, 0],
    [0.3, -2],
    [4, 1],
  ]) {
    const there = Float64Array.from(point);
    expect(increasingValue(regression, there)).toBeCloseTo(increasingObjective(regression)(there).value, 10);
  }
});

test("the spread does not depend on the unit of the functions", () => {
  const { logOdds, ...rows } = overlapping(50);
  const one = new Float64Array(50).fill(1);
  const [own, scaled] = [1, 250].map((unit) => {
    const regression = { ...rows, functions: [logOdds.map((z) => unit * z), one] };
    const minimum = fitIncreasing(regression, [1 / unit, 0]);
    return curveSpread(regression, minimum, (place) => [unit * place, 1], Float64Array.of(-3, 0, 3));
  });
  for (const side of ["below", "above"] as const) {
    own[side].forEach((deviation, at) => expect(scaled[side][at] / deviation).toBeCloseTo(1, 6));
  }
});

const gridRows = 60;

function regressionOf(scale: number, targets: ArrayLike<number>, weights: Float64Array): IncreasingRegression {
  const source = stream(5);
  const z = Float64Array.from({ length: gridRows }, () => scale * normal(source));
  const prior = {
    center: [1, 1, 0],
    precision: [
      [2, -1, 0],
      [-1, 1, 0],
      [0, 0, 1],
    ],
  };
  return { functions: [z, z.map((each) => each ** 3 / (1 + each ** 2)), z.map(() => 1)], targets, weights, prior };
}

const labels = Float64Array.from({ length: gridRows }, (_, row) => row % 2);
const ones = new Float64Array(gridRows).fill(1);
const axes: readonly GridAxis[] = [
  { direction: Float64Array.of(0.5, 0.1, 0), first: -1.5, step: 0.5, count: 7 },
  { direction: Float64Array.of(0, 0.4, 0.2), first: -0.8, step: 0.4, count: 5 },
  { direction: Float64Array.of(0.1, 0, 1), first: -3, step: 0.75, count: 9 },
];

describe("losses of curves on a grid are those of each curve alone", () => {
  test.each([
    ["labels", 2, labels, ones],
    ["shares between 0 and 1", 2, labels.map((label) => 0.05 + 0.9 * label), ones],
    ["weights, some of them 0", 2, labels, ones.map((_, row) => row % 4)],
    ["odds beyond the range of the exponential", 900, labels, ones],
    ["odds near the end of the range", 160, labels, ones],
  ])("%s", (_, scale, targets, weights) => {
    const regression = regressionOf(scale, targets, weights);
    const point = Float64Array.of(0.9, 0.7, 0.2);
    const losses = gridLosses(regression, point, axes);
    let at = 0;
    for (const one of placesOn(axes[0], point)) {
      for (const two of placesOn(axes[1], one)) {
        for (const three of placesOn(axes[2], two)) {
          expect(losses[at++] / increasingValue(regression, three)).toBeCloseTo(1, 12);
        }
      }
    }
    expect(at).toBe(losses.length);
  });

  test("one direction is a line", () => {
    const regression = regressionOf(1, labels, ones);
    const point = Float64Array.of(1, 1, 0);
    const losses = gridLosses(regression, point, axes.slice(0, 1));
    placesOn(axes[0], point).forEach((place, at) =>
      expect(losses[at]).toBeCloseTo(increasingValue(regression, place), 10),
    );
  });
});
