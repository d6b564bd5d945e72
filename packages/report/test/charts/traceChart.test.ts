import { expect, test } from "vitest";
import { traceChart } from "../../src/charts/traceChart.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, groups, parse, pathPoints, toData } from "./svg.ts";

const document = svgDocument();
const short = {
  name: "ln σ²",
  chains: [
    [1, 2, 1.5, 4],
    [2, 1, 2, 3],
  ],
  rHat: 1.0023,
  bulkSize: 1840.4,
  tailSize: 2100,
};

test("every chain runs through its draws, counted from 1", () => {
  const panel = group(parse(traceChart([short], { document })), "ln σ²");
  short.chains.forEach((values, chain) => {
    const points = pathPoints(group(panel, `chain ${chain + 1}`)).map(toData(panel));
    expect(points).toEqual(values.map((y, x) => ({ x: expect.closeTo(x + 1, 1), y: expect.closeTo(y, 1) })));
  });
});

test("the figures of convergence stand above a trace, and in words", () => {
  const svg = parse(traceChart([short, { name: "P of row 7", chains: [[1, 2]] }], { document, title: "Traces" }));
  expect(groups(svg, "name of trace").map(({ textContent }) => textContent)).toEqual([
    "ln σ²: R-hat 1.002, bulk ESS 1840, tail ESS 2100",
    "P of row 7",
  ]);
  expect(svg.querySelector("desc")!.textContent).toBe(
    "Traces of ln σ²: R-hat 1.002, bulk ESS 1840, tail ESS 2100; P of row 7, in 2 chains.",
  );
});

test("a long chain is shown by few points, among them the one that stands out", () => {
  const long = Array.from({ length: 900 }, (_, draw) => (draw === 620 ? 9 : Math.sin(draw)));
  const panel = group(parse(traceChart([{ name: "x", chains: [long] }], { document, points: 100 })), "x");
  const points = pathPoints(group(panel, "chain 1")).map(toData(panel));
  expect(points).toHaveLength(100);
  const highest = points.reduce((most, point) => (point.y > most.y ? point : most));
  expect(highest).toEqual({ x: expect.closeTo(621, 0), y: expect.closeTo(9, 1) });
  expect(points.every(({ x }, at) => at === 0 || x >= points[at - 1].x)).toBe(true);
});

test("chains that colors cannot tell apart are not told in the legend", () => {
  const many = (count: number): Element =>
    parse(
      traceChart([{ name: "x", chains: Array.from({ length: count }, (_, chain) => [chain, 1, 2]) }], { document }),
    );
  expect(groups(many(7), "legend").map(({ textContent }) => textContent)).toContain("chain 7");
  expect(groups(many(8), "legend")).toHaveLength(0);
  expect(groups(many(8), "chain 8")).toHaveLength(1);
});

test("no traces, empty chains and no points are refused", () => {
  expect(() => traceChart([], { document })).toThrow(RangeError);
  expect(() => traceChart([{ name: "x", chains: [[1], []] }], { document })).toThrow(/Every chain of x/);
  expect(() => traceChart([short], { document, points: 1 })).toThrow(/points/);
});
