import { expect, test } from "vitest";
import {
  conformalThreshold,
  scoreQuantile,
  type ConformalOptions,
} from "../../../src/compare/sets/conformalThreshold.ts";
import {
  crossConformalGuarantee,
  crossConformalSets,
  isInJackknifePlusSet,
} from "../../../src/compare/sets/crossConformalSets.ts";
import { leaveOneOutRows } from "../../../src/compare/leaveOneOutRows.ts";
import { predictionSets, plausibleClasses } from "../../../src/compare/sets/predictionSets.ts";
import { rowUniforms, setScores } from "../../../src/compare/sets/setScores.ts";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { column, fromRows, row } from "../../../src/matrix/row.ts";
import { stream, type Stream } from "../../../src/random/stream.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { thrown } from "../../thrown.ts";

/** Rows of three classes, and the probabilities of a model that is too sure of them. */
function overconfident(source: Stream, rows: number): { readonly P: Matrix; readonly truth: Int32Array } {
  const P = matrix(rows, 3);
  const truth = new Int32Array(rows);
  for (let i = 0; i < rows; i++) {
    const weights = [source.uniform(), source.uniform(), source.uniform()];
    const total = weights[0] + weights[1] + weights[2];
    let left = source.uniform() * total;
    while (truth[i] < 2 && (left -= weights[truth[i]]) > 0) truth[i]++;
    const sharp = weights.map((weight) => weight ** 3);
    const sum = sharp[0] + sharp[1] + sharp[2];
    sharp.forEach((weight, c) => (P.data[3 * i + c] = weight / sum));
  }
  return { P, truth };
}

test("the adaptive score adds up the probabilities of the classes before, and a part of the class's own", () => {
  const P = fromRows([
    [0.2, 0.5, 0.3],
    [0.4, 0.2, 0.4],
  ]);
  expectClose(setScores(P, "adaptive", [0.5, 0.25]).data, [0.9, 0.25, 0.65, 0.1, 0.85, 0.5], 1e-15);
  expectClose(setScores(P, "adaptive").data, [1, 0.5, 0.8, 0.4, 1, 0.8], 1e-15);
  expectClose(setScores(P, "least-ambiguous").data, [0.8, 0.5, 0.7, 0.6, 0.8, 0.6], 1e-15);
});

test("the threshold is the score of rank (m + 1) level, and infinite where there are too few rows", () => {
  const scores = [5, 1, 4, 9, 2, 8, 3, 7, 6];
  expect(scoreQuantile(scores, 0.5)).toBe(5);
  expect(scoreQuantile(scores, 0.51)).toBe(6);
  expect(scoreQuantile(scores, 0.9)).toBe(9);
  expect(scoreQuantile(scores, 0.91)).toBe(Infinity);
  expect(scoreQuantile([], 0.5)).toBe(Infinity);
  // 0.55 · 100 rounds to more than 55.
  expect(
    scoreQuantile(
      Array.from({ length: 99 }, (_, i) => i + 1),
      0.55,
    ),
  ).toBe(55);
});

test("a calibration row of weight w counts as w rows", () => {
  const scores = [0.3, 0.1, 0.7, 0.2];
  const weights = [2, 3, 1, 0];
  const repeated = [0.3, 0.3, 0.1, 0.1, 0.1, 0.7];
  for (const level of [0.3, 0.5, 0.6, 0.8, 0.9]) {
    expect(scoreQuantile(scores, level, weights)).toBe(scoreQuantile(repeated, level));
  }
});

test("sets contain the true class as often as promised, whatever the model", () => {
  // (59 + 1) · 0.9 = 54: coverage is 0.9 exactly without ties. Four standard errors of 1200 rows are 0.035.
  const repeats = 1200;
  const coverage = (options: ConformalOptions): number => {
    const source = stream(4);
    let covered = 0;
    for (let seed = 0; seed < repeats; seed++) {
      const { P, truth } = overconfident(source, 60);
      const calibration = matrix(59, 3, P.data.slice(0, 177));
      const threshold = conformalThreshold(calibration, truth.subarray(0, 59), { level: 0.9, seed, ...options });
      const [set] = predictionSets(matrix(1, 3, P.data.slice(177)), threshold, { nonEmpty: false });
      if (set.includes(truth[59])) covered++;
    }
    return covered / repeats;
  };
  for (const score of ["adaptive", "least-ambiguous"] as const) {
    expect(Math.abs(coverage({ score }) - 0.9)).toBeLessThan(0.035);
  }
  expect(coverage({ randomize: false })).toBeGreaterThan(0.865);
});

test("thresholds of single classes come from the rows of the class alone", () => {
  const { P, truth } = overconfident(stream(5), 200);
  const options = { level: 0.8, score: "least-ambiguous", perClass: true } as const;
  const { thresholds } = conformalThreshold(P, truth, options);
  for (const c of [0, 1, 2]) {
    const own = Array.from(truth.keys()).filter((i) => truth[i] === c);
    expect(thresholds[c]).toBe(
      scoreQuantile(
        own.map((i) => 1 - P.data[3 * i + c]),
        0.8,
      ),
    );
  }
  expect(new Set(thresholds).size).toBe(3);
  // A class without rows belongs to every set.
  const two = conformalThreshold(
    P,
    truth.map((c) => Math.min(c, 1)),
    options,
  );
  expect(two.thresholds[2]).toBe(Infinity);
  for (const set of predictionSets(P, two)) expect(set).toContain(2);
});

test("rows get the same sets whether they come at once or in pieces", () => {
  const { P, truth } = overconfident(stream(6), 300);
  const threshold = conformalThreshold(P, truth, { level: 0.6, seed: 9 });
  const whole = predictionSets(P, threshold);
  const pieces = [0, 63, 64, 65, 200].flatMap((first, at, starts) => {
    const end = starts[at + 1] ?? 300;
    const part = matrix(end - first, 3, P.data.slice(3 * first, 3 * end));
    return predictionSets(part, threshold, { firstRow: first });
  });
  expect(pieces).toEqual(whole);
  // And the drawn numbers matter at all.
  expect(predictionSets(P, { ...threshold, seed: 10 })).not.toEqual(whole);
});

test("calibration rows and predicted rows of the same place draw different numbers", () => {
  const calibration = rowUniforms("calibration", 1, 200);
  const prediction = rowUniforms("prediction", 1, 200);
  for (const [i, u] of calibration.entries()) expect(u).not.toBe(prediction[i]);
  expect(rowUniforms("prediction", 1, 100, 100)).toEqual(prediction.slice(100));
  expect(() => rowUniforms("prediction", 1, 1, -1)).toThrow(RangeError);
});

test("an empty set gets the most probable class unless empty sets are wanted", () => {
  const P = fromRows([[0.3, 0.4, 0.3]]);
  const threshold = {
    level: 0.5,
    score: "least-ambiguous",
    randomize: false,
    seed: 1,
    thresholds: new Float64Array(3).fill(0.5),
  } as const;
  expect(predictionSets(P, threshold)).toEqual([Int32Array.of(1)]);
  expect(predictionSets(P, threshold, { nonEmpty: false })).toEqual([new Int32Array(0)]);
});

test("sets grow with the level", () => {
  const { P, truth } = overconfident(stream(7), 100);
  const sizes = [0.5, 0.7, 0.9, 0.99].map((level) =>
    predictionSets(P, conformalThreshold(P, truth, { level })).reduce((sum, set) => sum + set.length, 0),
  );
  expect(sizes.toSorted((a, b) => a - b)).toEqual(sizes);
  expect(sizes[0]).toBeLessThan(sizes[2]);
  expect(sizes[3]).toBeGreaterThan(sizes[2]);
});

test("cross-conformal sets with a fold for each row are those of the jackknife+", () => {
  const source = stream(8);
  const n = 12;
  const rowScores = Float64Array.from({ length: n }, () => source.uniform());
  const left = Array.from({ length: n }, () =>
    matrix(
      5,
      2,
      Float64Array.from({ length: 10 }, () => source.uniform()),
    ),
  );
  for (const level of [0.3, 0.5, 0.8]) {
    const sets = crossConformalSets(
      rowScores,
      rowScores.map((_, i) => i),
      left,
      level,
    );
    sets.forEach((set, i) => {
      for (const c of [0, 1]) {
        const ofRow = left.map((scores) => row(scores, i)[c]);
        expect(set.includes(c)).toBe(isInJackknifePlusSet(rowScores, ofRow, level));
      }
    });
  }
  expect(crossConformalGuarantee(0.9, n, n)).toBeCloseTo(0.8, 14);
});

test("rows of a fold are compared with the scores of its one model", () => {
  const rowScores = [0.1, 0.6, 0.4, 0.5];
  const folds = [0, 1, 0, 1];
  const left = [fromRows([[0.3, 0.7]]), fromRows([[0.55, 0.2]])];
  // Class 0: 0.1 < 0.3, 0.5 < 0.55; class 1: 0.1 < 0.7, 0.4 < 0.7. Both two of four.
  expect(crossConformalSets(rowScores, folds, left, 0.5)).toEqual([Int32Array.of(0, 1)]);
  expect(crossConformalSets(rowScores, folds, left, 0.4)).toEqual([new Int32Array(0)]);
  expect(() => crossConformalSets(rowScores, [0, 1, 2, 1], left, 0.5)).toThrow(
    "Row 2 is of fold 2; there are 2 models",
  );
  expect(crossConformalGuarantee(0.9, 100, 5)).toBeCloseTo(0.8 - Math.min((2 * 0.8) / 21, 0.95 / 6), 14);
  expect(() => crossConformalGuarantee(0.9, 10, 1)).toThrow(RangeError);
});

test("leave-one-out rows are those that have a score, with their places in the table", () => {
  const logProbabilities = fromRows(
    [
      [0.2, 0.8],
      [1, 1],
      [0.9, 0.1],
    ].map((probabilities) => probabilities.map(Math.log)),
  );
  const unseen = leaveOneOutRows({
    leaveOneOut: { method: "exact", logProbabilities, omitted: [1] },
    training: { rows: [3, 5, 8], classes: [1, 0, 0], weights: [1, 1, 2] },
  });
  expect(unseen.rows).toEqual(Int32Array.of(3, 8));
  expect(unseen.classes).toEqual(Int32Array.of(1, 0));
  expect(unseen.weights).toEqual(Float64Array.of(1, 2));
  expectClose(column(unseen.probabilities, 0), [0.2, 0.9], 1e-15);
  const none = { leaveOneOut: undefined, training: { rows: [0], classes: [0], weights: undefined } };
  expect(thrown(() => leaveOneOutRows(none)).code).toBe("no-leave-one-out");
});

test("levels, scores and shapes that make no sense are refused", () => {
  const P = fromRows([[0.5, 0.5]]);
  expect(thrown(() => conformalThreshold(P, [0], { level: 1 })).code).toBe("invalid-level");
  expect(thrown(() => conformalThreshold(P, [2])).code).toBe("invalid-class");
  expect(thrown(() => scoreQuantile([Number.NaN], 0.5)).code).toBe("not-finite");
  const threshold = conformalThreshold(P, [0]);
  expect(() => predictionSets(fromRows([[0.2, 0.3, 0.5]]), threshold)).toThrow("number of classes must be 2; got 3");
  expect(() => setScores(P, "adaptive", [0.1, 0.2])).toThrow(RangeError);
});

const scores = fromRows([
  [0.5, 0.2, 0.9],
  [0.6, 0.7, 0.8],
]);
const thresholds = Float64Array.of(0.5, 0.4, 1);

test("a class belongs to a set whose score does not exceed its own threshold", () => {
  expect(plausibleClasses(scores, thresholds)).toEqual([Int32Array.of(0, 1, 2), Int32Array.of(2)]);
});

test("only a row without any plausible class gets the one it is given", () => {
  const low = new Float64Array(3).fill(0.5);
  expect(plausibleClasses(scores, low, [2, 1])).toEqual([Int32Array.of(0, 1), Int32Array.of(1)]);
  expect(plausibleClasses(scores, low)).toEqual([Int32Array.of(0, 1), new Int32Array(0)]);
});
