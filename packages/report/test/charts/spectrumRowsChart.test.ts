import { expect, test } from "vitest";
import { spectrumRowsChart } from "../../src/charts/spectrumRowsChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { rowsOf } from "./judged.ts";
import { group, parse, pathPoints, toData } from "./svg.ts";

const document = svgDocument();
const spectra = {
  classes: ["beef", "lamb"],
  rowClasses: [0, 0, 1],
  places: [400, 500, 600],
  values: rowsOf([
    [1, 2, 3],
    [3, 4, 5],
    [5, 6, 9],
  ]),
};

test("every row is a line in the color of its class", () => {
  const svg = parse(spectrumRowsChart(spectra, { document, axes: ["nm", "absorbance"] }));
  expect(group(svg, "rows of beef").querySelectorAll("path")).toHaveLength(2);
  const lamb = pathPoints(group(svg, "rows of lamb").querySelector("path")!).map(toData(svg));
  expect(lamb).toEqual([
    { x: expect.closeTo(400, 0), y: expect.closeTo(5, 1) },
    { x: expect.closeTo(500, 0), y: expect.closeTo(6, 1) },
    { x: expect.closeTo(600, 0), y: expect.closeTo(9, 1) },
  ]);
});

test("classes that are not those of the rows are refused", () => {
  expect(() => spectrumRowsChart({ ...spectra, rowClasses: [0] }, { document })).toThrow(/as many as spectra/);
});
