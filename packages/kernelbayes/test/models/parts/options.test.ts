import { expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { checkOptions, invalidOption } from "../../../src/models/parts/options.ts";

test("an option that a model does not have is refused by name, and those it has are listed", () => {
  expect(() => checkOptions("lda", { shrinkage: 1 }, ["shrinkage"])).not.toThrow();
  expect(() => checkOptions("lda", { shrinkige: 1 }, ["shrinkage"])).toThrow(/"shrinkige".*shrinkage/);
  expect(() => checkOptions("rda", { shrinkage: 1 }, [])).toThrow("none");
  expect(() => checkOptions("rda", JSON.parse('{"__proto__": 1}') as object, [])).toThrow(InputError);
});

test("options that are no object are refused", () => {
  for (const junk of [null, 3, "fast", [1]]) {
    expect(() => checkOptions("lda", junk as object, ["shrinkage"])).toThrow(
      "The options of lda must be an object; got",
    );
  }
});

test("a long value is cut in the message", () => {
  const { message } = invalidOption(
    "lda",
    "shrinkage",
    "a number",
    Array.from({ length: 1000 }, () => 0),
  );
  expect(message.length).toBeLessThan(130);
  expect(message).toMatch(/^The option shrinkage of lda must be a number; got \[0,0,.*…\.$/);
});
