import { expect, test } from "vitest";
import * as data from "../../src/data/index.ts";
import { columnNamed, columnNames } from "../../src/table/table.ts";
import { countsOf, rowsOf } from "./tables.ts";

const { datasets } = data;
const names = Object.keys(datasets) as data.DatasetName[];
const generated = names.filter((name) => name !== "iris");

/** Columns, rows and classes by default. */
const shapes: Record<data.DatasetName, [columns: number, rows: number, classes: string[]]> = {
  iris: [4, 150, ["setosa", "versicolor", "virginica"]],
  twoClouds: [2, 200, ["negative", "positive"]],
  twonorm: [20, 400, ["negative", "positive"]],
  ringnorm: [20, 400, ["negative", "positive"]],
  waveform: [21, 400, ["wave 1", "wave 2", "wave 3"]],
  banana: [2, 400, ["negative", "positive"]],
  twoSpirals: [2, 194, ["negative", "positive"]],
  torus: [2, 400, ["center", "ring"]],
  ripley: [2, 250, ["negative", "positive"]],
  overlap: [2, 200, ["negative", "positive"]],
  bumpy: [2, 200, ["negative", "positive"]],
  relevance: [2, 300, ["negative", "positive"]],
  chuOne: [1, 100, ["negative", "positive"]],
  chuTwo: [2, 1000, ["negative", "positive"]],
  linTen: [2, 110, ["negative", "positive"]],
  xor: [2, 200, ["negative", "positive"]],
  circles: [2, 200, ["inner", "outer"]],
};

test("every function of the folder is in the catalogue under its name", () => {
  const functions = Object.entries(data).filter(([, value]) => typeof value === "function");
  expect(functions.map(([name]) => name).toSorted()).toEqual(names.toSorted());
  for (const [name, make] of functions) expect(datasets[name as data.DatasetName].make).toBe(make);
  const texts = import.meta.glob<string>("../../src/data/*.ts", { eager: true, import: "default", query: "?raw" });
  const files = Object.keys(texts).map((path) => path.split("/").at(-1)!);
  const members = files.filter((file) => !/index|generator/.test(file));
  expect(members.length).toBeGreaterThan(0);
  for (const file of members) expect(texts["../../src/data/index.ts"]).toContain(`from "./${file}"`);
});

test.each(names)("%s has the columns, rows and classes that are documented", (name) => {
  const { make, target, text } = datasets[name];
  const [columns, rows, classes] = shapes[name];
  const table = make();
  expect(columnNames(table).at(-1)).toBe(target);
  expect(columnNamed(table, target).type).toBe("text");
  expect([table.columns.length - 1, table.rows]).toEqual([columns, rows]);
  expect(Object.keys(countsOf(table)).toSorted()).toEqual(classes);
  expect(rowsOf(table).every(({ x }) => x.every(Number.isFinite))).toBe(true);
  expect(text.length).toBeGreaterThan(10);
});

test.each(generated)("%s depends on its seed alone", (name) => {
  const { make } = datasets[name];
  expect(make({ seed: 5 })).toEqual(make({ seed: 5 }));
  // The two spirals are not random unless noise is asked for.
  const other = name === "twoSpirals" ? data.twoSpirals({ seed: 6, noise: 0.1 }) : make({ seed: 6 });
  const one = name === "twoSpirals" ? data.twoSpirals({ seed: 5, noise: 0.1 }) : make({ seed: 5 });
  expect(rowsOf(one)[0].x).not.toEqual(rowsOf(other)[0].x);
});

test.each(generated)("%s has as many rows as are asked for, and refuses what is no number of rows", (name) => {
  const { make } = datasets[name];
  for (const rows of [2, 38]) expect(make({ rows }).rows).toBe(rows);
  for (const rows of [0, -2, 2.5, NaN])
    expect(() => make({ rows })).toThrow("rows must be a whole number of at least 1");
});

test("a longer table begins with the shorter one where classes are drawn", () => {
  for (const name of [
    "twonorm",
    "ringnorm",
    "waveform",
    "banana",
    "ripley",
    "overlap",
    "bumpy",
    "chuTwo",
    "xor",
  ] as const) {
    const { make } = datasets[name];
    expect(rowsOf(make({ rows: 60, seed: 3 })).slice(0, 25)).toEqual(rowsOf(make({ rows: 25, seed: 3 })));
  }
});
