import { expect, test } from "vitest";
import { rowSample } from "../../../src/fit/chunks/rowSample.ts";
import { tableFromColumns, type Table } from "../../../src/table/table.ts";

const n = 5000;
const classOf = (row: number): number => (row === 4321 || row === 1234 || row === 17 ? 1 : 0);

function tableOf(first: number, count: number): Table {
  return tableFromColumns({ place: Float64Array.from({ length: count }, (_, i) => first + i) });
}

function sampled(size: number, seed: number, part: number) {
  const sample = rowSample(size, seed);
  for (let first = 0; first < n; first += part) {
    const count = Math.min(part, n - first);
    const all = Int32Array.from({ length: count }, (_, i) => i);
    sample.add(tableOf(first, count), first, all, (row) => classOf(first + row));
  }
  return sample.taken();
}

test("the sample is the same whatever the chunks, in the order of the table, with the cells of its rows", () => {
  const { table, rows } = sampled(200, 9, n);
  expect(rows.length).toBeGreaterThanOrEqual(200);
  expect(rows.length).toBeLessThanOrEqual(202);
  expect(rows).toEqual(rows.toSorted((a, b) => a - b));
  expect(table.columns[0]).toMatchObject({ values: Float64Array.from(rows) });
  for (const part of [37, 300, 999]) expect(sampled(200, 9, part).rows).toEqual(rows);
  expect(sampled(200, 10, n).rows).not.toEqual(rows);
});

test("two rows of a class of three are there in any case", () => {
  for (const seed of [1, 2, 3, 4]) {
    expect(sampled(50, seed, 300).rows.filter((row) => classOf(row) === 1).length).toBeGreaterThanOrEqual(2);
  }
});

test("rows are equally likely: the mean place of 60 seeds lies within four of its deviations", () => {
  const places = Array.from({ length: 60 }, (_, seed) =>
    sampled(20, seed + 1, 1000).rows.filter((row) => classOf(row) === 0),
  ).flat();
  const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
  // False alarms: 6e-5.
  expect(Math.abs(mean - (n - 1) / 2)).toBeLessThan((4 * n) / Math.sqrt(12 * places.length));
});

test("a sample that all rows fit into has all of them", () => {
  expect(sampled(n, 3, 700).rows).toEqual(Array.from({ length: n }, (_, row) => row));
});
