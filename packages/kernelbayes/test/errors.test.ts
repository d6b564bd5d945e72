import { expect, test } from "vitest";
import { EnvironmentError, InputError, NumericalError } from "../src/errors.ts";
import { option, thatRow, wording } from "../src/wording.ts";

test("an InputError has a code, a place and a name of its own", () => {
  const error = new InputError("bad-row", "Row 3 is bad.", { row: 3 });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: "InputError", code: "bad-row", message: "Row 3 is bad.", place: { row: 3 } });
  expect(new InputError("bad", "Bad.").place).toEqual({});
  expect(String(error)).toBe("InputError: Row 3 is bad.");
});

test("the message of an InputError is made of source, part of the work, problem and remedy", () => {
  const error = new InputError("missing", wording`Row ${thatRow} is bad.`, { row: 3 }, wording`Use ${option("a", 1)}.`);
  expect(error.message).toBe("Row 3 is bad. Use `a: 1`.");
  const placed = error.at({ row: 30, source: "a.csv" }).at({ part: "Fold 2", source: "b.csv" });
  expect(placed).toBeInstanceOf(InputError);
  expect(placed.place).toEqual({ row: 30, source: "b.csv", part: "Fold 2" });
  expect(placed.message).toBe("b.csv: Fold 2: Row 30 is bad. Use `a: 1`.");
  expect(placed.withRemedy("Fill it.").message).toBe("b.csv: Fold 2: Row 30 is bad. Fill it.");
  expect(error.messageWith(({ option: name, value }) => `--${name} ${String(value)}`)).toBe("Row 3 is bad. Use --a 1.");
});

test("a NumericalError has a code and is no InputError", () => {
  const error = new NumericalError("not-finite", "It is not finite.");
  expect(error).toMatchObject({ name: "NumericalError", code: "not-finite" });
  expect(error).not.toBeInstanceOf(InputError);
});

test("an EnvironmentError has a code, names what is missing and how to get it, and is neither of the other two", () => {
  const error = new EnvironmentError("koffi-missing", "koffi is not installed.", "Install it.");
  expect(error).toMatchObject({ name: "EnvironmentError", code: "koffi-missing", remedy: "Install it." });
  expect(error.message).toBe("koffi is not installed. Install it.");
  expect(new EnvironmentError("disk-full", "It is full.").message).toBe("It is full.");
  expect(error).not.toBeInstanceOf(InputError);
  expect(error).not.toBeInstanceOf(NumericalError);
});
