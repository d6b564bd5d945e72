import { expect, test } from "vitest";
import { checkMemory, estimateCost } from "../../src/fit/estimateCost.ts";
import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
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

test("memory and operations are those of the model", () => {
  expect(estimateCost(counting, 100, 5)).toEqual({ memory: 800, operations: 100, time: "under a second" });
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
