import { describe, expect, test } from "vitest";
import { models, type ModelName } from "../../../src/models/index.ts";
import { modelBattery } from "../../../src/testing/modelBattery.ts";

/** Every check of the battery as a test of this model, with two and with three classes. */
export function putThroughBattery(name: ModelName): void {
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
