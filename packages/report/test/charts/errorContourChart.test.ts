import { expect, test } from "vitest";
import { errorContourChart } from "../../src/charts/errorContourChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, groups, parse } from "./svg.ts";

const document = svgDocument();

/** Errors that rise from 10 % at (1, 10) to the sides. */
function valley(steps: number) {
  const axis = (center: number): number[] =>
    Array.from({ length: steps }, (_, at) => center * 10 ** ((2 * at) / (steps - 1) - 1));
  const [x, y] = [axis(1), axis(10)];
  const values = y.flatMap((b) => x.map((a) => 0.1 + 0.02 * (Math.log10(a) ** 2 + Math.log10(b / 10) ** 2)));
  return { parameters: ["κ", "κ₀"] as const, x, y, values };
}

test("the circle lies at the least error, the cross at what was chosen, and contours count upwards from the least", () => {
  const svg = parse(errorContourChart({ ...valley(11), chosen: [1, 10] }, { document }));
  const circle = group(svg, "the least error").querySelector("circle")!;
  const [cx, cy] = ["cx", "cy"].map((name) => circle.getAttribute(name));
  expect(group(svg, "chosen").querySelector("path")!.getAttribute("transform")).toBe(`translate(${cx},${cy})`);
  expect(groups(svg, "within 2 of the largest")).toHaveLength(1);
  // The corners are 4 % above the least.
  expect(groups(svg, "within 5 of the largest")).toHaveLength(0);
  expect(svg.querySelector("desc")!.textContent).toContain(
    "The least of 121 values is 10.00 per cent, at κ 1 and κ₀ 10; chosen were κ 1 and κ₀ 10.",
  );
});

test("a hole is drawn as the largest error, and nothing chosen has no cross", () => {
  const surface = valley(5);
  const svg = parse(errorContourChart({ ...surface, values: surface.values.with(3, Number.NaN) }, { document }));
  expect(groups(svg, "chosen")).toHaveLength(0);
  expect(svg.querySelector("desc")!.textContent).toContain("The least of 24 values");
  expect(svg.outerHTML).not.toContain("NaN");
});
