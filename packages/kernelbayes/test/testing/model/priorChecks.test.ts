import { describe, expect, test } from "vitest";
import { linearDiscriminant } from "../../../src/models/discriminant/lda.ts";
import { models, type ModelName } from "../../../src/models/index.ts";
import type { Model } from "../../../src/models/model.ts";
import type { Problem } from "../../../src/rows/problem.ts";
import type { Check } from "../../../src/testing/check.ts";
import { priorChecks } from "../../../src/testing/model/priorChecks.ts";
import { modelBattery } from "../../../src/testing/modelBattery.ts";

function priorChecksOf(create: (options?: object) => Model, classes: number): readonly Check[] {
  const names = new Set(priorChecks.map(({ name }) => name));
  const { checks } = modelBattery({ create, farLimit: "certainty", exemptions: {} }, { classes });
  return checks.filter(({ title }) => names.has(title.split(":")[0]));
}

/** The names of the checks that fail. */
async function failuresOf(model: Model, classes: number): Promise<string[]> {
  const failures: string[] = [];
  for (const { title, run } of priorChecksOf(() => model, classes)) {
    try {
      await run();
    } catch {
      failures.push(title.split(":")[0]);
    }
  }
  return failures;
}

/** A linear discriminant that makes something else of the priors it is given. */
function misled(change: (priors: Float64Array, sizes: Float64Array) => Float64Array): Model {
  const model = linearDiscriminant();
  const changed = (problem: Problem): Problem => {
    const { classes, weights, classCount, priors } = problem;
    const sizes = new Float64Array(classCount);
    classes.forEach((q, row) => (sizes[q] += weights[row]));
    return { ...problem, priors: priors && normalized(change(priors, sizes)) };
  };
  return { ...model, fit: (problem, context) => model.fit(changed(problem), context) };
}

function normalized(values: Float64Array): Float64Array {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}

describe.each([2, 3])("with %d classes", (classes) => {
  test("the checks of priors pass for a model that takes priors as they are", async () => {
    expect(
      await failuresOf(
        misled((priors) => priors),
        classes,
      ),
    ).toEqual([]);
  });

  test("they fail for a model that multiplies by the class frequencies instead of dividing by them", async () => {
    const wrong = misled((priors, sizes) => priors.map((prior, c) => prior * sizes[c] ** 2));
    expect(await failuresOf(wrong, classes)).toEqual(["unbalanced-priors", "frequencies-as-priors"]);
  });

  test("they fail for a model that does not divide by the class frequencies", async () => {
    const wrong = misled((priors, sizes) => priors.map((prior, c) => prior * sizes[c]));
    expect(await failuresOf(wrong, classes)).toEqual(["unbalanced-priors", "frequencies-as-priors"]);
  });

  test("they fail for a model that ignores given priors", async () => {
    const wrong = misled((_, sizes) => sizes);
    expect(await failuresOf(wrong, classes)).toContain("unbalanced-priors");
  });
});

/** What the battery of the catalogue leaves out: ways to fit that are not the default and correct priors by themselves. */
test.each<[ModelName, string, Record<string, unknown>]>([
  ["bfd", "as Parzen windows", { precision: "parzen" }],
  ["bfd", "without regularization", { precision: "fisher" }],
  ["bayesian-lssvm", "with the odds of targets", { odds: "targets" }],
  ["bayesian-lssvm", "with the odds of outputs", { odds: "empirical" }],
])("%s %s passes the checks of priors", async (name, _, options) => {
  const { create, quick } = models[name];
  for (const { run } of priorChecksOf((others) => create({ ...quick, ...options, ...others }), 2)) await run();
});
