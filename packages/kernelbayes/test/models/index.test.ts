import { describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.ts";
import { frozenCases } from "../frozen/cases.ts";
import { modelFromDocument, models } from "../../src/models/index.ts";

describe.each(Object.entries(models))("the catalogue entry %s", (name, entry) => {
  test("says what it is, and makes a model of its name", () => {
    expect(entry.title.length).toBeGreaterThan(3);
    expect(entry.summary).toMatch(/\.$/);
    expect(entry.create().name).toBe(name);
    for (const { name: option, values, text } of entry.options) {
      expect(option).toMatch(/^[a-z][A-Za-z]*$/);
      expect(values.length).toBeGreaterThan(3);
      expect(text).toMatch(/\.$/);
    }
  });

  test("makes the same model without options and with its defaults, one by one and all together", () => {
    const document = entry.create().toDocument();
    const defaults = entry.options.filter((option) => option.default !== undefined);
    for (const option of defaults) {
      expect(entry.create({ [option.name]: option.default }).toDocument()).toEqual(document);
    }
    const all = Object.fromEntries(defaults.map((option) => [option.name, option.default]));
    expect(entry.create(all).toDocument()).toEqual(document);
    for (const option of defaults) {
      if (option.name in document) expect(document[option.name]).toEqual(option.default);
    }
  });

  test("states a default for every option: its value, or in words what it depends on", () => {
    for (const { default: usual, defaultText } of entry.options) {
      expect(defaultText.length).toBeGreaterThan(0);
      expect(defaultText).not.toMatch(/unless|undefined/);
      if (usual !== undefined) expect(JSON.parse(defaultText)).toEqual(usual);
    }
  });

  test("gives a form the choices and bounds that the model takes", () => {
    for (const { name: option, type, choices, bounds } of entry.options) {
      if (type === "choice") expect(choices.length).toBeGreaterThan(1);
      if (type === "flag") expect(choices).toEqual([true, false]);
      if (type.endsWith("number")) expect(bounds).toBeDefined();
      expect(() => entry.create({ [option]: "no such word" })).toThrow(InputError);
      expect(() => entry.create({ [option]: -1 })).toThrow(InputError);
    }
    // The frozen cases give every choice once, with the options it needs beside it.
    for (const { model, options } of frozenCases()) if (model === name) expect(entry.create(options).name).toBe(name);
  });

  test("is rebuilt from its document, by itself and inside a coupling", () => {
    const document = entry.create().toDocument();
    for (const outer of [
      document,
      { name: "pairwise", model: document },
      { name: "one-versus-rest", model: document },
    ]) {
      expect(modelFromDocument(JSON.parse(JSON.stringify(outer))).toDocument()).toEqual(outer);
    }
  });
});

test("an unknown name is refused, and the nearest one offered", () => {
  expect(() => modelFromDocument({ name: "ldaa" })).toThrow('There is no model "ldaa". Did you mean lda');
  expect(() => modelFromDocument({ name: "pairwize", model: { name: "lda" } })).toThrow("pairwise");
  expect(() => modelFromDocument({ name: "random forest" })).toThrow("There are lda, qda, rda, lssvm, orkfd, krr");
});

test("what is no document of a model is refused by its path", () => {
  for (const junk of [undefined, null, "lda", 1, [], [{ name: "lda" }]]) {
    expect(() => modelFromDocument(junk)).toThrow(InputError);
  }
  expect(() => modelFromDocument({})).toThrow("model.name");
  expect(() => modelFromDocument({ name: 7 })).toThrow("model.name");
  expect(() => modelFromDocument({ name: "pairwise" })).toThrow("model.model");
  expect(() => modelFromDocument({ name: "pairwise", model: { name: "one-versus-rest", model: {} } })).toThrow(
    "model.model.model.name",
  );
});

test("unknown and invalid options are refused, also those of a coupling", () => {
  expect(() => modelFromDocument({ name: "lda", shrinkage: 2 })).toThrow("from 0 to 1");
  expect(() => modelFromDocument({ name: "lda", kernel: "gaussian" })).toThrow('"kernel"');
  expect(() => modelFromDocument({ name: "pairwise", model: { name: "lda" }, voting: true })).toThrow('"voting"');
});

test("names that every object has are no models", () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
    expect(() => modelFromDocument({ name })).toThrow(InputError);
    expect(() => modelFromDocument({ name: "pairwise", model: { name } })).toThrow(InputError);
  }
  const hostile: unknown = JSON.parse('{"__proto__": {"name": "lda"}}');
  expect(() => modelFromDocument(hostile)).toThrow("model.name");
});

test("models may be nested four deep and no deeper", () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? { name: "lda" } : { name: "pairwise", model: nested(depth - 1) };
  expect(() => modelFromDocument(nested(4))).not.toThrow();
  expect(() => modelFromDocument(nested(5))).toThrow("nests models too deeply");
  expect(() => modelFromDocument(nested(3000))).toThrow(InputError);
});
