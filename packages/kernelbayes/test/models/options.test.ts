import { expect, test } from "vitest";
import { InputError } from "../../src/errors.ts";
import { checkOptions, numberOption } from "../../src/models/options.ts";

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
