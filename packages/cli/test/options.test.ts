import { expect, test } from "vitest";
import { choice, fraction, nameList, positiveNumber, seconds, wholeNumber } from "../src/options.ts";

test("times are read as people write them", () => {
  for (const [text, expected] of [
    ["90", 90],
    ["60s", 60],
    ["1.5m", 90],
    ["2 min", 120],
    ["1h", 3600],
    ["1m30s", 90],
    ["500ms", 0.5],
  ] as const) {
    expect(seconds("budget", text)).toBe(expected);
  }
  for (const text of ["", "soon", "5 days", "-3s", "0s", "1m30"]) {
    expect(() => seconds("budget", text)).toThrow(`--budget takes a time, such as 60s, 2m or 1m30s; got "${text}".`);
  }
});

test("shares are numbers between 0 and 1 or percentages", () => {
  expect(fraction("holdout", "0.25")).toBe(0.25);
  expect(fraction("holdout", "25%")).toBe(0.25);
  for (const text of ["0", "1", "25", "", "%", "half"])
    expect(() => fraction("holdout", text)).toThrow("--holdout takes");
});

test("names are separated by commas, and may hold commas in quotation marks", () => {
  expect(nameList("exclude", "a, b ,c")).toEqual(["a", "b", "c"]);
  expect(nameList("exclude", ["a,b", "c"])).toEqual(["a", "b", "c"]);
  expect(nameList("exclude", '"length, cm",width')).toEqual(["length, cm", "width"]);
  expect(nameList("exclude", 'a"b,c')).toEqual(['a"b', "c"]);
  expect(() => nameList("exclude", " , ")).toThrow("--exclude takes names separated by commas");
});

test("numbers are whole or positive as they should be", () => {
  expect(wholeNumber("folds", "5", 2)).toBe(5);
  expect(positiveNumber("memory", "0.5")).toBe(0.5);
  for (const text of ["1", "2.5", "", " ", "many"])
    expect(() => wholeNumber("folds", text, 2)).toThrow("a whole number from 2");
  for (const text of ["0", "-1", "", "Infinity"])
    expect(() => positiveNumber("memory", text)).toThrow("a number greater than 0");
  expect(() => wholeNumber("seed", "0.5", Number.MIN_SAFE_INTEGER)).toThrow('--seed takes a whole number; got "0.5".');
});

test("one of several words is taken, and any other refused with all of them", () => {
  expect(choice("missing", "drop", ["impute", "drop"])).toBe("drop");
  expect(() => choice("missing", "fill", ["impute", "drop"])).toThrow(
    '--missing takes one of impute, drop; got "fill".',
  );
});
