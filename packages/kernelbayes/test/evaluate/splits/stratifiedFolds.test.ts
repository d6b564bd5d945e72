import * as fc from "fast-check";
import { expect, test } from "vitest";
import { untestedRows } from "../../../src/evaluate/splits/split.ts";
import { stratifiedFolds } from "../../../src/evaluate/splits/stratifiedFolds.ts";
import { expectDivisions, expectEveryClassInTraining, tally } from "./expectSplits.ts";

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
