import { matrix } from "kernelbayes/engine";
import { expect, test } from "vitest";
import { componentScatterChart } from "../../src/charts/componentScatterChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, groups, parse, toData } from "./svg.ts";

const document = svgDocument();
const scores = matrix(4, 3, Float64Array.of(-2, 1, 0.5, 1, 3, -0.5, 4, -4, 0, -3, 0, 0));
const data = { classes: ["no", "yes", "never"], rowClasses: [0, 0, 1, 0], scores, shares: [0.725, 0.094, 0.02] };

test("each pair of components has a panel below the diagonal, where its rows lie at their scores", () => {
  const svg = parse(componentScatterChart(data, { document, title: "Scores" }));
  expect(groups(svg, "component 1 against component 2")).toHaveLength(0);
  const panel = group(svg, "component 3 against component 1");
  const places = [...group(panel, "rows of no").querySelectorAll("circle")].map((dot) =>
    toData(panel)({ x: Number(dot.getAttribute("cx")), y: Number(dot.getAttribute("cy")) }),
  );
  expect(places).toEqual(
    [
      [-2, 0.5],
      [1, -0.5],
      [-3, 0],
    ].map(([x, y]) => ({ x: expect.closeTo(x, 1), y: expect.closeTo(y, 1) })),
  );
  expect(groups(panel, "rows of never")).toHaveLength(0);
});

test("the diagonal has histograms by class, and says how much each component holds", () => {
  const svg = parse(componentScatterChart(data, { document }));
  const names = groups(svg, "name of component").map(({ textContent }) => textContent);
  expect(names).toEqual(["component 173 %", "component 29.4 %", "component 32.0 %"]);
  const bars = [...group(group(svg, "component 1"), "rows of no").querySelectorAll("rect")];
  expect(bars).toHaveLength(3);
  const heights = bars.map((bar) => Number(bar.getAttribute("height")));
  expect(new Set(heights).size).toBe(1);
  const other = group(group(svg, "component 1"), "rows of yes").querySelector("rect")!;
  // One row is all of its class, a third of the others.
  expect(Number(other.getAttribute("height")) / heights[0]).toBeCloseTo(3, 1);
});

test("columns of scores may be called something else", () => {
  const svg = parse(
    componentScatterChart(
      { classes: data.classes, rowClasses: data.rowClasses, scores },
      { document, noun: "column", components: 2 },
    ),
  );
  expect(groups(svg, "column 2 against column 1")).toHaveLength(1);
  expect(groups(svg, "name of component").map(({ textContent }) => textContent)).toEqual(["column 1", "column 2"]);
  expect(svg.querySelector("desc")!.textContent).toMatch(/by their first 2 columns/);
});

test("fewer components may be asked for, and rows without classes or places are refused", () => {
  const svg = parse(componentScatterChart(data, { document, components: 2 }));
  expect(groups(svg, "component 3")).toHaveLength(0);
  expect(svg.querySelector("desc")!.textContent).toMatch(/^4 rows of no, yes, never by their first 2 components/);
  expect(() => componentScatterChart({ ...data, rowClasses: [0] }, { document })).toThrow(/expected 4, got 1/);
  expect(() => componentScatterChart(data, { document, components: 0 })).toThrow(/components; got 4 with 0/);
  const lost = { ...data, scores: matrix(4, 1, Float64Array.of(1, 2, Number.NaN, 3)) };
  expect(() => componentScatterChart(lost, { document })).toThrow(/Row 3/);
});
