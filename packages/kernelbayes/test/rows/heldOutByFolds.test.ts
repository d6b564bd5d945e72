import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { fromRows, toRows } from "../../src/matrix/index.ts";
import { hasAllClasses, heldOutByFolds, type HeldOutByFolds } from "../../src/rows/heldOutByFolds.ts";
import { takeRows, type Problem } from "../../src/rows/labelledRows.ts";
import { runSync } from "../../src/run/run.ts";
import type { Progress } from "../../src/run/work.ts";
import { gaussianRows, problemOf, type Labelled } from "../models/problems.ts";

interface Call {
  readonly training: Problem;
  readonly rows: Matrix;
}

/** Runs the folds; every row is scored by its values, and what the scoring was given is kept. */
function run(problem: Problem, folds = 5, refuse: (call: Call) => boolean = () => false) {
  const calls: Call[] = [];
  const seen: Progress[] = [];
  const score = (training: Problem, rows: Matrix): Matrix[] | undefined => {
    calls.push({ training, rows });
    return refuse({ training, rows }) ? undefined : [rows];
  };
  const held: HeldOutByFolds = runSync(heldOutByFolds(problem, { folds, seed: 3, stage: "held out", score }), {
    onProgress: (step) => seen.push(step),
  });
  return { held, calls, seen };
}

/** Log probabilities for the tests, one half each. */
const halves = (held: HeldOutByFolds): Matrix =>
  matrix(held.classes.length, 2, new Float64Array(2 * held.classes.length).fill(Math.log(0.5)));

const keyOf = (row: ArrayLike<number>): string => Array.from(row).join(" ");
const data = gaussianRows({ sizes: [13, 12], columns: 2 });

test("every row is tested once, by a fit that has not seen it but all others", () => {
  const { held, calls } = run(problemOf(data));
  expect(calls).toHaveLength(5);
  for (const { training, rows } of calls) {
    const learned = new Set(toRows(training.X).map(keyOf));
    expect(learned.size + rows.rows).toBe(25);
    for (const row of toRows(rows)) expect(learned.has(keyOf(row))).toBe(false);
  }
  const [scores] = held.scores;
  expect(toRows(scores).map(keyOf).toSorted()).toEqual(data.X.map(keyOf).toSorted());
  expect(held.leaveOneOut(halves(held)).omitted).toEqual([]);
});

test("scores, classes and weights of the tests stand beside each other", () => {
  const weights = data.classes.map((_, i) => 1 + (i % 2));
  const { held } = run(problemOf(data, { weights }));
  const rowOf = new Map(data.X.map((row, i) => [keyOf(row), i]));
  const tested = new Array<number>(25).fill(0);
  toRows(held.scores[0]).forEach((row, at) => {
    const i = rowOf.get(keyOf(row)) ?? -1;
    expect(held.classes[at]).toBe(data.classes[i]);
    tested[i] += held.weights[at];
  });
  expect(tested).toEqual(weights);
});

test("the order of the rows does not matter", () => {
  const order = data.classes.map((_, i) => (i * 7 + 3) % 25);
  const turned = { X: order.map((i) => data.X[i]), classes: order.map((i) => data.classes[i]) };
  const partsOf = (labelled: Labelled): string[] =>
    run(problemOf(labelled)).calls.map(({ rows }) => toRows(rows).map(keyOf).toSorted().join("; "));
  expect(partsOf(turned)).toEqual(partsOf(data));
});

test("a row of weight three is three equal rows: part of it is learned from while the rest is tested", () => {
  const copies = [0, 0, 0, ...[...data.classes.keys()].slice(1)];
  const copied = { X: copies.map((i) => data.X[i]), classes: copies.map((i) => data.classes[i]) };
  const [weighted, plain] = [
    problemOf(data, { weights: data.classes.map((_, i) => (i === 0 ? 3 : 1)) }),
    problemOf(copied),
  ].map((problem) => run(problem));
  expect(plain.calls.map(({ training }) => training.weights)).toEqual(
    weighted.calls.map(({ training }) => training.weights),
  );
  expect(plain.held.weights).toEqual(weighted.held.weights);
  const times = weighted.calls.filter(({ rows }) => toRows(rows).some((row) => keyOf(row) === keyOf(data.X[0])));
  expect(times).toHaveLength(3);
});

test("a row that was tested in several folds gets the mean of its probabilities", () => {
  const problem = problemOf(data, { weights: data.classes.map((_, i) => (i === 0 ? 2 : 1)) });
  const { held } = run(problem);
  const own = toRows(held.scores[0]).flatMap((row, at) => (keyOf(row) === keyOf(data.X[0]) ? [at] : []));
  expect(own).toHaveLength(2);
  const logs = halves(held);
  logs.data.set([Math.log(0.2), Math.log(0.8)], 2 * own[0]);
  logs.data.set([Math.log(0.6), Math.log(0.4)], 2 * own[1]);
  const { method, logProbabilities } = held.leaveOneOut(logs);
  expect(method).toBe("folds");
  expect(Math.exp(logProbabilities.data[0])).toBeCloseTo(0.4, 12);
  expect(Math.exp(logProbabilities.data[1])).toBeCloseTo(0.6, 12);
});

test("rows whose training part has no valid fit, or lacks a class, are named", () => {
  const target = keyOf(data.X[4]);
  const { held, calls } = run(problemOf(data), 5, ({ rows }) => toRows(rows).some((row) => keyOf(row) === target));
  const refused = calls.find(({ rows }) => toRows(rows).some((row) => keyOf(row) === target));
  const missing = data.X.flatMap((row, i) =>
    toRows(refused?.rows ?? matrix(0, 2)).some((other) => keyOf(other) === keyOf(row)) ? [i] : [],
  );
  const { omitted, logProbabilities } = held.leaveOneOut(halves(held));
  expect(omitted).toEqual(missing);
  expect(omitted).toContain(4);
  for (const row of omitted) expect(Array.from(logProbabilities.data.slice(2 * row, 2 * row + 2))).toEqual([0, 0]);

  const single = gaussianRows({ sizes: [9, 1], columns: 2 });
  const alone = run(problemOf(single)).held;
  expect(alone.leaveOneOut(halves(alone)).omitted).toEqual([9]);
});

test("progress counts the folds", () => {
  expect(run(problemOf(data)).seen.map(({ stage, step, of }) => [stage, step, of])).toEqual(
    [1, 2, 3, 4, 5].map((step) => ["held out", step, 5]),
  );
});

describe("with groups", () => {
  const groups = data.classes.map((_, i) => i % 6);

  test("a group is tested as a whole", () => {
    const { calls } = run(problemOf(data, { groups }), 4);
    expect(calls).toHaveLength(4);
    const groupOf = new Map(data.X.map((row, i) => [keyOf(row), groups[i]]));
    const tested = calls.map(({ rows }) => new Set(toRows(rows).map((row) => groupOf.get(keyOf(row)))));
    expect(tested.reduce((sum, { size }) => sum + size, 0)).toBe(6);
  });

  test("there are no more folds than groups that can be left out", () => {
    expect(run(problemOf(data, { groups: data.classes.map((_, i) => i % 3) }), 10).calls).toHaveLength(3);
  });

  test("a group that holds all rows of a class stays in training, and the others are tested", () => {
    const together = data.classes.map((q, i) => (q === 1 ? 99 : i % 4));
    const { held, calls } = run(problemOf(data, { groups: together }), 10);
    expect(calls).toHaveLength(4);
    expect(held.leaveOneOut(halves(held)).omitted).toEqual(data.classes.flatMap((q, i) => (q === 1 ? [i] : [])));
  });

  test("where a single group can be left out, or none, nothing is tested", () => {
    for (const one of [
      data.classes.map(() => 1),
      data.classes.map((q) => q),
      data.classes.map((q, i) => (q === 1 && i > 15 ? 1 : 0)),
    ]) {
      const { held } = run(problemOf(data, { groups: one }));
      expect(held.scores).toEqual([]);
      expect(held.leaveOneOut(matrix(0, 2)).omitted).toHaveLength(25);
    }
  });
});

test("some rows of a problem keep all that belongs to them", () => {
  const problem = problemOf(data, {
    weights: data.classes.map((_, i) => i + 1),
    groups: data.classes.map((_, i) => 2 * i),
  });
  const part = takeRows(problem, Int32Array.of(20, 3));
  expect(part.X).toEqual(fromRows([data.X[20], data.X[3]]));
  expect([...part.classes, ...part.weights, ...(part.rowGroups ?? [])]).toEqual([1, 0, 21, 4, 40, 6]);
  expect(hasAllClasses(part)).toBe(true);
  expect(hasAllClasses(takeRows(problem, Int32Array.of(3, 4)))).toBe(false);
});
