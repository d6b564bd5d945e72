import { describe, expect, test } from "vitest";
import { models } from "../../../src/models/index.ts";
import { modelBattery } from "../../../src/testing/modelBattery.ts";

/**
 * The whole battery with the members that users get by default. `battery/auto.test.ts` has the quick options, one member and
 * nothing to combine, and missed that a pool of eight members said 10⁻¹¹ where they said ⅓. About 150 s of processor time.
 */
for (const classes of [2, 3]) {
  describe(`auto with its defaults, ${classes} classes`, () => {
    const { checks, exempted } = modelBattery(models.auto, { classes, isQuick: false });
    for (const check of checks) test(check.title, () => check.run());
    test("no check is spared that the quick options pass", () => {
      const quick = modelBattery(models.auto, { classes });
      expect(checks.map(({ title }) => title)).toEqual(quick.checks.map(({ title }) => title));
      expect(exempted.map(({ title }) => title.split(":")[0])).toEqual(["evidence-rises", "gradient-at-optimum"]);
    });
  });
}
