import { expect, test } from "vitest";
import { componentContourChart, type ComponentPlane } from "../../src/charts/componentContourChart.ts";
import { planePoints } from "../../src/charts/plane.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, groups, parse, pathPoints, toData, type Point } from "./svg.ts";

const document = svgDocument();
const plane = { x: [-1.05, 1.05], y: [-1.05, 1.05], columns: 30, rows: 30 } as const;
const points = planePoints(plane);
const data: ComponentPlane = {
  axes: ["width", "height"],
  classes: ["no", "yes"],
  plane,
  rows: { x: [-0.5, 0.5], y: [0.5, -0.5], classes: [0, 1] },
  components: [
    { name: "first", values: points.x.map((x) => 10 * (x - 0.3)) },
    { name: "second", values: points.y },
    { name: "third", values: points.y.map((y) => -y) },
  ],
};

/** The points of the lines of a panel that lie well inside. */
function inside(panel: Element, lines: Element): Point[] {
  return pathPoints(lines)
    .map(toData(panel))
    .filter(({ x, y }) => Math.abs(x) < 0.95 && Math.abs(y) < 0.95);
}

test("each component has a panel with its own contours and all rows", () => {
  const svg = parse(componentContourChart(data, { document, title: "Components", columns: 2 }));
  const panels = data.components.map(({ name }) => group(svg, name));
  const zeros = panels.map((panel) => inside(panel, group(panel, "mean of the rows")));
  for (const { x } of zeros[0]) expect(x).toBeCloseTo(0.3, 2);
  for (const { y } of [...zeros[1], ...zeros[2]]) expect(y).toBeCloseTo(0, 2);
  for (const each of zeros) expect(each.length).toBeGreaterThan(20);
  for (const panel of panels) {
    expect(group(panel, "rows of no").querySelectorAll("path, circle")).toHaveLength(1);
    expect(group(panel, "rows of yes").querySelectorAll("path, circle")).toHaveLength(1);
  }
  // Three panels stand in two lines of two.
  const places = panels.map((panel) => /\((.*),(.*)\)/.exec(panel.getAttribute("transform")!)!.slice(1).map(Number));
  expect(places[1][1]).toBe(places[0][1]);
  expect(places[1][0]).toBeGreaterThan(places[0][0]);
  expect(places[2][0]).toBe(places[0][0]);
  expect(places[2][1]).toBeGreaterThan(places[0][1]);
});

test("contours lie at fifths of the largest score, above 0 in one color and below in another", () => {
  const svg = parse(componentContourChart({ ...data, components: [data.components[1]] }, { document }));
  const panel = group(svg, "second");
  const most = 1.015;
  const paths = [...group(panel, "contour").querySelectorAll("path")];
  const levels = paths.map((path) => inside(panel, path)[0].y).toSorted((a, b) => a - b);
  expect(levels).toEqual([-0.8, -0.6, -0.4, -0.2, 0.2, 0.4, 0.6, 0.8].map((share) => expect.closeTo(share * most, 2)));
  const [above, below] = ["above the mean", "below the mean"].map((label) =>
    groups(panel, label).map((each) => inside(panel, each).map(({ y }) => y)),
  );
  expect(above).toHaveLength(4);
  expect(below).toHaveLength(4);
  for (const y of above.flat()) expect(y).toBeGreaterThan(0.15);
  for (const y of below.flat()) expect(y).toBeLessThan(-0.15);
});

test("a component of another plane, and none, are refused", () => {
  const short = { ...data, components: [{ name: "short", values: [1] }] };
  expect(() => componentContourChart(short, { document })).toThrow(/point of the plane: expected 900, got 1/);
  expect(() => componentContourChart({ ...data, components: [] }, { document })).toThrow(RangeError);
});
