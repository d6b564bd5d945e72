import { modelFamilies, models } from "kernelbayes/models";
import { expect, test } from "vitest";
import { canonicalText } from "../src/job.ts";
import { methodOf, methodsOfFamily, methodTitle, splitOptions } from "../src/method.ts";

test("a method names all its options, so that a default and the same value by hand are one method", () => {
  expect(methodOf("lda")).toEqual({ name: "lda", options: { shrinkage: 0 } });
  expect(methodOf("lda:shrinkage=0")).toEqual(methodOf("lda"));
  expect(methodOf("lda:shrinkage=0.25").options).toEqual({ shrinkage: 0.25 });
});

test.each(["lda", "qda:shrinkage=0.5", "rda", "lda:select=5", "lda:shrinkage=0.5:select=2:standardize=none"])(
  "the title of %s reads as it was written",
  (text) => {
    expect(methodTitle(methodOf(text))).toBe(text);
  },
);

test("the title of every model with default options is its name, also when they come back from a store", () => {
  for (const name of Object.keys(models)) {
    const stored = JSON.parse(canonicalText(methodOf(name).options)) as Record<string, unknown>;
    expect(methodTitle({ name, options: stored })).toBe(name);
  }
});

test("options of the encoding stand beside those of the model, and methods without any are as they were", () => {
  const { options } = methodOf("lda:select=5");
  expect(options).toEqual({ shrinkage: 0, encoding: { select: 5 } });
  expect(splitOptions(options)).toEqual({ model: { shrinkage: 0 }, encoding: { select: 5 } });
  expect(splitOptions(methodOf("lda").options)).toEqual({ model: { shrinkage: 0 }, encoding: {} });
});

test("a former option is refused with the present one", () => {
  expect(() => methodOf("svc:cost=10")).toThrow("Write regularization: 0.1");
  expect(methodOf("svc:regularization=0.1").options.regularization).toBe(0.1);
});

test("the title of a method that is not of the catalogue is its name", () => {
  expect(methodTitle({ name: "sklearn-lda", options: { C: 1 } })).toBe("sklearn-lda");
});

test.each([
  ["ldaa", /Did you mean lda/],
  ["lda:shrinkage", /an option is written NAME=VALUE; got "shrinkage"/],
  ["lda:shrinkage=much", /must be a number from 0 to 1; got "much"/],
  ["lda:shrink=1", /no option "shrink"/],
  ["", /no model ""/],
  ["lda:select=0", /select must be a number of columns, 1 at least; got 0/],
  ["lda:select=many", /select must be a number of columns/],
  ["lda:standardize=much", /standardize can be "standard"/],
])("%j is refused with what is wrong", (text, message) => {
  expect(() => methodOf(text)).toThrow(message);
});

test("every model belongs to a family, and the families together are the catalogue", () => {
  const present = modelFamilies.filter((family) => Object.values(models).some((entry) => entry.family === family));
  const names = present.flatMap((family) => methodsOfFamily(family).map(({ name }) => name));
  expect(names.toSorted()).toEqual(Object.keys(models).toSorted());
  expect(methodsOfFamily("all")).toHaveLength(names.length);
  expect(methodsOfFamily("discriminant").map(({ name }) => name)).toEqual(["lda", "qda", "rda"]);
});

test("a family without members says which families have some", () => {
  const empty = modelFamilies.filter((family) => Object.values(models).every((entry) => entry.family !== family));
  for (const family of empty) expect(() => methodsOfFamily(family)).toThrow(/Families with models: .*discriminant/);
});
