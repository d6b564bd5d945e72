import { expect, test } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import { selectEngine } from "../../../../src/engine/selectEngine.ts";
import { InputError } from "../../../../src/errors.ts";
import type { CountedRows } from "../../../../src/rows/labelledRows.ts";
import { ridgeClassifier } from "./ridgeClassifier.ts";
import {
  utilityChoice,
  type HalfClassifier,
  type ProjectedHalf,
  type UtilityChoice,
  type UtilityChoiceOptions,
} from "../../../../src/models/projection/choice/utilityChoice.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";
import { linear } from "../../../../src/kernels/linear.ts";
import { runSync } from "../../../../src/run/run.ts";
import { clouds, someRows, unitRows } from "./rows.ts";

const engine = selectEngine();
const screen = ridgeClassifier(engine);

function choose(rows: CountedRows, options: Partial<UtilityChoiceOptions> = {}): UtilityChoice {
  return runSync(utilityChoice(engine, rows, { seed: 1, kernelFor: linear, classify: screen, ...options }));
}

/** A classifier that says class 0 everywhere and keeps what it was given. */
function witness(): { readonly classify: HalfClassifier; readonly seen: ProjectedHalf[] } {
  const seen: ProjectedHalf[] = [];
  return {
    seen,
    // oxlint-disable-next-line require-yield
    *classify(halves) {
      seen.push(...halves);
      return halves.map(({ testScores }) => new Int32Array(testScores.rows));
    },
  };
}

test("three clouds at the corners of a triangle need two components, and no third", () => {
  const { best, withinOneError, counts } = choose(clouds(60, 3, 4), { splits: 6 });
  expect(counts).toHaveLength(3);
  expect(best).toBe(2);
  expect(withinOneError).toBe(2);
  expect(counts[1].mean).toBeGreaterThan(0.9);
  expect(counts[0].loss).toBeGreaterThan(3 * counts[0].lossError);
});

test("all numbers of components meet the same halves, whose components know the training rows alone", () => {
  const rows = clouds(40, 2, 1);
  const { classify, seen } = witness();
  const trained: Matrix[] = [];
  const kernelFor = (X: Matrix) => {
    trained.push(X);
    return gaussian();
  };
  const { misclassified } = choose(rows, { splits: 4, mostComponents: 5, classify, kernelFor });
  expect(seen.map(({ split }) => split)).toEqual([0, 1, 2, 3].flatMap((split) => new Array(5).fill(split)));
  expect(seen.map(({ components }) => components.eigenvalues.length)).toEqual([
    1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5,
  ]);
  expect(trained.map((X) => X.rows)).toEqual([20, 20, 20, 20]);
  seen.forEach(({ split, components, testScores }) => {
    // A row in training has its own scores again; the mean over training rows is 0.
    const again = components.project(trained[split]);
    again.data.forEach((value, at) => expect(value).toBeCloseTo(components.scores.data[at], 8));
    expect([testScores.rows, testScores.columns]).toEqual([20, components.eigenvalues.length]);
  });
  // Halves are stratified: ten rows of class 1 are tested, and 0 is said of them.
  expect([...misclassified.data]).toEqual(new Array(20).fill(10));
  expect(new Set(trained.map(({ data }) => [...data].join()))).toHaveProperty("size", 4);
});

test("the order of rows does not matter, and a row of weight two is two rows", () => {
  const rows = { ...clouds(30, 3, 1.5), weights: Float64Array.from({ length: 30 }, (_, i) => 1 + (i % 2)) };
  const copies = Array.from({ length: 30 }, (_, i) => (i * 7) % 30).flatMap((row) =>
    new Array<number>(rows.weights[row]).fill(row),
  );
  const expected = choose(rows, { splits: 5 });
  const found = choose({ ...someRows(rows, copies), weights: new Float64Array(copies.length).fill(1) }, { splits: 5 });
  expect([...found.misclassified.data]).toEqual([...expected.misclassified.data]);
  expect([...found.utilities.data]).toEqual([...expected.utilities.data]);
});

test("plain halves may lack a class, which is told and never predicted", () => {
  const rows = clouds(24, 2, 2);
  // Two rows of a third class.
  const classes = rows.classes.map((c, i) => (i < 2 ? 2 : c));
  const answers: number[][] = [];
  const classify: HalfClassifier = function* (halves) {
    const found = yield* screen(halves);
    halves.forEach(({ classes: own }, at) => {
      if (!own.includes(2)) answers.push([...found[at]]);
    });
    return found;
  };
  const { withoutClass, utilities } = choose(
    { ...rows, classes, classCount: 3 },
    { stratified: false, classify, splits: 8 },
  );
  expect(withoutClass.length).toBeGreaterThan(0);
  expect(withoutClass.length).toBeLessThan(8);
  expect(answers).toHaveLength(withoutClass.length * utilities.columns);
  expect(answers.flat()).not.toContain(2);
  expect(choose({ ...rows, classes, classCount: 3 }, { splits: 4 }).withoutClass).toEqual([]);
});

test("one class in a training half is the answer for all rows of the other", () => {
  const components = { kernel: linear(), eigenvalues: Float64Array.of(1), total: 1, scores: matrix(2, 1) };
  const half = { split: 0, components, classes: Int32Array.of(1, 1), classCount: 2, weights: Float64Array.of(1, 1) };
  const [found] = runSync(screen([{ ...half, testScores: matrix(3, 1) } as unknown as ProjectedHalf]));
  expect([...found]).toEqual([1, 1, 1]);
});

test("rows of a group are tested together", () => {
  const rows = clouds(32, 2, 1);
  const rowGroups = Int32Array.from({ length: 32 }, (_, i) => i >> 2);
  const trained: Matrix[] = [];
  const kernelFor = (X: Matrix) => {
    trained.push(X);
    return linear();
  };
  choose({ ...rows, rowGroups }, { splits: 6, kernelFor, classify: witness().classify });
  for (const X of trained) {
    const first = Array.from({ length: X.rows }, (_, i) => X.data[3 * i]);
    const groups = first.map((value) => Array.from({ length: 32 }, (_, i) => rows.X.data[3 * i]).indexOf(value) >> 2);
    for (const group of groups) expect(groups.filter((each) => each === group)).toHaveLength(4);
  }
});

test("rows that cannot be halved, and answers that do not fit, are refused", () => {
  expect(() => choose(unitRows([[0], [1]], [0, 1]))).toThrow(InputError);
  const classify = (answer: (halves: readonly ProjectedHalf[]) => Int32Array[]): HalfClassifier =>
    // oxlint-disable-next-line require-yield
    function* (halves) {
      return answer(halves);
    };
  expect(() => choose(clouds(20, 2, 1), { classify: classify(() => []) })).toThrow(/each of 30 halves; got 0/);
  const short = classify((halves) => halves.map(() => new Int32Array(1)));
  expect(() => choose(clouds(20, 2, 1), { classify: short })).toThrow(/10 test rows; got the classes of 1/);
});

test("half of the rows of a rare class are in every training half, copies counted", () => {
  const classes = Array.from({ length: 200 }, (_, i) => (i % 20 === 0 ? 1 : 0));
  const points = classes.map((_, i) => [Math.sin(i), Math.cos(3 * i)]);
  const { classify, seen } = witness();
  choose(unitRows(points, classes), { splits: 5, mostComponents: 1, classify });
  expect(seen).toHaveLength(5);
  for (const half of seen) expect([0, 1].map((q) => half.classes.filter((c) => c === q).length)).toEqual([95, 5]);
  const weighted = { ...unitRows(points, classes), weights: Float64Array.from(classes, (q) => (q === 1 ? 3 : 1)) };
  const copies = witness();
  choose(weighted, { splits: 5, mostComponents: 1, classify: copies.classify });
  expect(copies.seen).toHaveLength(5);
  for (const half of copies.seen) {
    const rare = half.weights.reduce((total, weight, i) => total + (half.classes[i] === 1 ? weight : 0), 0);
    expect(rare).toBe(15);
  }
});
