import { expect, test } from "vitest";
import { projectionSpreadChart } from "../../src/charts/projectionSpreadChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { alongAxis, group, groups, parse } from "./svg.ts";

const document = svgDocument();
const rows = {
  classes: ["no", "yes"],
  values: [-1.2, 1.1, -0.8, 0.7],
  deviations: [0.3, 0.2, 0.5, 0],
  rowClasses: [0, 1, 0, 1],
  centers: [-1, 1],
};

test("each row has a bar of one deviation to either side of its mean, in the order of the means", () => {
  const svg = parse(projectionSpreadChart(rows, { document }));
  const at = alongAxis(svg, "x");
  const spans = [...group(svg, "deviations of no").querySelectorAll("line")].map((line) =>
    ["x1", "x2"].map((end) => at(Number(line.getAttribute(end)))),
  );
  expect(spans).toHaveLength(2);
  [
    [-1.5, -0.9],
    [-1.3, -0.3],
  ].forEach((expected, row) => expected.forEach((value, end) => expect(spans[row][end]).toBeCloseTo(value, 1)));
  expect(group(svg, "rows of yes").querySelectorAll("circle")).toHaveLength(2);
  expect(groups(svg, "midpoint")).toHaveLength(1);
  expect(svg.querySelector("desc")!.textContent).toBe(
    "The projection of rows by class, with one deviation to either side: no (2 rows, mean -1.00, mean deviation 0.400), yes (2 rows, mean 0.900, mean deviation 0.100).",
  );
});

test("of many rows some are drawn, and without centers there is no midpoint", () => {
  const many = {
    classes: ["a", "b"],
    values: Array.from({ length: 400 }, (_, i) => Math.sin(i)),
    deviations: new Float64Array(400).fill(0.1),
    rowClasses: Array.from({ length: 400 }, (_, i) => i % 2),
  };
  const svg = parse(projectionSpreadChart(many, { document, mostRows: 25 }));
  expect(group(svg, "rows of a").querySelectorAll("circle")).toHaveLength(25);
  expect(groups(svg, "midpoint")).toHaveLength(0);
});

test("rows without deviations, centers that do not fit, no rows and places that are no numbers are refused", () => {
  expect(() => projectionSpreadChart({ ...rows, deviations: [1] }, { document })).toThrow(RangeError);
  expect(() => projectionSpreadChart({ ...rows, centers: [1] }, { document })).toThrow(RangeError);
  expect(() => projectionSpreadChart({ ...rows, values: [], deviations: [], rowClasses: [] }, { document })).toThrow(
    RangeError,
  );
  expect(() => projectionSpreadChart({ ...rows, values: [1, 2, 3, Number.NaN] }, { document })).toThrow(/Row 4/);
  expect(() => projectionSpreadChart(rows, { document, mostRows: 0 })).toThrow(RangeError);
});
