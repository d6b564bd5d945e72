import { expect, test } from "vitest";
import { InputError, NumericalError } from "../src/errors.ts";

test("an InputError has a code, a place and a name of its own", () => {
  const error = new InputError("bad-row", "Row 3 is bad.", { row: 3 });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: "InputError", code: "bad-row", message: "Row 3 is bad.", place: { row: 3 } });
  expect(new InputError("bad", "Bad.").place).toEqual({});
  expect(String(error)).toBe("InputError: Row 3 is bad.");
});

test("a NumericalError has a code and is no InputError", () => {
  const error = new NumericalError("not-finite", "It is not finite.");
  expect(error).toMatchObject({ name: "NumericalError", code: "not-finite" });
  expect(error).not.toBeInstanceOf(InputError);
});
