import { expect, test } from "vitest";
import { projectionChart } from "../../src/charts/projectionChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, groups, parse, toData } from "./svg.ts";

const document = svgDocument();
const rows = {
  classes: ["no", "yes", "never"],
  values: [-2, -1.9, -1, 0.4, 1, 1.1, 2],
  rowClasses: [0, 0, 0, 0, 1, 1, 1],
  boundary: 0.5,
};

/** The bars of a class on the scales of the axes. */
function bars(svg: Element, label: string): { left: number; right: number; height: number }[] {
  const at = toData(svg);
  return [...group(svg, label).querySelectorAll("rect")].map((bar) => {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(bar.getAttribute(name)));
    const corner = at({ x, y });
    const opposite = at({ x: x + width, y: y + height });
    return { left: corner.x, right: opposite.x, height: corner.y - opposite.y };
  });
}

test("the histogram of each class holds its rows and has area 1", () => {
  const svg = parse(projectionChart(rows, { document, bins: 8 }));
  const [no, yes] = ["rows of no", "rows of yes"].map((label) => bars(svg, label));
  expect(no).toHaveLength(3);
  expect(yes).toHaveLength(2);
  for (const each of [no, yes]) {
    // Each bar is 0.5 wide but for the gap between bars.
    expect(each.reduce((area, { height }) => area + 0.5 * height, 0)).toBeCloseTo(1, 1);
  }
  expect(yes[0].left).toBeCloseTo(1, 1);
  expect(yes[0].height).toBeCloseTo(2 * yes[1].height, 1);
});

test("the boundary is a line of its own, a class without rows has none, and both are told in words", () => {
  const text = projectionChart(rows, { document, label: "latent mean", title: "T" });
  const svg = parse(text);
  const line = group(svg, "boundary").querySelector("line")!;
  expect(toData(svg)({ x: Number(line.getAttribute("x1")), y: 0 }).x).toBeCloseTo(0.5, 1);
  expect(groups(svg, "rows of never")).toHaveLength(0);
  expect(svg.querySelector("desc")!.textContent).toBe(
    "Histograms of latent mean by class: no (4 rows, mean -1.13), yes (3 rows, mean 1.37), never (0 rows).",
  );
  expect(projectionChart(rows, { document, label: "latent mean", title: "T" })).toBe(text);
  const { boundary: _, ...without } = rows;
  expect(groups(parse(projectionChart(without, { document })), "boundary")).toHaveLength(0);
});

test("rows that are all at one place have a chart too", () => {
  const svg = parse(projectionChart({ classes: ["a"], values: [3, 3], rowClasses: [0, 0] }, { document }));
  expect(bars(svg, "rows of a")).toHaveLength(1);
});

test("rows without classes, no rows and no bins are refused", () => {
  expect(() => projectionChart({ ...rows, rowClasses: [0] }, { document })).toThrow(/7 values and 1 classes/);
  expect(() => projectionChart({ classes: [], values: [], rowClasses: [] }, { document })).toThrow(RangeError);
  expect(() => projectionChart({ ...rows, values: rows.values.with(2, Number.NaN) }, { document })).toThrow(/Row 3/);
  expect(() => projectionChart(rows, { document, bins: 0 })).toThrow(/bins/);
});
