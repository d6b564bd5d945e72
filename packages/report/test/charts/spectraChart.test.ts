import { expect, test } from "vitest";
import { spectraChart } from "../../src/charts/spectraChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { rowsOf } from "./judged.ts";
import { group, groups, parse, pathPoints, toData } from "./svg.ts";

const document = svgDocument();
const spectra = {
  classes: ["beef", "lamb"],
  rowClasses: [0, 0, 1, 1],
  places: [400, 500, 600],
  values: rowsOf([
    [1, 2, 3],
    [3, 4, 5],
    [5, 6, 9],
    [7, 8, 11],
  ]),
};

test("each class has its mean over a band of its rows, beside the mean of all", () => {
  const svg = parse(spectraChart(spectra, { document, axes: ["nm", "absorbance"] }));
  const panel = group(svg, "beef, 2 rows");
  const at = toData(panel);
  const means = pathPoints(group(panel, "mean of beef")).map(at);
  expect(means).toEqual([
    { x: expect.closeTo(400, 0), y: expect.closeTo(2, 1) },
    { x: expect.closeTo(500, 0), y: expect.closeTo(3, 1) },
    { x: expect.closeTo(600, 0), y: expect.closeTo(4, 1) },
  ]);
  expect(pathPoints(group(panel, "mean of all")).map((point) => at(point).y)).toEqual([
    expect.closeTo(4, 1),
    expect.closeTo(5, 1),
    expect.closeTo(7, 1),
  ]);
  // Of two rows at 1 and 3 the middle nine tenths reach from 1.1 to 2.9.
  const band = pathPoints(group(panel, "band")).map(at);
  const first = band.filter(({ x }) => Math.abs(x - 400) < 1).map(({ y }) => y);
  expect([Math.min(...first), Math.max(...first)]).toEqual([expect.closeTo(1.1, 1), expect.closeTo(2.9, 1)]);
});

test("the last panel has what the mean of each class differs by from that of all", () => {
  const panel = group(parse(spectraChart(spectra, { document })), "means less that of all");
  const at = toData(panel);
  for (const [name, differences] of [
    ["beef", [-2, -2, -3]],
    ["lamb", [2, 2, 3]],
  ] as const) {
    const points = pathPoints(group(panel, `difference of ${name}`)).map((point) => at(point).y);
    expect(points).toEqual(differences.map((value) => expect.closeTo(value, 1)));
  }
});

test("of many places few are drawn, the outermost among them", () => {
  const columns = 500;
  const long = {
    ...spectra,
    places: Array.from({ length: columns }, (_, place) => 400 + 2 * place),
    values: rowsOf(spectra.rowClasses.map((q) => Array.from({ length: columns }, (_, place) => q + place / 100))),
  };
  const panel = group(parse(spectraChart(long, { document, points: 40 })), "lamb, 2 rows");
  const points = pathPoints(group(panel, "mean of lamb")).map(toData(panel));
  expect(points).toHaveLength(40);
  expect([points[0].x, points.at(-1)!.x]).toEqual([expect.closeTo(400, -1), expect.closeTo(1398, -1)]);
});

test("names, numbers of rows and places are told in words and in the legend", () => {
  const svg = parse(spectraChart(spectra, { document }));
  expect(svg.querySelector("desc")!.textContent).toMatch(
    /^4 spectra at 3 places from 400 to 600: beef \(2\), lamb \(2\)/,
  );
  expect(groups(svg, "legend").map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["beef", "lamb", "mean of all"]),
  );
});

test("rows and places that do not fit, classes without rows and values that are none are refused", () => {
  expect(() => spectraChart({ ...spectra, places: [1, 2] }, { document })).toThrow(/as many as columns/);
  expect(() => spectraChart({ ...spectra, rowClasses: [0, 1] }, { document })).toThrow(/as many as spectra/);
  expect(() => spectraChart({ ...spectra, rowClasses: [0, 0, 0, 0] }, { document })).toThrow(/no spectrum of lamb/);
  expect(() => spectraChart(spectra, { document, points: 1 })).toThrow(/points/);
  const values = rowsOf([[1], [2], [Number.NaN], [3]]);
  expect(() => spectraChart({ ...spectra, places: [1], values }, { document })).toThrow(/Row 3 has the value NaN/);
});
