import { bananaRows, gaussianProcessOf } from "./evidenceProblem.ts";
import { evidenceContourChart } from "../../src/charts/evidenceContourChart.ts";
import { finerGrid } from "../../src/charts/finerGrid.ts";
import { evidenceSurface } from "../../src/charts/evidenceSurface.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { expect, test } from "vitest";
import { group, groups, parse } from "./svg.ts";

const document = svgDocument();

/** A parabola in the logarithms with its top at (1, 10). */
function parabola(steps: number) {
  const axis = (center: number): number[] =>
    Array.from({ length: steps }, (_, at) => center * 10 ** ((2 * at) / (steps - 1) - 1));
  const [x, y] = [axis(1), axis(10)];
  const values = y.flatMap((b) => x.map((a) => -30 - 40 * Math.log10(a) ** 2 - 40 * Math.log10(b / 10) ** 2));
  return { parameters: ["lengthScale", "variance"] as const, x, y, values, optimum: [1, 10] as const };
}

test("the cross lies in the middle of the darkest region, and contours are drawn down to the least value", () => {
  const svg = parse(evidenceContourChart(parabola(21), { document }));
  expect(groups(svg, "where the search ended").length).toBeGreaterThan(0);
  expect(groups(svg, "within 1 of the largest")).toHaveLength(1);
  expect(groups(svg, "within 50 of the largest")).toHaveLength(1);
  expect(groups(svg, "within 100 of the largest")).toHaveLength(0);
  expect(svg.querySelector("desc")!.textContent).toContain("The largest of 441 values is -30.0");
});

test("a hole in the surface is drawn as its lowest value", () => {
  const surface = parabola(7);
  const holed = evidenceContourChart({ ...surface, values: surface.values.with(0, Number.NaN) }, { document });
  expect(holed).not.toContain("NaN");
  expect(parse(holed).querySelector("desc")!.textContent).toContain("48 values");
});

test("a finer grid keeps the given values, and is a parabola between those of one", () => {
  const square = (x: number, y: number): number => 3 * x * x - 2 * x + y * y + 1;
  const given = Float64Array.from({ length: 20 }, (_, at) => square(at % 5, Math.floor(at / 5)));
  const { values, columns, rows } = finerGrid(given, { columns: 5, rows: 4 }, 4);
  expect([columns, rows]).toEqual([17, 13]);
  expect([values[0], values[16], values[4 * 17 + 8]]).toEqual([given[0], given[4], given[7]]);
  // Inside, away from the ends.
  expect(values[6 * 17 + 7]).toBeCloseTo(square(7 / 4, 6 / 4), 12);
});

test("axes that are not even in their logarithms are refused", () => {
  const surface = parabola(5);
  expect(() => evidenceContourChart({ ...surface, x: [1, 2, 3, 4, 5] }, { document })).toThrow(/same multiple/);
  expect(() => evidenceContourChart({ ...surface, y: [1, 2] }, { document })).toThrow(/expected 10/);
});

test("the surface of a posterior has its own evidence in the middle, and nothing above it", async () => {
  const { posterior, table } = gaussianProcessOf(bananaRows(24));
  const surface = (await evidenceSurface(posterior, table, { steps: 3, decades: 0.3 }))!;
  expect(surface.parameters).toEqual(["length scale", "variance"]);
  expect(surface.values[4]).toBeCloseTo(posterior.evidence!, 6);
  expect(Math.max(...Array.from(surface.values))).toBe(surface.values[4]);
  expect(group(parse(evidenceContourChart(surface, { document })), "contours").tagName).toBe("g");
});

test("there is no surface of a model without evidence, nor of many rows", async () => {
  const { posterior, table } = gaussianProcessOf(bananaRows(24));
  expect(await evidenceSurface(posterior, table, { mostRows: 20 })).toBeUndefined();
  expect(await evidenceSurface({ ...posterior, evidence: undefined }, table)).toBeUndefined();
  await expect(evidenceSurface(posterior, table, { steps: 2 })).rejects.toThrow(/steps/);
});
