import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { modelFromDocument, models, type ModelName } from "../../../src/models/index.ts";
import { inPresentWords, refuseFormerWords, type Renaming } from "../../../src/models/parts/inPresentWords.ts";
import { thrown } from "../../thrown.ts";

const renamings: readonly Renaming[] = [
  { option: "cost", now: (cost) => ({ regularization: 1 / (cost as number) }) },
  { option: "count", word: "utility", now: (criterion) => ({ count: "auto", criterion }) },
];

test("former options and words are replaced, all else stays as it is", () => {
  expect(inPresentWords(renamings, { cost: 4, count: "utility", shape: "l1" })).toEqual({
    regularization: 0.25,
    count: "auto",
    criterion: "utility",
    shape: "l1",
  });
  const present = { count: 3, criterion: "utility" };
  expect(inPresentWords(renamings, present)).toBe(present);
});

test("a former option beside the one that it became stays, so that it is refused", () => {
  const both = { cost: 4, regularization: 3 };
  expect(inPresentWords(renamings, both)).toBe(both);
  expect(() => refuseFormerWords("svc", renamings, both)).toThrow(InputError);
});

test("options that are undefined, and what is no object, are left to others", () => {
  for (const given of [{ cost: undefined }, {}, null, 3, "cost"]) {
    expect(() => refuseFormerWords("svc", renamings, given as object)).not.toThrow();
  }
});

/** A former option with a value, and the options that it is now. */
type Case = readonly [
  model: ModelName,
  former: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
];

const cases: readonly Case[] = [
  ["svc", { cost: 8 }, { regularization: 0.125 }],
  ["svc", { cost: "search" }, { regularization: "auto" }],
  ["klr", { cost: 8 }, { regularization: 0.125 }],
  ["klr", { cost: "search" }, { regularization: "auto" }],
  ["tsvc", { variance: 8 }, { regularization: 0.125 }],
  ["tsvc", { variance: "search" }, { regularization: "auto" }],
  ["logistic", { penalty: 3 }, { regularization: 3 }],
  ["logistic", { penalty: "leave-one-out" }, { regularization: "auto" }],
  ["kfd", { regularizer: "identity" }, { penalty: "identity" }],
  ["kfd", { regularization: "cross-validation" }, { regularization: "auto" }],
  ["kfd", { threshold: "cross-validation" }, { threshold: "auto" }],
  ["bayesian-kfda", { regularization: "leave-one-out" }, { regularization: "auto", criterion: "leave-one-out" }],
  ["bayesian-kfda", { regularization: "evidence" }, { regularization: "auto", criterion: "evidence" }],
  ["bfd", { precision: "search" }, { precision: "auto" }],
  ["bfd", { inference: "em" }, { hyperparameters: "em" }],
  ["bfd-linear", { inference: "em" }, { hyperparameters: "em" }],
  ["bfd-linear", { prior: "ard" }, { ard: true }],
  ["bfd-linear", { prior: "shared" }, { ard: false }],
  ["bkpc", { projections: "leave-one-out" }, { projections: "auto", criterion: "leave-one-out" }],
  ["bkpc", { projections: "utility" }, { projections: "auto", criterion: "utility" }],
  ["bkpc", { bandwidth: "data" }, { bandwidth: "auto" }],
  ["bkpc", { kernel: "any" }, { kernel: "auto" }],
  ["bmkc", { bandwidth: "data" }, { bandwidth: "auto" }],
  ["bmkc", { kernel: "any" }, { kernel: "auto" }],
];

describe.each(cases)("%s with %j", (model, former, now) => {
  test("is refused with the present words and the value in them", () => {
    const { code, message } = thrown(() => models[model].create(former));
    expect(code).toBe("renamed-option");
    const [[option, value]] = Object.entries(former);
    expect(message).toContain(`The model ${model} no longer takes ${option}: ${JSON.stringify(value)}.`);
    for (const [name, present] of Object.entries(now)) {
      expect(message).toContain(`${name}: ${JSON.stringify(present)}`);
    }
  });

  test("is read from a document as the present options, also inside of a coupling", () => {
    const expected = models[model].create(now).toDocument();
    expect(modelFromDocument({ name: model, ...former }).toDocument()).toEqual(expected);
    const inside = modelFromDocument({ name: "pairwise", model: { name: model, ...former } });
    expect(inside.toDocument().model).toEqual(expected);
  });
});

test("every renaming of the catalogue has a case here", () => {
  const tested = new Set(cases.flatMap(([model, former]) => Object.keys(former).map((option) => `${model} ${option}`)));
  const declared = Object.entries(models).flatMap(([model, { create }]) =>
    (create().renamings ?? []).map(({ option, word }) => {
      if (word !== undefined) {
        expect(cases).toContainEqual([model, { [option]: word }, expect.anything()]);
      }
      return `${model} ${option}`;
    }),
  );
  expect(new Set(declared)).toEqual(tested);
});

test("a former value that never had a meaning is refused in a document by what the present option takes", () => {
  expect(thrown(() => modelFromDocument({ name: "svc", cost: "much" })).message).toBe(
    'The option regularization of svc must be "auto" or a number from 1e-30 to 1e+30; got "much".',
  );
});
