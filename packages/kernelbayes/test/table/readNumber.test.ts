import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readNumber, readPlainNumber } from "../../src/table/readNumber.ts";

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

describe("readNumber", () => {
  test.each([
    ["5", 5],
    ["-5.25", -5.25],
    ["+.5", 0.5],
    ["6.", 6],
    [" 7 ", 7],
    ["1E3", 1000],
    ["1e999", Infinity],
    ["-INF", -Infinity],
    ["infinity", Infinity],
    ["123456789012345678", 123456789012345680],
  ])("reads %j as %d", (text, value) => {
    expect(readNumber(text)).toBe(value);
  });

  test.each([
    "",
    " ",
    ".",
    "-",
    "+-1",
    "0x1f",
    "0b1",
    "0o7",
    "1_000",
    "1,5",
    "1e",
    "e5",
    "NaN",
    "1 2",
    "١",
    "--1",
    "-0x1",
    "5-",
    "1.2.3",
  ])("reads no number in %j", (text) => {
    expect(readNumber(text)).toBeNaN();
  });

  test("accepts exactly the decimal notations and reads them as the language does", () => {
    const texts = fc.string({ unit: fc.constantFrom(..."0123456789.-+eExb "), maxLength: 12 });
    fc.assert(
      fc.property(texts, (text) => {
        return Object.is(readNumber(text), decimal.test(text.trim()) ? Number(text) : NaN);
      }),
      { numRuns: 3000, seed: 1 },
    );
  });

  test("takes time in proportion to the length of a cell that is nearly a number", () => {
    expect(readNumber(`${"1".repeat(1_000_000)}x`)).toBeNaN();
    expect(readNumber(`${" ".repeat(1_000_000)}1`)).toBe(1);
  });
});

describe("readPlainNumber", () => {
  test("gives the nearest double, bit for bit, or nothing", () => {
    const texts = fc.oneof(
      fc.double({ noNaN: true }).map(String),
      fc.tuple(fc.integer(), fc.nat({ max: 99_999_999 })).map(([whole, part]) => `${whole}.${part}`),
      fc.string({ unit: fc.constantFrom(..."0123456789.-"), maxLength: 18 }),
    );
    let plain = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const value = readPlainNumber(text);
        if (Number.isNaN(value)) return;
        plain++;
        expect(value).toBe(Number(text));
        expect(String(value)).toBe(text);
      }),
      { numRuns: 3000, seed: 2 },
    );
    expect(plain).toBeGreaterThan(500);
  });

  test("recognises every plain number of up to 15 digits", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
        fc.nat({ max: 9 }),
        (digits, places) => {
          const text = String(digits / 10 ** places);
          return text.includes("e") || readPlainNumber(text) === Number(text);
        },
      ),
      { numRuns: 2000, seed: 3 },
    );
  });

  test("reads between two places of a longer text", () => {
    expect(readPlainNumber("1,-2.5,3", 2, 6)).toBe(-2.5);
    expect(readPlainNumber("1,,3", 2, 2)).toBeNaN();
  });
});
