import { describe, test } from "vitest";
import { gaussianProcess } from "../../../../src/models/process/gpc.ts";
import { cellChecks } from "../../../../src/testing/model/cellChecks.ts";
import { modelBattery } from "../../../../src/testing/modelBattery.ts";

/** What does not depend on how a model takes many classes, and was seen of gpc already. */
const seen = new Set([
  ...cellChecks.map(({ name }) => name),
  "unchanged-table",
  "unchanged-options",
  "frozen-inputs",
  "no-console-output",
  "seed-recorded",
  "columns-by-name",
  "excluded-column",
  "constant-column",
  "abort-reason",
  "abort-before",
  "unknown-target",
]);

/** The battery over a Gaussian process that takes its classes at once, which is not its default. */
describe("gpc with three classes at once", () => {
  const entry = {
    create: (options: object = {}) => gaussianProcess({ manyClasses: "softmax", starts: [1], ...options }),
    farLimit: "constant" as const,
    exemptions: {},
  };
  const checks = modelBattery(entry, { classes: 3 }).checks.filter(({ title }) => !seen.has(title.split(":")[0]));
  for (const check of checks) test(check.title, () => check.run());
});
