import { describe, expect, test } from "vitest";
import { chooseEngine } from "../../../src/engine/selectEngine.ts";
import { models, type ModelName } from "../../../src/models/index.ts";
import { modelBattery } from "../../../src/testing/modelBattery.ts";

/** Many classes by two machines at a time: one model for each way of coupling stands for all others. */
const coupled: readonly ModelName[] = ["bayesian-lssvm", "bfd-linear"];

/** These two share all but their columns, so that each is put through with one number of classes. */
const likeAnother: Readonly<Partial<Record<ModelName, number>>> = { bmkc: 2, bkpc: 3 };

/**
 * Every check of the battery as a test of this model, with two and with three classes. The coupling of two-class models is
 * the same for all of them, so that all but two of these are put through with two classes only; the longer suite, on the
 * reference engine, leaves nothing out. Options may make a model faster that takes long.
 */
export function putThroughBattery(name: ModelName, options: Readonly<Record<string, unknown>> = {}): void {
  const isLong = chooseEngine().engine.name === "reference";
  const isTwoClass = models[name].create().classes === "two" && !coupled.includes(name);
  const spared = likeAnother[name] ?? (isTwoClass ? 2 : undefined);
  for (const classes of spared === undefined || isLong ? [2, 3] : [spared]) {
    describe(`${name} with ${classes} classes`, () => {
      const { checks, exempted } = modelBattery(models[name], { classes, options });
      for (const check of checks) test(check.title, () => check.run());
      for (const { title, reason } of exempted) {
        test(`exempt from ${title} Reason: ${reason}`, () => expect(reason.length).toBeGreaterThan(10));
      }
    });
  }
}
