import { fitSync, iris, linearDiscriminant } from "kernelbayes";
import { overlap } from "kernelbayes/data";
import { expect, test } from "vitest";
import { decisionBoundaryChart } from "../../src/charts/decisionBoundaryChart.ts";
import { decisionPlane } from "../../src/charts/decisionPlane.ts";
import { uncertaintyChart } from "../../src/charts/uncertaintyChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { groups, parse } from "./svg.ts";

const document = svgDocument();
const table = overlap({ rows: 30, seed: 2 });
const plane = decisionPlane(fitSync(linearDiscriminant(), table, { target: "class" }), table, { resolution: 12 });

test("regions are nested by the width of the interval, and those that occur nowhere are not drawn", () => {
  const widths = Float64Array.from({ length: 144 }, (_, at) => (at % 12) / 20); // up to 0.55
  const svg = parse(uncertaintyChart({ ...plane, widths }, { document }));
  const regions = [0.1, 0.2, 0.3, 0.5, 0.7].map((width) => groups(svg, `interval at least ${width} wide`).length);
  expect(regions).toEqual([1, 1, 1, 1, 0]);
  expect(svg.querySelector("desc")!.textContent).toContain("at most 0.55");
});

test("a plane without widths is refused", () => {
  const { widths: _, ...bare } = plane;
  expect(() => uncertaintyChart(bare, { document })).toThrow(/widths/);
});

test("a page may give its own colors, which the chart else has itself", () => {
  const fixed = decisionBoundaryChart(plane, { document });
  const ofPage = decisionBoundaryChart(plane, { document, colors: "page", background: "none" });
  expect(fixed).not.toContain("var(--chart");
  expect(ofPage).toContain('stroke="var(--chart-blue, #0072b2)"');
  // No color is left that a dark page could not change.
  expect(ofPage.replaceAll(/var\(--chart-\w+, #\w+\)/g, "")).not.toMatch(/#[0-9a-f]{6}/);
});

test("a plane through a posterior of four columns holds the others at their medians", () => {
  const flowers = iris();
  const posterior = fitSync(linearDiscriminant(), flowers, { target: "species" });
  const axes = ["petal length", "petal width"] as const;
  const slice = decisionPlane(posterior, flowers, { axes, others: "typical", resolution: 6 });
  expect(slice.axes).toEqual(axes);
  expect(slice.widths).toHaveLength(36);
  const point = flowers.columns.map((column) =>
    column.type !== "number" || axes.some((name) => name === column.name)
      ? column
      : { ...column, values: new Float64Array(150).fill(column.values.toSorted()[75]) },
  );
  const values = { x: slice.plane.x, y: slice.plane.y };
  const at = (range: readonly [number, number], cell: number): number =>
    range[0] + ((cell + 0.5) * (range[1] - range[0])) / 6;
  const moved = point.map((column) =>
    column.type !== "number" || !axes.some((name) => name === column.name)
      ? column
      : { ...column, values: new Float64Array(150).fill(at(column.name === axes[0] ? values.x : values.y, 2)) },
  );
  const { logProbabilities } = posterior.predict({ rows: 150, columns: moved });
  expect(slice.logProbabilities.data[3 * (2 + 6 * 2)]).toBeCloseTo(logProbabilities.data[0], 10);
  expect(() => decisionPlane(posterior, flowers, { axes: ["petal length", "height"], others: "typical" })).toThrow(
    /not "height"/,
  );
});
