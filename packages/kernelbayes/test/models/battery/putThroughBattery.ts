import { describe, expect, test } from "vitest";
import { chooseEngine } from "../../../src/engine/select.ts";
import { models, type ModelName } from "../../../src/models/index.ts";
import { modelBattery } from "../../../src/testing/modelBattery.ts";

/** Models that share the treatment of many classes with lssvm. */
const likeLssvm: readonly ModelName[] = ["orkfd", "krr"];

/**
 * Every check of the battery as a test of this model, with two and with three classes. The coupling of two-class models does
 * not reach the engine, and some models are alike in it, so the slow reference engine takes these with two classes only.
 */
export function putThroughBattery(name: ModelName): void {
  const isAlike = models[name].create().classes === "two" || likeLssvm.includes(name);
  const isReference = chooseEngine().engine.name === "reference";
  for (const classes of isAlike && isReference ? [2] : [2, 3]) {
    describe(`${name} with ${classes} classes`, () => {
      const { checks, exempted } = modelBattery(models[name], { classes });
      for (const check of checks) test(check.title, () => check.run());
      for (const { title, reason } of exempted) {
        test(`exempt from ${title} Reason: ${reason}`, () => expect(reason.length).toBeGreaterThan(10));
      }
    });
  }
}
