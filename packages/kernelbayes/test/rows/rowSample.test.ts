import { expect, test } from "vitest";
import { rowSample } from "../../src/rows/rowSample.ts";

const classes = Float64Array.from({ length: 500 }, (_, i) => (i < 15 ? 1 : -1));

test("a sample of rows is ascending, of the size asked for, and keeps ten of a rare class", () => {
  const rows = rowSample(classes, 60, 7);
  expect(rows).toHaveLength(60);
  expect([...rows]).toEqual([...new Set(rows)].toSorted((a, b) => a - b));
  expect(rows.filter((row) => classes[row] === 1).length).toBeGreaterThanOrEqual(10);
});

test("a sample depends on its seed, and is everything where that is little enough", () => {
  expect(rowSample(classes, 60, 7)).toEqual(rowSample(classes, 60, 7));
  expect(rowSample(classes, 60, 8)).not.toEqual(rowSample(classes, 60, 7));
  expect([...rowSample(classes, 500, 7)]).toEqual([...classes.keys()]);
});
