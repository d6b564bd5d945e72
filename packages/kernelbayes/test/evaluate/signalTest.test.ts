import { describe, expect, test } from "vitest";
import { pairedT } from "../../src/compare/tests/pairedT.ts";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { signalTest } from "../../src/evaluate/signalTest.ts";
import { normal, stream } from "../../src/random/index.ts";

/** Class numbers with the given number of rows each. */
function classesOf(...sizes: readonly number[]): number[] {
  return sizes.flatMap((size, q) => Array.from({ length: size }, () => q));
}

function logs(probabilities: readonly (readonly number[])[]): Matrix {
  return matrix(probabilities.length, probabilities[0].length, Float64Array.from(probabilities.flat(), Math.log));
}

/** Two-class probabilities of rows, with log odds that depend on the class by `slope` and are noise otherwise. */
function noisy(truth: readonly number[], slope: number, ...seed: readonly number[]): Matrix {
  const random = stream(3, ...seed);
  return logs(
    truth.map((q) => {
      const p = 1 / (1 + Math.exp(-slope * (2 * q - 1) - normal(random)));
      return [1 - p, p];
    }),
  );
}

describe("predictions without signal", () => {
  test.each([[[30, 30]], [[5, 55]], [[10, 25, 5]]])(
    "the class frequencies of the other rows have a gain of −(C − 1)/(n − 1), for class sizes %j",
    (sizes) => {
      const truth = classesOf(...sizes);
      const n = truth.length;
      const left = truth.map((own) => sizes.map((size, q) => (size - (q === own ? 1 : 0)) / (n - 1)));
      const { gain, frequencyGain, hasSignal } = signalTest(logs(left), truth)!;
      expect(gain).toBeCloseTo(-(sizes.length - 1) / (n - 1), 12);
      expect(frequencyGain).toBeCloseTo(gain, 12);
      expect(hasSignal).toBe(false);
    },
  );

  test("have a gain of 0 on average over all assignments of the labels, however confident they are", () => {
    const predictions = logs([0.999, 0.2, 0.5, 1e-9, 0.7, 0.9].map((p) => [1 - p, p]));
    let [sum, count] = [0, 0];
    for (let bits = 0; bits < 64; bits++) {
      const truth = Array.from({ length: 6 }, (_, row) => (bits >> row) & 1);
      if (truth.filter((q) => q === 1).length !== 2) continue;
      sum += signalTest(predictions, truth)!.gain;
      count++;
    }
    expect(count).toBe(15);
    expect(sum).toBeCloseTo(0, 12);
  });

  test("are called signal in about one table of forty", () => {
    const truth = classesOf(30, 30);
    const alarms = Array.from({ length: 1000 }, (_, at) => signalTest(noisy(truth, 0, at), truth)!.hasSignal);
    // 25 expected; outside these ends with a probability of 0.0003 if the seed were drawn anew.
    const count = alarms.filter(Boolean).length;
    expect(count).toBeGreaterThan(9);
    expect(count).toBeLessThan(45);
  });

  test("are no signal where they differ from the frequencies of all rows by rounding alone", () => {
    const truth = classesOf(20, 20);
    const { p, hasSignal } = signalTest(
      logs(truth.map((q) => (q === 0 ? [0.5 + 1e-12, 0.5] : [0.5, 0.5 + 1e-12]))),
      truth,
    )!;
    expect(p).toBe(0.5);
    expect(hasSignal).toBe(false);
  });

  test("of one row, or of one group, cannot be tested", () => {
    expect(signalTest(logs([[0.3, 0.7]]), [1])).toBeUndefined();
    expect(
      signalTest(
        logs([
          [0.3, 0.7],
          [0.6, 0.4],
        ]),
        [1, 0],
        { groups: [4, 4] },
      ),
    ).toBeUndefined();
  });
});

describe("the test", () => {
  test("is a one-sided paired t test of the probability of the true class relative to its frequency", () => {
    const truth = classesOf(10, 25);
    const predictions = noisy(truth, 0.3, 1);
    const ratios = truth.map((q, row) => Math.exp(predictions.data[2 * row + q]) / [10 / 35, 25 / 35][q] - 1);
    const { mean, standardError, statistic, p } = pairedT(ratios);
    const result = signalTest(predictions, truth)!;
    expect(result.gain).toBeCloseTo(mean, 12);
    expect(result.standardError).toBeCloseTo(standardError, 12);
    expect(result.p).toBeCloseTo(statistic > 0 ? p / 2 : 1 - p / 2, 12);
  });

  test("finds signal in predictions that are right more often than not, in spite of confident mistakes", () => {
    const truth = classesOf(20, 20);
    // 32 of 40 rows right, and all of them claimed with near certainty: the log loss is far worse than that of guessing.
    const bold = truth.map((q, row) => ((row % 5 === 0 ? 1 - q : q) === 1 ? [1e-9, 1 - 1e-9] : [1 - 1e-9, 1e-9]));
    expect(signalTest(logs(bold), truth)).toMatchObject({ hasSignal: true });
  });

  test("counts a row of weight 2 as two rows", () => {
    const truth = classesOf(8, 12);
    const predictions = noisy(truth, 0.5, 2);
    const twice = (row: number): number => (row % 3 === 0 ? 2 : 1);
    const places = truth.flatMap((_, row) => Array.from({ length: twice(row) }, () => row));
    const repeated = matrix(
      places.length,
      2,
      Float64Array.from(places.flatMap((row) => [...predictions.data.subarray(2 * row, 2 * row + 2)])),
    );
    const weighted = signalTest(predictions, truth, { weights: truth.map((_, row) => twice(row)) })!;
    const copied = signalTest(
      repeated,
      places.map((row) => truth[row]),
    )!;
    for (const figure of ["gain", "standardError", "frequencyGain", "p"] as const) {
      expect(weighted[figure]).toBeCloseTo(copied[figure], 12);
    }
  });

  test("does not see rows of weight 0, nor a class that has no other rows", () => {
    const truth = classesOf(8, 12);
    const seen = noisy(truth, 0.5, 5);
    const three = logs(
      [...truth.map((_, row) => [...seen.data.subarray(2 * row, 2 * row + 2)].map(Math.exp)), [0.5, 0.5]].map((p) => [
        ...p,
        0,
      ]),
    );
    const weights = [...truth.map(() => 1), 0];
    const rows = Array.from({ length: 21 }, (_, row) => row);
    for (const groups of [undefined, rows]) {
      const padded = signalTest(three, [...truth, 2], { weights, groups })!;
      const plain = signalTest(seen, truth, { groups: groups?.slice(0, 20) })!;
      for (const figure of ["gain", "standardError", "frequencyGain", "p"] as const) {
        expect(padded[figure]).toBeCloseTo(plain[figure], 12);
      }
    }
  });

  test("refuses groups that are not one to a row", () => {
    expect(() =>
      signalTest(
        logs([
          [0.3, 0.7],
          [0.6, 0.4],
        ]),
        [1, 0],
        { groups: [1] },
      ),
    ).toThrow("2 rows but 1 groups");
  });

  test("takes copies of a row in one group for one row", () => {
    const truth = classesOf(8, 12);
    const predictions = noisy(truth, 0.5, 4);
    const copies = matrix(40, 2, Float64Array.of(...predictions.data, ...predictions.data));
    const rows = Array.from(truth.keys());
    const single = signalTest(predictions, truth)!;
    const grouped = signalTest(copies, [...truth, ...truth], { groups: [...rows, ...rows] })!;
    for (const figure of ["gain", "standardError", "frequencyGain", "p"] as const) {
      expect(grouped[figure]).toBeCloseTo(single[figure], 12);
    }
  });
});
