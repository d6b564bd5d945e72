import { describe, expect, test } from "vitest";
import { models } from "../../src/models/index.ts";
import { modelBattery, modelChecks } from "../../src/testing/modelBattery.ts";

/** The members under test; a member of the catalogue that is missing here fails the first test. */
const tested = ["lda", "qda", "rda", "lssvm", "bfd"] as const;

test("every model of the catalogue is put through the battery", () => {
  expect([...tested].toSorted()).toEqual(Object.keys(models).toSorted());
});

test("the battery has at least sixty checks with different names", () => {
  expect(new Set(modelChecks.map(({ name }) => name)).size).toBe(modelChecks.length);
  expect(modelChecks.length).toBeGreaterThanOrEqual(60);
});

for (const name of tested) {
  for (const classes of [2, 3]) {
    describe(`${name} with ${classes} classes`, () => {
      const { checks, exempted } = modelBattery(models[name], { classes });
      for (const check of checks) test(check.title, () => check.run());
      for (const { title, reason } of exempted) {
        test(`exempt from ${title} Reason: ${reason}`, () => expect(reason.length).toBeGreaterThan(10));
      }
    });
  }
}
