import { expect, test } from "vitest";
import { models } from "../../src/models/index.ts";
import { modelChecks } from "../../src/testing/modelBattery.ts";

test("every model of the catalogue is put through the battery by a file of its own", () => {
  const files = Object.keys(import.meta.glob("./battery/*.test.ts"));
  const tested = files.map((file) => file.replace("./battery/", "").replace(".test.ts", ""));
  expect(tested.toSorted()).toEqual(Object.keys(models).toSorted());
});

test("the battery has at least sixty checks with different names", () => {
  expect(new Set(modelChecks.map(({ name }) => name)).size).toBe(modelChecks.length);
  expect(modelChecks.length).toBeGreaterThanOrEqual(60);
});
