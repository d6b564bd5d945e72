import * as fc from "fast-check";
import { expect, test } from "vitest";
import { randomSplits } from "../../../src/evaluate/splits/randomSplits.ts";
import { expectDivisions, expectEveryClassInTraining, tally } from "./expectSplits.ts";

fc.configureGlobal({ seed: 20 });

const classes = Int32Array.from({ length: 100 }, (_, row) => (row < 60 ? 0 : row < 97 ? 1 : 2));

test("each class gives its share of the test rows", () => {
  const splits = randomSplits(classes, { repeats: 20, seed: 4, testShare: 0.4 });
  expect(splits.length).toBe(20);
  expectDivisions(splits, 100);
  for (const { test: rows } of splits) expect(tally(rows, classes, 3)).toEqual([24, 15, 1]);
});

test("without stratification the number of rows is kept and the classes vary", () => {
  const splits = randomSplits(classes, { repeats: 20, seed: 4, testShare: 0.4, stratified: false });
  expectDivisions(splits, 100);
  expect(splits.every(({ test: rows }) => rows.length === 40)).toBe(true);
  expect(new Set(splits.map(({ test: rows }) => tally(rows, classes, 3)[0])).size).toBeGreaterThan(3);
});

test("every class is in every training part, however rare it is and however much is tested", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 8, maxLength: 40 }),
      fc.double({ min: 0.01, max: 0.5, noNaN: true }),
      fc.boolean(),
      (list, testShare, stratified) => {
        const splits = randomSplits(list, { repeats: 3, seed: 9, testShare, stratified });
        expectDivisions(splits, list.length);
        expectEveryClassInTraining(splits, list);
        const size = Math.max(1, Math.round(testShare * list.length));
        expect(splits.every(({ test: rows }) => rows.length === size)).toBe(true);
      },
    ),
  );
});

test("more repeats leave the earlier ones as they were, and another seed gives others", () => {
  const of = (repeats: number, seed: number) => randomSplits(classes, { repeats, seed });
  expect(of(10, 1).slice(0, 4)).toEqual(of(4, 1));
  expect(of(4, 1)).not.toEqual(of(4, 2));
  expect(of(2, 1)[0]).not.toEqual(of(2, 1)[1]);
});

test("each row of a class is tested equally often", () => {
  // 2000 repeats, a fifth of the rows: 400 times each, standard deviation 18; the band is five of them.
  const counts = new Int32Array(10);
  for (const { test: rows } of randomSplits(new Int32Array(10), { repeats: 2000, seed: 2 })) {
    for (const row of rows) counts[row]++;
  }
  for (const count of counts) expect(Math.abs(count - 400)).toBeLessThan(90);
});

test.each([
  { options: { repeats: 0, seed: 1 }, code: "invalid-repeats" },
  { options: { repeats: 1, seed: 1, testShare: 1 }, code: "invalid-test-share" },
  { options: { repeats: 1, seed: 1, testShare: 0 }, code: "invalid-test-share" },
  { options: { repeats: 1, seed: 1, testShare: 0.99 }, code: "too-many-test-rows" },
])("refuses $options ($code)", ({ options, code }) => {
  expect(() => randomSplits(classes, options)).toThrow(expect.objectContaining({ code }));
});
