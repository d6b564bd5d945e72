import { expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import {
  checkOptions,
  choiceOption,
  gammaPriorOption,
  numberOption,
  startsOption,
} from "../../../src/models/parts/options.ts";

test("an option that a model does not have is refused by name, and those it has are listed", () => {
  expect(() => checkOptions("lda", { shrinkage: 1 }, ["shrinkage"])).not.toThrow();
  expect(() => checkOptions("lda", { shrinkige: 1 }, ["shrinkage"])).toThrow(/"shrinkige".*shrinkage/);
  expect(() => checkOptions("rda", { shrinkage: 1 }, [])).toThrow("none");
  expect(() => checkOptions("rda", JSON.parse('{"__proto__": 1}') as object, [])).toThrow(InputError);
});

test("a number option lies between its bounds, both allowed", () => {
  for (const value of [0, 0.5, 1]) expect(numberOption("lda", "shrinkage", value, 0, 1)).toBe(value);
  for (const value of [-1e-9, 1.0001, Number.NaN, Infinity, "0.5", null, undefined]) {
    expect(() => numberOption("lda", "shrinkage", value, 0, 1)).toThrow(
      /shrinkage of lda must be a number from 0 to 1/,
    );
  }
});

test("a choice is one of its words, and all are listed where it is not", () => {
  expect(choiceOption("krr", "bias", "none", ["free", "none"])).toBe("none");
  for (const value of ["some", undefined, 1]) {
    expect(() => choiceOption("krr", "bias", value, ["free", "none"])).toThrow(
      /bias of krr must be "free" or "none"; got/,
    );
  }
});

test("starts are up to a hundred positive numbers, copied", () => {
  const starts = [0.1, 10];
  const read = startsOption("bfd", starts);
  expect(read).toEqual(starts);
  expect(read).not.toBe(starts);
  for (const value of [[], [0], [1, -1], ["1"], [Infinity], Array.from({ length: 101 }, () => 1), 1, undefined]) {
    expect(() => startsOption("bfd", value)).toThrow(/starts of bfd must be a list/);
  }
});

test("a Gamma prior has a positive shape, a positive rate and nothing else", () => {
  expect(gammaPriorOption("bfd", "precisionPrior", { shape: 1, rate: 2 })).toEqual({ shape: 1, rate: 2 });
  for (const value of [{ shape: 1 }, { shape: 0, rate: 1 }, { shape: 1, rate: 1, scale: 1 }, null, 3]) {
    expect(() => gammaPriorOption("bfd", "precisionPrior", value)).toThrow(/both positive; got/);
  }
});
