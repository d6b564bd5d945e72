import { expect, test } from "vitest";
import { errorInTable } from "../../src/fit/errorInTable.ts";
import { InputError } from "../../src/errors.ts";
import { thatRow, wording } from "../../src/wording.ts";

test("an error about a row of a part is told of the row of the table, in the message and in the place", () => {
  const error = new InputError("bad", wording`Column "row 2" is bad in row ${thatRow}, but not in row 20.`, {
    row: 2,
    column: "a",
  });
  expect(errorInTable(error, [4, 9])).toMatchObject({
    code: "bad",
    message: 'Column "row 2" is bad in row 10, but not in row 20.',
    place: { row: 10, column: "a" },
  });
});

test("errors without a row stay what they are", () => {
  const input = new InputError("bad", "It is bad.", { column: "a" });
  const other = new RangeError("row 1");
  expect(errorInTable(input, [4])).toBe(input);
  expect(errorInTable(other, [4])).toBe(other);
});
