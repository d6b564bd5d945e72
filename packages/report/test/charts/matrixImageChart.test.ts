import { matrix } from "kernelbayes/engine";
import { expect, test } from "vitest";
import { matrixImageChart } from "../../src/charts/matrixImageChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { rowsOf } from "./judged.ts";
import { group, groups, parse } from "./svg.ts";

const document = svgDocument();
const values = rowsOf([
  [4, -2, 0],
  [1, 0.01, -4],
]);

test("a number is the darker the further it is from 0, in one color above it and in another below", () => {
  const svg = parse(matrixImageChart({ values }, { document, label: "component" }));
  const cells = [...group(svg, "cells").querySelectorAll("rect")].map((cell) => ({
    x: Number(cell.getAttribute("x")),
    y: Number(cell.getAttribute("y")),
    fill: cell.getAttribute("fill"),
    opacity: Number(cell.getAttribute("fill-opacity") ?? 1),
  }));
  // 0 and what can hardly be told from it are white.
  expect(cells.map(({ opacity }) => opacity)).toEqual([1, 0.5, 0.25, 1]);
  const [first, second, third, last] = cells;
  expect(first.fill).toBe(third.fill);
  expect(second.fill).toBe(last.fill);
  expect(first.fill).not.toBe(second.fill);
  // The first row is above the second, the first column left of the others.
  expect(first.y).toBe(second.y);
  expect(third.y).toBeGreaterThan(first.y);
  expect(third.x).toBe(first.x);
  expect(last.x).toBeGreaterThan(second.x);
  expect(group(svg, "numbers of columns").textContent).toBe("123");
  expect(group(svg, "name of columns").textContent).toBe("component");
});

test("groups of rows have their names and lines between them, and are told in words", () => {
  const rows = [
    { name: "healthy", rows: 1 },
    { name: "ill", rows: 1 },
  ];
  const svg = parse(matrixImageChart({ values, groups: rows }, { document }));
  expect(group(svg, "names of groups").textContent).toBe("healthyill");
  expect(group(svg, "between groups").querySelectorAll("line")).toHaveLength(1);
  expect(svg.querySelector("desc")!.textContent).toBe(
    "An image of 2 rows and 3 columns of numbers up to 4 from 0, the rows in groups: healthy (1), ill (1).",
  );
  expect(groups(parse(matrixImageChart({ values }, { document })), "names of groups")).toHaveLength(0);
});

test("a matrix without numbers, with one that is none, and groups of other rows are refused", () => {
  expect(() => matrixImageChart({ values: matrix(0, 3) }, { document })).toThrow(RangeError);
  expect(() => matrixImageChart({ values: rowsOf([[1], [Number.NaN]]) }, { document })).toThrow(
    /Row 2 has the value NaN in column 1/,
  );
  expect(() => matrixImageChart({ values, groups: [{ name: "a", rows: 3 }] }, { document })).toThrow(/as many as rows/);
});
