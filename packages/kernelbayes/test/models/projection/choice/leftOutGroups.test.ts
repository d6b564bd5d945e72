import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { partOf, type GroupedRows } from "../../../../src/models/projection/choice/leftOutGroups.ts";

const n = 3000;

/** Rows with their number as only column; the first 24 are of the rare class, and three rows make a group. */
const rows: GroupedRows = {
  X: matrix(
    n,
    1,
    Float64Array.from({ length: n }, (_, i) => i),
  ),
  classes: Int32Array.from({ length: n }, (_, i) => (i < 24 ? 1 : 0)),
  classCount: 2,
  weights: Float64Array.from({ length: n }, (_, i) => i + 0.5),
  groups: Array.from({ length: n / 3 }, (_, g) => ({
    rows: Int32Array.of(3 * g, 3 * g + 1, 3 * g + 2),
    units: Float64Array.of(3 * g + 0.5, 3 * g + 1.5, 3 * g + 2.5),
  })),
};

test("a part of the rows has twenty of a rare class", () => {
  for (const seed of [1, 2, 3]) {
    const { classes, X } = partOf(rows, 100, seed);
    expect(X.rows).toBe(100 + 20);
    expect(classes.filter((q) => q === 1)).toHaveLength(20);
  }
});

test("rows of a part have their own classes and weights, and groups those of their rows that are in it", () => {
  const part = partOf(rows, 100, 1);
  const numbers = [...part.X.data];
  expect([...part.classes]).toEqual(numbers.map((i) => rows.classes[i]));
  expect([...part.weights]).toEqual(numbers.map((i) => rows.weights[i]));
  const grouped = part.groups?.map((group) => Array.from(group.rows, (place) => Math.floor(numbers[place] / 3)));
  expect(grouped?.every((members) => members.length > 0 && new Set(members).size === 1)).toBe(true);
  expect(grouped?.flat()).toHaveLength(100 + 20);
  const units = part.groups?.flatMap((group) =>
    Array.from(group.rows, (place, at) => group.units[at] - numbers[place]),
  );
  expect(units?.every((difference) => difference === 0.5)).toBe(true);
});

test("no more rows than asked for are kept as they are", () => {
  expect(partOf(rows, n, 1)).toBe(rows);
});
