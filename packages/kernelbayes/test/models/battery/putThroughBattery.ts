import { describe, expect, test } from "vitest";
import { chooseEngine } from "../../../src/engine/select.ts";
import { models, type ModelName } from "../../../src/models/index.ts";
import { modelBattery } from "../../../src/testing/modelBattery.ts";

/**
 * Every check of the battery as a test of this model, with two and with three classes. The coupling of two-class models does
 * not reach the engine, so the slow reference engine takes them with two classes only.
 */
export function putThroughBattery(name: ModelName): void {
  const isCoupled = models[name].create().classes === "two";
  const isReference = chooseEngine().engine.name === "reference";
  for (const classes of isCoupled && isReference ? [2] : [2, 3]) {
    describe(`${name} with ${classes} classes`, () => {
      const { checks, exempted } = modelBattery(models[name], { classes });
      for (const check of checks) test(check.title, () => check.run());
      for (const { title, reason } of exempted) {
        test(`exempt from ${title} Reason: ${reason}`, () => expect(reason.length).toBeGreaterThan(10));
      }
    });
  }
}
