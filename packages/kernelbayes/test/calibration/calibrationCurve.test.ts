import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import golden from "../fixtures/golden/comparison/calibration.json" with { type: "json" };
import {
  applyCurve,
  calibrationSpread,
  curveTargets,
  fitCalibrationCurve,
  fitCurveToTargets,
  type CalibrationCurve,
} from "../../src/calibration/calibrationCurve.ts";
import { spreadAt } from "../../src/calibration/curveSpread.ts";
import { normal, stream } from "../../src/random/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";
import { plattCurve } from "../evaluate/scores.ts";

fc.configureGlobal({ seed: 20 });

interface CurveCase {
  readonly name: string;
  readonly input: { readonly output: number[]; readonly y: number[]; readonly weights: number[] };
  readonly expected: { slope: number; offset: number; covariance: number[][]; objective: number };
}
const curveCases = golden.cases.filter(({ name }) => name.startsWith("curve")) as CurveCase[];

/** The weighted cross-entropy of a curve, straight from its definition. */
function crossEntropy(
  { slope, offset }: { slope: number; offset: number },
  outputs: readonly number[],
  signs: readonly number[],
  weights: readonly number[],
): number {
  const { positive, negative } = curveTargets(signs, weights);
  return outputs.reduce((sum, output, row) => {
    const target = signs[row] === 1 ? positive : negative;
    const p = 1 / (1 + Math.exp(-(slope * output + offset)));
    return sum - weights[row] * (target * Math.log(p) + (1 - target) * Math.log(1 - p));
  }, 0);
}

/** Outputs that follow a logistic curve, with weights. */
const problem = fc
  .record({
    seed: fc.nat(),
    rows: fc.integer({ min: 4, max: 60 }),
    slope: fc.double({ min: 0.5, max: 3, noNaN: true }),
  })
  .map(({ seed, rows, slope }) => {
    const random = stream(seed);
    const outputs = Array.from({ length: rows }, () => normal(random));
    const signs = outputs.map((output) => (random.uniform() < 1 / (1 + Math.exp(-slope * output)) ? 1 : -1));
    signs[0] = 1;
    signs[1] = -1;
    return { outputs, signs, weights: outputs.map(() => 1 + random.integer(3)) };
  });

describe("fitCalibrationCurve", () => {
  test.each(curveCases)("reaches the optimum of $name", ({ input, expected }) => {
    const curve = fitCalibrationCurve(input.output, input.y, input.weights);
    expectClose([curve.slope, curve.offset], [expected.slope, expected.offset], 1e-6);
    expectClose(curve.covariance.flat(), expected.covariance.flat(), 1e-6);
    expectClose([curve.objective], [expected.objective], 1e-12 * expected.objective);
    expect(curve.warnings).toEqual([]);
  });

  test("equals logistic regression on the smoothed targets", () => {
    const curve = fitCalibrationCurve(plattCurve.outputs, plattCurve.signs);
    expectClose([curve.slope, curve.offset], [plattCurve.slope, plattCurve.offset], 1e-9);
  });

  test("has a vanishing gradient, and its covariance is the inverse of the curvature", () => {
    fc.assert(
      fc.property(problem, ({ outputs, signs, weights }) => {
        const curve = fitCalibrationCurve(outputs, signs, weights);
        if (curve.slope === 0) return;
        const { positive, negative } = curveTargets(signs, weights);
        const p = applyCurve(curve, outputs);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        let [g1, g2, h11, h12, h22] = [0, 0, 0, 0, 0];
        outputs.forEach((f, row) => {
          const d = weights[row] * (p[row] - (signs[row] === 1 ? positive : negative));
          const q = weights[row] * p[row] * (1 - p[row]);
          [g1, g2, h11, h12, h22] = [g1 + d * f, g2 + d, h11 + q * f * f, h12 + q * f, h22 + q];
        });
        expectClose([g1, g2], [0, 0], 1e-10 * total);
        const [[c11, c12], [c21, c22]] = curve.covariance;
        expectClose(
          [h11 * c11 + h12 * c21, h11 * c12 + h12 * c22, h12 * c11 + h22 * c21, h12 * c12 + h22 * c22],
          [1, 0, 0, 1],
          1e-7,
        );
        expect(curve.objective).toBeCloseTo(crossEntropy(curve, outputs, signs, weights), 9);
      }),
    );
  });

  test("no other curve of nonnegative slope has a lower objective", () => {
    fc.assert(
      fc.property(
        problem,
        fc.double({ min: 0, max: 5, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        ({ outputs, signs, weights }, slope, offset) => {
          const { objective } = fitCalibrationCurve(outputs, signs, weights);
          expect(objective).toBeLessThanOrEqual(crossEntropy({ slope, offset }, outputs, signs, weights) + 1e-9);
        },
      ),
    );
  });

  test("a weighted row counts as that many rows", () => {
    fc.assert(
      fc.property(problem, ({ outputs, signs, weights }) => {
        const rows = outputs.flatMap((_, row) => new Array<number>(weights[row]).fill(row));
        const weighted = fitCalibrationCurve(outputs, signs, weights);
        const many = fitCalibrationCurve(
          rows.map((row) => outputs[row]),
          rows.map((row) => signs[row]),
        );
        expectClose([weighted.slope, weighted.offset], [many.slope, many.offset], 1e-7);
      }),
    );
  });

  test("the probabilities do not depend on the unit and origin of the outputs", () => {
    const [{ input }] = curveCases;
    const expected = applyCurve(fitCalibrationCurve(input.output, input.y), input.output);
    for (const [unit, origin] of [
      [1e-6, 0],
      [1e6, 0],
      [1, 1e4],
      [1e-4, -300],
    ]) {
      const outputs = input.output.map((output) => unit * output + origin);
      expectClose(applyCurve(fitCalibrationCurve(outputs, input.y), outputs), expected, 1e-6);
    }
  });

  test("outputs that separate the classes give a finite slope", () => {
    const outputs = Array.from({ length: 40 }, (_, row) => (row - 19.5) / 10);
    const curve = fitCalibrationCurve(
      outputs,
      outputs.map((output) => Math.sign(output)),
    );
    expect(curve.slope).toBeGreaterThan(1);
    expect(curve.slope).toBeLessThan(1e3);
    expect(curve.warnings).toEqual([]);
  });

  test("one far outlier among the outputs does not keep the curve from its optimum", () => {
    const outputs = [-2, -1, -0.5, 0.2, 0.4, 1, 1.5, 1e6];
    const signs = [-1, -1, 1, -1, 1, 1, -1, 1];
    const curve = fitCalibrationCurve(outputs, signs);
    expect(curve.warnings).toEqual([]);
    const { positive, negative } = curveTargets(signs);
    const gradient = applyCurve(curve, outputs).reduce(
      (sum, p, row) => sum + p - (signs[row] === 1 ? positive : negative),
      0,
    );
    expect(Math.abs(gradient)).toBeLessThan(1e-10);
  });

  test("equal outputs give the mean target to every row, and say so", () => {
    const signs = [1, 1, 1, -1];
    const curve = fitCalibrationCurve([0.3, 0.3, 0.3, 0.3], signs);
    expect(curve.slope).toBe(0);
    expect(applyCurve(curve, [0.3, 99])[1]).toBeCloseTo((3 * (4 / 5) + 1 / 3) / 4, 14);
    expect(curve.warnings.map(({ code }) => code)).toEqual(["constant-outputs"]);
    expect(curve.covariance[0]).toEqual([0, 0]);
    const rounding = fitCalibrationCurve([0.3, 0.1 + 0.2, 0.3, 0.3], signs);
    expect(rounding.warnings.map(({ code }) => code)).toEqual(["constant-outputs"]);
  });

  test("outputs in the wrong direction give slope 0 and the mean target, and say so", () => {
    const outputs = [-2, -1, 1, 2, 3];
    const signs = [1, 1, -1, -1, -1];
    const curve = fitCalibrationCurve(outputs, signs);
    const base = (2 * (3 / 4) + 3 / 5) / 5;
    expect(curve).toMatchObject({ slope: 0, offset: expect.closeTo(Math.log(base / (1 - base)), 13) });
    expect(curve.warnings.map(({ code }) => code)).toEqual(["outputs-without-information"]);
    expect(curve.covariance).toEqual([
      [0, 0],
      [0, expect.closeTo(1 / (5 * base * (1 - base)), 12)],
    ]);
    expect(curve.objective).toBeCloseTo(crossEntropy(curve, outputs, signs, [1, 1, 1, 1, 1]), 12);
  });

  test("a nearly constant model, whose leave-one-out outputs separate 170 rows in the wrong direction, gets the base rate", () => {
    // Least squares with a free offset, a kernel that is almost 1 everywhere and a huge ridge μ. To first order in 1/μ the
    // output for the row left out is the mean of the other labels, plus their kernel-weighted deviations over μ.
    const rows = 170;
    const random = stream(170);
    const x = Array.from({ length: rows }, () => normal(random));
    const signs = x.map((value, row) => (row % 5 < 3 ? Math.sign(value) : row % 2 === 0 ? 1 : -1));
    const mu = 1e6;
    const outputs = x.map((here, left) => {
      const others = x.map((_, row) => row).filter((row) => row !== left);
      const mean = others.reduce((sum, row) => sum + signs[row], 0) / others.length;
      return others.reduce((sum, row) => {
        const kernel = Math.exp(-1e-6 * (here - x[row]) ** 2);
        return sum + (kernel * (signs[row] - mean)) / mu;
      }, mean);
    });
    const of = (sign: number): number[] => outputs.filter((_, row) => signs[row] === sign);
    expect(Math.max(...of(1))).toBeLessThan(Math.min(...of(-1)));

    const curve = fitCalibrationCurve(outputs, signs);
    expect(curve.slope).toBe(0);
    const baseRate = of(1).length / rows;
    for (const p of applyCurve(curve, outputs)) expect(Math.abs(p - baseRate)).toBeLessThan(1 / rows);
  });

  test.each([
    { outputs: [1, 2], signs: [1, 1], code: "one-class" },
    { outputs: [1, 2], signs: [-1, -1], code: "one-class" },
    { outputs: [1, 2], signs: [1, 0], code: "invalid-sign" },
    { outputs: [1, NaN], signs: [1, -1], code: "not-finite" },
    { outputs: [1e308, -1e308], signs: [1, -1], code: "not-finite" },
    { outputs: [1], signs: [1, -1], code: "rows-differ" },
  ])("refuses outputs $outputs with signs $signs ($code)", ({ outputs, signs, code }) => {
    expect(() => fitCalibrationCurve(outputs, signs)).toThrow(expect.objectContaining({ code }));
  });

  test("a class of weight 0 is no class", () => {
    expect(() => fitCalibrationCurve([1, 2], [1, -1], [1, 0])).toThrow(expect.objectContaining({ code: "one-class" }));
  });
});

describe("fitCurveToTargets", () => {
  const [{ input }] = curveCases;
  const { positive, negative } = curveTargets(input.y);
  const targets = input.y.map((sign) => (sign === 1 ? positive : negative));

  test("a row left out by weight 0 is not there, while the targets stay those of all rows", () => {
    const weights = input.y.map((_, row) => (row === 3 ? 0 : 1));
    const without = (list: number[]): number[] => list.filter((_, row) => row !== 3);
    const byWeight = fitCurveToTargets(input.output, targets, weights);
    const byAbsence = fitCurveToTargets(without(input.output), without(targets));
    expectClose([byWeight.slope, byWeight.offset], [byAbsence.slope, byAbsence.offset], 1e-10);
  });

  test("a start close by, or far away, leads to the same curve", () => {
    const expected = fitCurveToTargets(input.output, targets);
    for (const start of [expected, { slope: 1, offset: 0 }, { slope: 30, offset: -50 }, { slope: -4, offset: 9 }]) {
      const curve: CalibrationCurve = fitCurveToTargets(input.output, targets, undefined, start);
      expectClose([curve.slope, curve.offset], [expected.slope, expected.offset], 1e-9);
      expect(curve.warnings).toEqual([]);
    }
  });

  test("a slope that would be negative is 0 whatever the start", () => {
    const wrong = input.output.map((output) => -output);
    expect(fitCurveToTargets(wrong, targets, undefined, { slope: 2, offset: 0 }).slope).toBe(0);
  });
});

describe("calibrationSpread", () => {
  const random = stream(5);
  const outputs = Array.from({ length: 4000 }, () => normal(random));
  const signs = outputs.map((output) => (random.uniform() < 1 / (1 + Math.exp(-2 * output)) ? 1 : -1));
  const weights = outputs.map(() => 1);

  test("of many rows is that of the covariance, on both sides", () => {
    const curve = fitCalibrationCurve(outputs, signs, weights);
    const spread = calibrationSpread(outputs, signs, weights, curve);
    for (const output of [-1, 0, 1.5]) {
      const [[ofSlope, both], [, ofOffset]] = curve.covariance;
      const deviation = Math.sqrt(ofSlope * output ** 2 + 2 * both * output + ofOffset);
      const { below, above } = spreadAt(spread!, output);
      for (const side of [below, above]) expect(Math.abs(side / deviation - 1)).toBeLessThan(0.15);
    }
  });

  test("moves with the unit and the origin of the outputs, and is none of outputs that do not differ", () => {
    const few = outputs.slice(0, 40);
    const own = signs.slice(0, 40);
    const moved = few.map((output) => 3 * output - 7);
    const spreadOf = (values: number[]) =>
      calibrationSpread(values, own, weights.slice(0, 40), fitCalibrationCurve(values, own));
    const [a, b] = [spreadAt(spreadOf(few)!, 0.4), spreadAt(spreadOf(moved)!, 3 * 0.4 - 7)];
    expectClose([b.below, b.above], [a.below, a.above], 1e-6);
    expect(spreadOf(few.map(() => 2))).toBeUndefined();
  });
});
