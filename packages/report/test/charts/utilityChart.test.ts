import { expect, test } from "vitest";
import { utilityChart } from "../../src/charts/utilityChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, groups, parse, toData } from "./svg.ts";

const document = svgDocument();
const points = [
  { count: 1, mean: 0.39, standardError: 0.04 },
  { count: 2, mean: 0.6, standardError: 0.03 },
  { count: 3, mean: 0.72, standardError: 0.02 },
  { count: 4, mean: 0.72, standardError: 0.02 },
];

test("each number has its mean and a standard error up and down", () => {
  const svg = parse(utilityChart(points, { document }));
  const at = toData(svg);
  const ends = [...group(svg, "standard errors").querySelectorAll("line")].map((line) => {
    const [x, y1, y2] = ["x1", "y1", "y2"].map((name) => Number(line.getAttribute(name)));
    return [at({ x, y: y1 }), at({ x, y: y2 })];
  });
  ends.forEach(([low, high], place) => {
    const { count, mean, standardError } = points[place];
    expect(low.x).toBeCloseTo(count, 1);
    expect([low.y, high.y].toSorted((a, b) => a - b)).toEqual([
      expect.closeTo(mean - standardError, 2),
      expect.closeTo(mean + standardError, 2),
    ]);
  });
  expect(ends).toHaveLength(4);
});

test("of equal numbers the smallest is the best, and one within its error is marked beside it", () => {
  const plain = parse(utilityChart(points, { document }));
  expect(plain.querySelector("desc")!.textContent).toMatch(/the best number is 3\.$/);
  expect(groups(plain, "within one standard error")).toHaveLength(0);
  const svg = parse(utilityChart(points, { document, withinOneError: 2, title: "T" }));
  const place = Number(group(svg, "within one standard error").querySelector("circle")!.getAttribute("cx"));
  expect(toData(svg)({ x: place, y: 0 }).x).toBeCloseTo(2, 1);
  const words = groups(svg, "legend").map(({ textContent }) => textContent);
  expect(words).toEqual(expect.arrayContaining(["best: 3", "within one standard error: 2"]));
});

test("a single split has no errors to show, and nothing or no number is refused", () => {
  const single = points.map((point) => ({ ...point, standardError: Number.NaN }));
  expect(groups(parse(utilityChart(single, { document })), "standard errors")).toHaveLength(0);
  expect(() => utilityChart([], { document })).toThrow(RangeError);
  expect(() => utilityChart([{ count: 2, mean: Number.NaN, standardError: 0 }], { document })).toThrow(
    /2 components is NaN/,
  );
});
