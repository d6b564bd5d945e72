import { expect, test } from "vitest";
import { equalRows } from "../../src/evaluate/equalRows.ts";
import { fromRows } from "../../src/matrix/index.ts";

const ones = (n: number): Float64Array => new Float64Array(n).fill(1);

test("rows that agree in every column and in their class form a set, and their weights are summed", () => {
  const X = fromRows([
    [1, 2],
    [3, 4],
    [1, 2],
    [1, 2],
  ]);
  const { setOf, representatives, weights, inputs } = equalRows(
    X,
    Int32Array.of(0, 1, 0, 1),
    Float64Array.of(1, 1, 0.5, 2),
  );
  expect(setOf[0]).toBe(setOf[2]);
  expect(new Set(setOf).size).toBe(3);
  expect(weights[setOf[0]]).toBe(1.5);
  expect(inputs[setOf[0]]).toBe(inputs[setOf[3]]);
  expect(inputs[setOf[1]]).not.toBe(inputs[setOf[0]]);
  expect(Array.from(representatives, (row) => setOf[row])).toEqual([0, 1, 2]);
});

test("the order of the sets depends neither on the order of the rows nor, where values differ, on that of the columns", () => {
  const rows = [
    [0.3, 7],
    [5, -1],
    [2, 2.5],
    [0.1, 9],
    [5, -1],
  ];
  const classes = [0, 1, 1, 0, 1];
  const names = rows.map((row, i) => `${row.toSorted((a, b) => a - b).join()} ${classes[i]}`);
  const sequence = (order: readonly number[], swap: boolean): string[] => {
    const X = fromRows(order.map((i) => (swap ? rows[i].toReversed() : rows[i])));
    const { representatives } = equalRows(
      X,
      Int32Array.from(order, (i) => classes[i]),
      ones(rows.length),
    );
    return Array.from(representatives, (row) => names[order[row]]);
  };
  const expected = sequence([0, 1, 2, 3, 4], false);
  expect(expected).toHaveLength(4);
  expect(sequence([4, 2, 0, 1, 3], false)).toEqual(expected);
  expect(sequence([0, 1, 2, 3, 4], true)).toEqual(expected);
});

test("rows without columns differ by class only, and no rows give no sets", () => {
  expect(equalRows({ data: new Float64Array(), rows: 3, columns: 0 }, Int32Array.of(1, 0, 1), ones(3)).weights).toEqual(
    Float64Array.of(1, 2),
  );
  expect(equalRows({ data: new Float64Array(), rows: 0, columns: 2 }, new Int32Array(), ones(0)).weights).toHaveLength(
    0,
  );
});
