import { describe, expect, test } from "vitest";
import { linearDiscriminant } from "../../../src/models/discriminant/lda.ts";
import { models, type ModelName } from "../../../src/models/index.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { priorChecks } from "../../../src/testing/model/priorChecks.ts";
import type { Trial } from "../../../src/testing/model/trial.ts";
import { modelBattery } from "../../../src/testing/modelBattery.ts";

/** What is made of given priors, in the order of the labels, with the weighted sizes of the classes at hand. */
type Change = (priors: Float64Array, sizes: Float64Array) => Float64Array;

/** `fitSync` with other priors than it is given. */
function misled(change: Change): typeof fitSync {
  return (model, table, options) => {
    const { priors } = options;
    if (typeof priors !== "object") return fitSync(model, table, options);
    const { classes, training } = fitSync(model, table, { ...options, priors: "empirical" });
    const sizes = new Float64Array(classes.length);
    training.classes.forEach((q, row) => (sizes[q] += training.weights?.[row] ?? 1));
    const changed = normalized(
      change(
        Float64Array.from(classes, (name) => priors[name]),
        sizes,
      ),
    );
    return fitSync(model, table, {
      ...options,
      priors: Object.fromEntries(classes.map((name, c) => [name, changed[c]])),
    });
  };
}

/** The names of the checks that fail where priors are changed before they are applied. */
async function failuresUnder(change: Change, classes: number): Promise<string[]> {
  const failures: string[] = [];
  const trial: Trial = {
    classes,
    farLimit: "certainty",
    engines: [],
    executors: [],
    model: () => linearDiscriminant(),
    fit: misled(change),
  };
  for (const { name, run } of priorChecks) {
    // Wrong priors are not refused where others take their place.
    if (name === "given-priors") continue;
    try {
      await run(trial);
    } catch {
      failures.push(name);
    }
  }
  return failures;
}

function normalized(values: Float64Array): Float64Array {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}

describe.each([2, 3])("with %d classes", (classes) => {
  test("the checks of priors pass where priors are applied as they are", async () => {
    expect(await failuresUnder((priors) => priors, classes)).toEqual([]);
  });

  test("they fail where priors are multiplied by the class frequencies instead of divided by them", async () => {
    const wrong: Change = (priors, sizes) => priors.map((prior, c) => prior * sizes[c] ** 2);
    expect(await failuresUnder(wrong, classes)).toEqual(["unbalanced-priors", "frequencies-as-priors"]);
  });

  test("they fail where priors are not divided by the class frequencies", async () => {
    const wrong: Change = (priors, sizes) => priors.map((prior, c) => prior * sizes[c]);
    expect(await failuresUnder(wrong, classes)).toEqual(["unbalanced-priors", "frequencies-as-priors"]);
  });

  test("they fail where given priors are ignored", async () => {
    expect(await failuresUnder((_, sizes) => sizes, classes)).toContain("unbalanced-priors");
  });
});

/** What the battery of the catalogue leaves out: ways to fit that are not the default. */
test.each<[ModelName, string, Record<string, unknown>]>([
  ["bfd", "as Parzen windows", { precision: "parzen" }],
  ["bfd", "without regularization", { precision: "fisher" }],
  ["bayesian-lssvm", "with the odds of targets", { odds: "targets" }],
  ["bayesian-lssvm", "with the odds of outputs", { odds: "empirical" }],
])("%s %s passes the checks of priors", async (name, _, options) => {
  const { checks } = modelBattery(models[name], { classes: 2, options, only: priorChecks.map((check) => check.name) });
  for (const { run } of checks) await run();
});
