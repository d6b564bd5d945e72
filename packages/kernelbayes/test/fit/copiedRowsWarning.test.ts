import { expect, test } from "vitest";
import { copiedRowsWarning } from "../../src/fit/copiedRowsWarning.ts";
import { fromRows } from "../../src/matrix/index.ts";
import { normal, stream } from "../../src/random/index.ts";
import { codesOf } from "./samples.ts";

/** Rows of two measurements; the last `copies` repeat the first ones. */
function measurements(rows: number, copies: number): number[][] {
  const random = stream(1, 0);
  const own = Array.from({ length: rows - copies }, () => [normal(random), normal(random)]);
  return [...own, ...own.slice(0, copies)];
}

const zeros = (rows: number): Int32Array => new Int32Array(rows);

test("copies of more than one row in twenty are told with their number", () => {
  const [warning] = copiedRowsWarning(fromRows(measurements(100, 6)), zeros(100));
  expect(warning.code).toBe("copied-rows");
  expect(warning.message).toMatch(/^6 of 100 rows/);
});

test("copies of up to one row in twenty are no cause for a warning", () => {
  expect(copiedRowsWarning(fromRows(measurements(100, 5)), zeros(100))).toEqual([]);
});

test("equal rows of different classes are no copies", () => {
  const classes = Int32Array.from({ length: 100 }, (_, row) => (row < 80 ? 0 : 1));
  expect(copiedRowsWarning(fromRows(measurements(100, 20)), classes)).toEqual([]);
});

test("three equal rows are two copies, wherever they stand, and 0 equals −0", () => {
  const rows = measurements(60, 0);
  for (const row of [3, 17, 31, 45, 59]) rows[row] = [row === 17 ? -0 : 0, 1];
  const [warning] = copiedRowsWarning(fromRows(rows), zeros(60));
  expect(warning.message).toMatch(/^4 of 60 rows/);
});

test("answers of a survey repeat by nature and are no cause for a warning", () => {
  const random = stream(2, 0);
  const answers = Array.from({ length: 400 }, () => Array.from({ length: 4 }, () => Math.round(2 * normal(random))));
  expect(copiedRowsWarning(fromRows(answers), zeros(400))).toEqual([]);
});

test("one fine measurement beside the answers is enough to know a copy", () => {
  const random = stream(2, 0);
  const rows = Array.from({ length: 100 }, () => [Math.round(2 * normal(random)), normal(random)]);
  const X = fromRows([...rows, ...rows.slice(0, 20)]);
  expect(codesOf(copiedRowsWarning(X, zeros(120)))).toEqual(["copied-rows"]);
  // Fifty different values are still answers; fifty-one are a measurement.
  const values = (different: number): number[][] => Array.from({ length: 200 }, (_, row) => [row % different]);
  expect(copiedRowsWarning(fromRows(values(50)), zeros(200))).toEqual([]);
  expect(codesOf(copiedRowsWarning(fromRows(values(51)), zeros(200)))).toEqual(["copied-rows"]);
});

test("rows whose only measurement was imputed are equal by chance: 17 of 300 readings of a sensor were called copies", () => {
  const random = stream(3, 0);
  const readings = Array.from({ length: 300 }, (_, row) => [row % 15 === 0 ? 3.1 : normal(random), row % 4]);
  expect(copiedRowsWarning(fromRows(readings), zeros(300))).toEqual([]);
  // Copies beside them are still found.
  const copied = fromRows([...readings, ...readings.filter((_, row) => row % 10 === 1)]);
  expect(copiedRowsWarning(copied, zeros(330))[0].message).toMatch(/^30 of 330 rows/);
});
