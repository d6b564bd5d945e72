import { bananaRows, gaussianProcessOf } from "./evidenceProblem.ts";
import { evidenceContourChart } from "../../src/charts/evidenceContourChart.ts";
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

test("axes that are not even in their logarithms are refused", () => {
  const surface = parabola(5);
  expect(() => evidenceContourChart({ ...surface, x: [1, 2, 3, 4, 5] }, { document })).toThrow(/same multiple/);
  expect(() => evidenceContourChart({ ...surface, y: [1, 2] }, { document })).toThrow(/expected 10/);
});

test("the surface of a posterior has its own evidence in the middle, and nothing above it", async () => {
  const { posterior, table } = gaussianProcessOf(bananaRows(24));
  const surface = (await evidenceSurface(posterior, table, { steps: 3, decades: 0.3 }))!;
  expect(surface.parameters.map((name) => name.split(".").at(-1))).toEqual(["lengthScale", "variance"]);
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
