import { expect, test } from "vitest";
import { curveChart } from "../../src/charts/curveChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, groups, parse, pathPoints, toData } from "./svg.ts";

const document = svgDocument();
const axes = { x: { label: "rows", scale: "log" }, y: { label: "seconds", scale: "log" } } as const;
const cubic = [8, 16, 32, 64].map((x) => ({ x, y: x ** 3 }));

test("a power law is a straight line on logarithmic axes, and its points are drawn on it", () => {
  const svg = parse(curveChart([{ name: "direct", points: cubic, hasDots: true }], { document, ...axes }));
  const places = [...group(svg, "direct, points").querySelectorAll("circle")].map((circle) =>
    ["cx", "cy"].map((name) => Number(circle.getAttribute(name))),
  );
  const slopes = places.slice(1).map(([x, y], at) => (y - places[at][1]) / (x - places[at][0]));
  expect(places).toHaveLength(4);
  for (const slope of slopes) expect(slope).toBeCloseTo(slopes[0], 2);
  expect(slopes[0]).toBeLessThan(0);
  expect(svg.querySelector("desc")!.textContent).toBe("seconds over rows: direct from 512 at 8 to 262000 at 64.");
});

test("standard errors are drawn where there are any, and curves are told apart in the legend", () => {
  const curves = [
    { name: "one", points: cubic.map((point) => ({ ...point, standardError: point.y / 2 })) },
    { name: "two", points: [...cubic.slice(0, 3), { x: 64, y: 1, standardError: 2 }], isDashed: true },
  ];
  const svg = parse(curveChart(curves, { document, ...axes }));
  expect(groups(svg, "standard errors").flatMap((bars) => [...bars.querySelectorAll("line")])).toHaveLength(4);
  expect(group(svg, "two").getAttribute("stroke-dasharray")).toBe("5 3");
  expect(groups(svg, "legend").map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(["one", "two"]));
});

test("points without a line are dots, and their key in the legend is one too", () => {
  const svg = parse(curveChart([{ name: "rows", points: cubic, hasLine: false }], { document, ...axes }));
  expect(groups(svg, "rows")).toHaveLength(0);
  expect(group(svg, "rows, points").querySelectorAll("circle")).toHaveLength(4);
  expect(groups(svg, "legend").flatMap((each) => [...each.querySelectorAll("circle")])).toHaveLength(1);
});

test("an axis may have a range of its own, and a curve the area below it", () => {
  const curve = { name: "density", points: [0, 1, 2].map((x) => ({ x, y: x })), isFilled: true };
  const svg = parse(
    curveChart([curve], { document, x: { label: "x", domain: [0, 4] }, y: { label: "y", domain: [0, 8] } }),
  );
  const points = pathPoints(group(svg, "density")).map(toData(svg));
  expect(points.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
  expect(groups(svg, "area of density")).toHaveLength(1);
  const tick = [...svg.querySelectorAll("text")].map(({ textContent }) => textContent);
  expect(tick).toContain("8");
});

test("points without a place, and charts without points, are refused", () => {
  expect(() => curveChart([{ name: "c", points: [{ x: 1, y: 0 }] }], { document, ...axes })).toThrow(/\(1, 0\) of c/);
  expect(() => curveChart([{ name: "c", points: [] }], { document, ...axes })).toThrow(RangeError);
});
