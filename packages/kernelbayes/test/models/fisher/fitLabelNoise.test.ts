import { describe, expect, test } from "vitest";
import { bayesianFisher } from "../../../src/models/fisher/bfd.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { areaUnderCurve } from "../../../src/evaluate/areaUnderCurve.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { loadPosterior } from "../../../src/fit/loadPosterior.ts";
import { oneVersusRest } from "../../../src/models/coupled/oneVersusRest.ts";
import { pairwise } from "../../../src/models/coupled/pairwise.ts";
import type { NumericPosterior } from "../../../src/posterior/numericPosterior.ts";
import { permutation, stream } from "../../../src/random/index.ts";
import { tableFromColumns } from "../../../src/table/table.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { fitTo, gaussianRows, problemOf, type Labelled } from "../problems.ts";

const noisy = bayesianFisher({ labelNoise: "estimated" });
const clean = gaussianRows({ sizes: [60, 60], columns: 3, distance: 5, widening: 0 });

/** The rows with every tenth label exchanged. */
function exchanged({ X, classes }: Labelled, every = 10): Labelled & { readonly isWrong: number[] } {
  const isWrong = classes.map((_, row) => (row % every === 4 ? 1 : 0));
  const count = Math.max(...classes) + 1;
  return { X, classes: classes.map((q, row) => (isWrong[row] ? (q + 1) % count : q)), isWrong };
}

const given = exchanged(clean);
const posterior = fitTo(noisy, problemOf(given));

/** Mean log loss of rows of the same classes under their true labels. */
function lossOf(fit: NumericPosterior): number {
  const fresh = gaussianRows({ sizes: [300, 300], columns: 3, distance: 5, widening: 0, seed: 2 });
  const { logProbabilities } = fit.probabilities(problemOf(fresh).X);
  return -fresh.classes.reduce((sum, q, row) => sum + logProbabilities.data[2 * row + q], 0) / fresh.classes.length;
}

describe("with a tenth of the labels exchanged", () => {
  test("probabilities are those of the true class, of which the default is not sure", () => {
    const plain = lossOf(fitTo(bayesianFisher(), problemOf(given)));
    expect(plain).toBeGreaterThan(0.1);
    expect(lossOf(posterior)).toBeLessThan(0.6 * plain);
  });

  test("wrong labels are found, and their rate", () => {
    const { rates, flipProbabilities } = posterior.labelNoise!;
    expect(areaUnderCurve(flipProbabilities, given.isWrong)).toBeGreaterThan(0.97);
    for (const rate of rates) expect(Math.abs(rate - 0.1)).toBeLessThan(0.05);
    const expected = flipProbabilities.reduce((sum, p) => sum + p, 0);
    expect(Math.abs(expected - 12)).toBeLessThan(4);
  });

  test("leave-one-out is that of the labels as they are given: it is as sure as they are right", () => {
    const { logProbabilities, omitted } = posterior.leaveOneOut!;
    expect(omitted).toEqual([]);
    for (let row = 0; row < given.classes.length; row++) {
      expect(Math.exp(logProbabilities.data[2 * row + given.classes[row]])).toBeGreaterThan(0.02);
      expect(Math.exp(logProbabilities.data[2 * row + given.classes[row]])).toBeLessThan(0.98);
    }
  });

  test("the order of rows does not matter", () => {
    const order = permutation(stream(3), given.classes.length);
    const shuffled = problemOf({
      X: Array.from(order, (row) => given.X[row]),
      classes: Array.from(order, (row) => given.classes[row]),
    });
    const { rates, flipProbabilities } = fitTo(noisy, shuffled).labelNoise!;
    expectClose(rates, posterior.labelNoise!.rates, 1e-6);
    expectClose(
      flipProbabilities,
      Float64Array.from(order, (row) => posterior.labelNoise!.flipProbabilities[row]),
      1e-5,
    );
  });

  test("rows of weight 2 are as many rows", () => {
    const few = { X: given.X.slice(20, 100), classes: given.classes.slice(20, 100) };
    const weights = few.classes.map((_, row) => 1 + (row % 2));
    const chosen = weights.flatMap((w, row) => new Array<number>(w).fill(row));
    const copied = { X: chosen.map((row) => few.X[row]), classes: chosen.map((row) => few.classes[row]) };
    const byWeight = fitTo(noisy, problemOf(few, { weights })).labelNoise!.flipProbabilities;
    const byCopies = fitTo(noisy, problemOf(copied)).labelNoise!.flipProbabilities;
    expectClose(
      byCopies,
      Float64Array.from(chosen, (row) => byWeight[row]),
      1e-5,
    );
  });

  test("rows of a group are left out together", () => {
    const groups = given.classes.map((_, row) => Math.floor(row / 3));
    const { labelNoise } = fitTo(noisy, problemOf(given, { groups }));
    expect(areaUnderCurve(labelNoise!.flipProbabilities, given.isWrong)).toBeGreaterThan(0.95);
  });
});

test("where labels are right, probabilities stay near those of the default", () => {
  const problem = problemOf(clean);
  const noise = fitTo(noisy, problem);
  for (const rate of noise.labelNoise!.rates) expect(rate).toBeLessThan(0.06);
  expect(lossOf(noise)).toBeLessThan(1.3 * lossOf(fitTo(bayesianFisher(), problem)));
});

test("a saved posterior has the same probabilities and doubts, and refuses doubts of another number of rows", () => {
  const columns = Object.fromEntries([0, 1, 2].map((j) => [`x${j}`, given.X.map((row) => row[j])]));
  const table = tableFromColumns({ ...columns, y: given.classes.map((q) => "ab"[q]) });
  const fitted = fitSync(noisy, table, { target: "y" });
  const text = JSON.stringify(fitted.toDocument());
  const loaded = loadPosterior(text);
  expect(loaded.labelNoise).toEqual(fitted.labelNoise);
  const [now, then] = [loaded.predict(table), fitted.predict(table)];
  expectClose(now.probabilities.data, then.probabilities.data, 1e-12);
  expectClose(now.lower.data, then.lower.data, 1e-12);
  expectClose(loaded.project!(table).data, fitted.project!(table).data, 1e-9);
  const document = JSON.parse(text) as { labelNoise: { flipProbabilities: number[] } };
  document.labelNoise.flipProbabilities.pop();
  expect(() => loadPosterior(document)).toThrow(/flipProbabilities/);
});

test.each([
  ["one versus rest", oneVersusRest(bayesianFisher({ labelNoise: "estimated", kernel: gaussian(), starts: [1] }))],
  ["pairwise", pairwise(bayesianFisher({ labelNoise: "estimated", kernel: gaussian(), starts: [1] }))],
])("of three classes, %s, each has a rate and each row a probability", (_, model) => {
  const three = exchanged(gaussianRows({ sizes: [40, 40, 40], columns: 3, distance: 6, widening: 0 }));
  const { rates, flipProbabilities } = fitTo(model, problemOf(three)).labelNoise!;
  expect(rates).toHaveLength(3);
  for (const rate of rates) expect(rate).toBeLessThan(0.4);
  expect(areaUnderCurve(flipProbabilities, three.isWrong)).toBeGreaterThan(0.95);
});

test("what excludes each other is refused", () => {
  expect(() => bayesianFisher({ labelNoise: "estimated", rank: 20 })).toThrow(/labelNoise/);
  expect(() => bayesianFisher({ labelNoise: "estimated", calibration: "none" })).toThrow(/labelNoise/);
  expect(() => bayesianFisher({ labelNoise: "estimated", precision: "parzen" })).toThrow(/labelNoise/);
});
