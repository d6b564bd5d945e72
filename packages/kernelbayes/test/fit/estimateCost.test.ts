import { expect, test } from "vitest";
import { sketchBytes } from "../../src/encoding/rowSketch.ts";
import { checkMemory, estimateCost } from "../../src/fit/estimateCost.ts";
import { auto } from "../../src/models/auto/auto.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import { shrunkenDiscriminant } from "../../src/models/discriminant/rda.ts";
import { logistic } from "../../src/models/logistic/logistic.ts";
import type { Model } from "../../src/models/model.ts";
import { thrown } from "../thrown.ts";
import { twoClassModel } from "./samples.ts";

/** A model that takes as many operations as it has rows. */
const counting: Model = { ...linearDiscriminant(), cost: (rows) => ({ memory: 8 * rows, operations: rows }) };

test("the time class follows from the operations", () => {
  const time = (operations: number): string => estimateCost(counting, operations, 1).time;
  expect([1, 2.9e9].map(time)).toEqual(["under a second", "under a second"]);
  expect([3e9, 1.7e11].map(time)).toEqual(["seconds", "seconds"]);
  expect([1.8e11, 1e13].map(time)).toEqual(["minutes", "minutes"]);
  expect([1.08e13, 1e20].map(time)).toEqual(["hours", "hours"]);
});

test("memory and operations are those of the model, and of the sketch of rows where that takes more memory", () => {
  expect(estimateCost(counting, 1e6, 5)).toEqual({ memory: 8e6, operations: 1e6, time: "under a second" });
  expect(estimateCost(counting, 100, 5)).toEqual({ memory: sketchBytes(100), operations: 100, time: "under a second" });
});

test("a model of two classes costs a machine a class where there are more", () => {
  const one = estimateCost(twoClassModel, 100, 5, 2);
  expect(estimateCost(twoClassModel, 100, 5, 4)).toMatchObject({
    memory: 4 * one.memory,
    operations: 4 * one.operations,
  });
});

test("memory up to the limit is allowed, and more is refused with both figures and a way out", () => {
  const megabytes = (count: number): number => (count * 2 ** 20) / 8;
  checkMemory(counting, megabytes(3), 1, 2, 3 * 2 ** 20);
  const error = thrown(() => checkMemory(counting, megabytes(3) + 1, 1, 2, 3 * 2 ** 20));
  expect(error.code).toBe("memory-limit");
  expect(error.message).toContain("needs about 4 MiB of memory; the limit is 3 MiB. Raise `memoryLimit`");
});

test("fits to 96 classes are announced as the seconds that they take: they were announced as under a second and unfinished after 280", () => {
  // Measured on 442 rows: logistic 25 s of CPU time with 2 columns, 37 s with 10; rda 6 s with 10.
  const seconds = (model: Model, columns: number): number => estimateCost(model, 442, columns, 96).operations / 3e9;
  for (const [model, columns, measured] of [
    [logistic(), 2, 25],
    [logistic(), 10, 37],
    [shrunkenDiscriminant(), 10, 6],
  ] as const) {
    expect(seconds(model, columns)).toBeGreaterThan(measured / 2);
    expect(seconds(model, columns)).toBeLessThan(2 * measured);
  }
  expect(estimateCost(auto(), 442, 2, 96).time).not.toBe("under a second");
});
