import { expect, test } from "vitest";
import { chartText } from "../../src/charts/chartText.ts";
import { classStyle } from "../../src/charts/classStyle.ts";
import { legend } from "../../src/charts/legend.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { groups, parse } from "./svg.ts";

const items = ["setosa", "versicolor", "virginica"].map((label, q) => ({ label, symbol: classStyle(q) }));

test("a legend takes more lines where there is less room, and none for no items", () => {
  const [wide, narrow] = [400, 120].map((width) => legend(items, width).height);
  expect(narrow).toBe(3 * wide);
  expect(legend([], 400)).toEqual({ marks: [], height: 0 });
});

test("the legend stands within the chart, above its frame", () => {
  const chart = { description: "", width: 200, height: 200, legend: items, marks: [], plot: { x: { domain: [0, 1] } } };
  const svg = parse(chartText(chart, { document: svgDocument(), title: "T" }));
  const frameTop = Math.min(
    ...groups(svg, "legend").map((each) => Number(/,(-?[\d.]+)\)/.exec(each.innerHTML)?.[1] ?? Infinity)),
  );
  const places = groups(svg, "legend").map((each) => {
    const shift = Number(/,(-?[\d.]+)\)/.exec(each.getAttribute("transform")!)![1]);
    return frameTop + shift;
  });
  expect(places.length).toBeGreaterThan(3);
  for (const place of places) expect(place).toBeGreaterThan(20);
  for (const place of places) expect(place).toBeLessThan(frameTop);
});
