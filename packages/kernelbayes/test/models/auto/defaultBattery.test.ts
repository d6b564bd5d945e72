import { describe, test } from "vitest";
import { models } from "../../../src/models/index.ts";
import { modelBattery } from "../../../src/testing/modelBattery.ts";

/**
 * The battery of `auto` has its quick options, one member and nothing to combine. These checks are of what a combination can
 * break, with the members that users get by default.
 */
const only = [
  "valid-probabilities",
  "label-is-most-probable",
  "level-of-interval",
  "leave-one-out-shape",
  "document-round-trip",
  "two-rows",
  "one-row-a-class",
  "class-of-one-row",
  "class-of-two-rows",
  "more-columns-than-rows",
  "contradicting-rows",
  "separated-classes",
  "members-shown",
  "near-members",
  "near-members-overlap",
  "near-members-three-rows",
  "near-members-rare-class",
  "near-members-group",
];

for (const classes of [2, 3]) {
  describe(`auto with its defaults, ${classes} classes`, () => {
    const { checks } = modelBattery(models.auto, { classes, isQuick: false, only });
    for (const check of checks) test(check.title, () => check.run());
  });
}
