import { expect, test } from "vitest";
import type { OptionDescription } from "../../src/models/modelEntry.ts";
import { models } from "../../src/models/index.ts";

interface ModelOption extends OptionDescription {
  readonly model: string;
}

const options: readonly ModelOption[] = Object.entries(models).flatMap(([model, entry]) =>
  entry.options.map((option) => ({ ...option, model })),
);

/** All that an option of a name may be, over all models: its type, and every word it takes anywhere. */
const meanings: Readonly<Record<string, readonly [type: OptionDescription["type"], ...words: (string | boolean)[]]>> = {
  ard: ["flag", true, false],
  calibration: ["choice", "curve", "none"],
  criterion: ["choice", "logScore", "error", "press", "span", "folds", "leave-one-out", "evidence", "utility"],
  decision: ["choice", "probability", "sign", "vote"],
  hyperparameters: ["choice", "evidence", "sampled", "hamiltonian", "em", "em-as-printed"],
  inference: ["choice", "ep", "laplace", "ep-after-laplace"],
  kernel: ["kernel", "auto", "gaussian", "linear"],
  penalty: ["matrix", "identity", "kernel"],
  precisionPrior: ["object"],
  regularization: ["number", "auto"],
  shrinkage: ["number", "auto"],
  starts: ["numbers"],
  threshold: ["number", "auto"],
};

test.each(Object.entries(meanings))("the option %s has one meaning in all models", (name, [type, ...words]) => {
  const all = options.filter((option) => option.name === name);
  expect(all.length).toBeGreaterThan(0);
  for (const option of all) {
    // A choice among some of the words that another model completes with values of its own.
    expect([type, "choice"], `${option.model} ${name}`).toContain(option.type);
    for (const choice of option.choices) expect(words, `${option.model} ${name}`).toContain(choice);
  }
});

test("an option that several models have is of one type, or is listed with its meaning", () => {
  for (const { name, model, type } of options) {
    if (Object.hasOwn(meanings, name)) continue;
    const others = options.filter((option) => option.name === name);
    for (const other of others)
      expect(`${name}: ${other.type}`, `${other.model} and ${model}`).toBe(`${name}: ${type}`);
  }
});

test("regularization is the same declaration everywhere, and its default is automatic", () => {
  const all = options.filter(({ name }) => name === "regularization");
  expect(all.map(({ model }) => model).toSorted()).toEqual(
    ["lssvm", "orkfd", "krr", "kfd", "bayesian-kfda", "svc", "klr", "logistic", "tsvc"].toSorted(),
  );
  for (const { choices, bounds, values, default: usual } of all) {
    expect({ choices, bounds, values, usual }).toEqual({
      choices: ["auto"],
      bounds: { from: 1e-30, to: 1e30 },
      values: '"auto" or a number from 1e-30 to 1e+30',
      usual: "auto",
    });
  }
});

test('a value is chosen by the word "auto", and by no other', () => {
  const former = ["search", "cross-validation", "any", "automatic", "data"];
  // How a value is chosen, and in what units components are, is another question.
  const ways = ["criterion", "scaling"];
  for (const { model, name, choices } of options) {
    if (ways.includes(name)) continue;
    for (const word of [...former, "leave-one-out", "utility"]) expect(choices, `${model} ${name}`).not.toContain(word);
  }
});

test("former names of options are used by no model for anything else", () => {
  const former: Readonly<Record<string, readonly string[]>> = {
    cost: [],
    variance: [],
    regularizer: [],
    // The matrix of the penalty.
    penalty: ["kfd", "bayesian-kfda"],
    // The approximation of the posterior.
    inference: ["gpc", "btsvc"],
    // The priors of noise and coefficients.
    prior: ["bkpc", "bmkc"],
  };
  for (const [name, expected] of Object.entries(former)) {
    const users = options.filter((option) => option.name === name).map(({ model }) => model);
    expect(users.toSorted(), name).toEqual(expected.toSorted());
  }
});

test("no declaration renames an option or a word that its model has now", () => {
  for (const [model, { create, options: own }] of Object.entries(models)) {
    for (const { option, word } of create().renamings ?? []) {
      const present = own.find(({ name }) => name === option);
      if (word === undefined) expect(present, `${model} ${option}`).toBeUndefined();
      else expect(present?.choices, `${model} ${option}`).not.toContain(word);
    }
  }
});
