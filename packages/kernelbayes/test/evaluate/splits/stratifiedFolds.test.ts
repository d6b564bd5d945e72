import * as fc from "fast-check";
import { expect, test } from "vitest";
import { untestedRows } from "../../../src/evaluate/splits/split.ts";
import { stratifiedFolds, groupedFolds } from "../../../src/evaluate/splits/stratifiedFolds.ts";
import { expectDivisions, expectEveryClassInTraining, tally } from "./expectSplits.ts";
import { stream } from "../../../src/random/index.ts";

fc.configureGlobal({ seed: 20 });

const classesAndFolds = fc.record({
  classes: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 8, maxLength: 60 }),
  folds: fc.integer({ min: 2, max: 5 }),
  seed: fc.integer(),
});

test("every row is tested once, but for the only row of a class, and every class is in every training part", () => {
  fc.assert(
    fc.property(classesAndFolds, ({ classes, folds, seed }) => {
      const splits = stratifiedFolds(classes, { folds, seed });
      expect(splits.length).toBe(folds);
      expectDivisions(splits, classes.length);
      expectEveryClassInTraining(splits, classes);
      const tested = splits.flatMap(({ test: rows }) => [...rows]);
      expect(new Set(tested).size).toBe(tested.length);
      const alone = classes.flatMap((one, row) => (classes.filter((other) => other === one).length === 1 ? [row] : []));
      expect([...untestedRows(splits, classes.length)]).toEqual(alone);
    }),
  );
});

test("fold sizes, and those of each class within folds, differ by at most one row", () => {
  fc.assert(
    fc.property(classesAndFolds, ({ classes, folds, seed }) => {
      const parts = stratifiedFolds(classes, { folds, seed }).map(({ test: rows }) => [
        rows.length,
        ...tally(rows, classes, 4),
      ]);
      for (let figure = 0; figure < 5; figure++) {
        const sizes = parts.map((part) => part[figure]);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("the same seed gives the same folds, another seed others", () => {
  const classes = Int32Array.from({ length: 100 }, (_, row) => row % 3);
  const of = (seed: number): unknown => stratifiedFolds(classes, { folds: 5, seed });
  expect(of(1)).toEqual(of(1));
  expect(of(1)).not.toEqual(of(2));
});

test("with as many folds as rows each row is left out alone", () => {
  const splits = stratifiedFolds([0, 0, 1, 1, 1], { folds: 5, seed: 1 });
  expect(splits.map(({ test: rows }) => rows.length)).toEqual([1, 1, 1, 1, 1]);
});

test("each row is equally likely to be in each fold", () => {
  // 3000 seeds, row 0 in one of 3 folds: each count within 1000 ± 110, four and a bit standard deviations.
  const counts = [0, 0, 0];
  for (let seed = 0; seed < 3000; seed++) {
    const splits = stratifiedFolds([0, 0, 0, 1, 1, 1], { folds: 3, seed });
    counts[splits.findIndex(({ test: rows }) => rows.includes(0))]++;
  }
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(110);
});

test("refuses fewer than two folds and more than there are rows to leave out", () => {
  for (const folds of [1, 2.5, NaN]) {
    expect(() => stratifiedFolds([0, 0, 1, 1], { folds, seed: 1 })).toThrow(
      expect.objectContaining({ code: "invalid-folds" }),
    );
  }
  expect(() => stratifiedFolds([0, 0, 0, 1], { folds: 4, seed: 1 })).toThrow(
    expect.objectContaining({ code: "too-many-folds" }),
  );
});

fc.configureGlobal({ seed: 20 });

const row = fc.record({ group: fc.integer({ min: 0, max: 14 }), one: fc.integer({ min: 0, max: 1 }) });

test("groups stay together, and every class is in every training part", () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 30, maxLength: 80 }),
      fc.integer({ min: 2, max: 4 }),
      fc.integer(),
      (rows, folds, seed) => {
        const groups = rows.map(({ group }) => `patient ${group}`);
        const classes = rows.map(({ one }) => one);
        const splits = groupedFolds(classes, groups, { folds, seed });
        expectDivisions(splits, rows.length);
        for (const { train, test: tested } of splits) {
          const inTest = new Set(Array.from(tested, (index) => groups[index]));
          expect(Array.from(train).some((index) => inTest.has(groups[index]))).toBe(false);
        }
        expectEveryClassInTraining(splits, classes);
      },
    ),
  );
});

test("folds and classes within folds are as even as small groups allow", () => {
  // 60 groups of 1 to 6 rows, 30 % positive: sizes within one group of each other, positives within a few rows.
  const random = stream(5);
  const groups: number[] = [];
  const classes: number[] = [];
  for (let group = 0; group < 60; group++) {
    for (let member = random.integer(6); member >= 0; member--) {
      groups.push(group);
      classes.push(random.uniform() < 0.3 ? 1 : 0);
    }
  }
  const parts = groupedFolds(classes, groups, { folds: 5, seed: 3 }).map(({ test: rows }) => tally(rows, classes, 2));
  for (const sizes of [
    parts.map(([zero, one]) => zero + one),
    parts.map(([zero]) => zero),
    parts.map(([, one]) => one),
  ]) {
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(3);
  }
});

test("two groups that have a class between them go to different folds", () => {
  const classes = [0, 0, 0, 0, 0, 0, 0, 0, 2, 2];
  const groups = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  for (let seed = 0; seed < 20; seed++) {
    expectEveryClassInTraining(groupedFolds(classes, groups, { folds: 2, seed }), classes);
  }
});

test("a group with all rows of a class is always in training and never tested", () => {
  const classes = [0, 0, 0, 1, 1, 0];
  const groups = ["a", "b", "c", "d", "d", "d"];
  const splits = groupedFolds(classes, groups, { folds: 3, seed: 1 });
  expectEveryClassInTraining(splits, classes);
  expect([...untestedRows(splits, 6)]).toEqual([3, 4, 5]);
});

test("no fold is empty even if one group outweighs all others", () => {
  const classes = [...new Array<number>(20).fill(0), ...new Array<number>(20).fill(1), 0, 1, 0, 1];
  const groups = [...new Array<string>(40).fill("large"), "p", "q", "r", "s"];
  const splits = groupedFolds(classes, groups, { folds: 5, seed: 1 });
  expect(splits.map(({ test: rows }) => rows.length).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 40]);
});

test("the same seed gives the same folds, another seed others", () => {
  const classes = Int32Array.from({ length: 90 }, (_, index) => index % 2);
  const groups = classes.map((_, index) => Math.floor(index / 3));
  const of = (seed: number): unknown => groupedFolds(classes, groups, { folds: 5, seed });
  expect(of(1)).toEqual(of(1));
  expect(of(1)).not.toEqual(of(2));
});

test("refuses more folds than groups and lists of different length", () => {
  expect(() => groupedFolds([0, 1, 0, 1], [0, 0, 1, 1], { folds: 3, seed: 1 })).toThrow(
    expect.objectContaining({ code: "too-many-folds" }),
  );
  expect(() => groupedFolds([0, 1, 0, 1], [0, 0, 1], { folds: 2, seed: 1 })).toThrow(
    expect.objectContaining({ code: "rows-differ" }),
  );
});
