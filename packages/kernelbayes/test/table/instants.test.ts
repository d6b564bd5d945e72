import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dateOfDays, decimalText, instantText, timeText } from "../../src/table/instants.ts";

describe("points of time", () => {
  test("in milliseconds are as the language writes them", () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(instantText(BigInt(date.getTime()), 3, true)).toBe(date.toISOString());
        expect(dateOfDays(Math.floor(date.getTime() / 864e5))).toBe(date.toISOString().split("T")[0]);
      }),
      { seed: 7 },
    );
  });

  test("keep all digits of their unit, before 1970 too", () => {
    expect(instantText(-1n, 9, true)).toBe("1969-12-31T23:59:59.999999999Z");
    expect(instantText(-1n, 0, false)).toBe("1969-12-31T23:59:59");
    expect(timeText(45_296_000_001n, 6)).toBe("12:34:56.000001");
  });

  test("beyond what a date can hold are not told", () => {
    expect(instantText(2n ** 62n, 0, true)).toBeUndefined();
    expect(dateOfDays(2 ** 31 - 1)).toBeUndefined();
  });
});

test("a decimal has as many digits behind the point as its scale says", () => {
  expect(decimalText(5n, 2)).toBe("0.05");
  expect(decimalText(-5n, 2)).toBe("-0.05");
  expect(decimalText(1234n, 2)).toBe("12.34");
  expect(decimalText(12n, 0)).toBe("12");
  expect(decimalText(12n, -2)).toBe("1200");
});
