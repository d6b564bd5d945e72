import { areaUnderCurve } from "kernelbayes/evaluate";
import { expect, test } from "vitest";
import { precisionRecallChart } from "../../src/charts/precisionRecallChart.ts";
import { rocChart } from "../../src/charts/rocChart.ts";
import { averagePrecision, drawnPoints, thresholdCurve } from "../../src/charts/thresholdCurve.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { manyClasses, pairOf } from "./judged.ts";
import { group, groups, parse, pathPoints, toData } from "./svg.ts";

const document = svgDocument();
const probability = Float64Array.of(0.9, 0.8, 0.8, 0.6, 0.5, 0.3, 0.3, 0.1);
const happened = Int32Array.of(1, 1, 0, 1, 0, 1, 0, 0);
const weights = [1, 2, 1, 1, 3, 1, 1, 1];

test("the area below the points of the curve is the area under the curve, with ties and weights", () => {
  for (const mass of [undefined, weights]) {
    const points = [{ falseAlarms: 0, recall: 0 }, ...thresholdCurve({ probability, happened, weights: mass })];
    const trapezoids = points
      .slice(1)
      .map(
        ({ falseAlarms, recall }, at) => ((falseAlarms - points[at].falseAlarms) * (recall + points[at].recall)) / 2,
      );
    const area = trapezoids.reduce((sum, each) => sum + each, 0);
    expect(area).toBeCloseTo(areaUnderCurve(probability, happened, mass), 12);
    expect(points.at(-1)).toMatchObject({ falseAlarms: 1, recall: 1 });
  }
});

test("rows of one probability are taken together", () => {
  const points = thresholdCurve({ probability, happened });
  expect(points.map(({ threshold }) => threshold)).toEqual([0.9, 0.8, 0.6, 0.5, 0.3, 0.1]);
  expect(points[1]).toEqual({ threshold: 0.8, recall: 2 / 4, falseAlarms: 1 / 4, precision: 2 / 3 });
});

test("average precision is 1 for a perfect order, and the share of the class where all rows are alike", () => {
  const perfect = thresholdCurve({ probability: Float64Array.of(4, 3, 2, 1), happened: Int32Array.of(1, 1, 0, 0) });
  expect(averagePrecision(perfect)).toBe(1);
  const alike = thresholdCurve({ probability: new Float64Array(4), happened: Int32Array.of(1, 0, 0, 0) });
  expect(averagePrecision(alike)).toBe(0.25);
});

test("the drawn curve runs from corner to corner through the points, and the legend tells its area", () => {
  const text = rocChart(pairOf([...probability], [...happened]), { document });
  const svg = parse(text);
  const corners = pathPoints(group(svg, "curve of yes")).map(toData(svg));
  for (const [at, expected] of [
    [0, { x: 0, y: 0 }],
    [1, { x: 0, y: 0.25 }],
    [2, { x: 0.25, y: 0.5 }],
    [-1, { x: 1, y: 1 }],
  ] as const) {
    expect(corners.at(at)!.x).toBeCloseTo(expected.x, 2);
    expect(corners.at(at)!.y).toBeCloseTo(expected.y, 2);
  }
  expect(text).toContain(`yes, area ${areaUnderCurve(probability, happened).toFixed(3)}`);
});

test("precision stands at the share of the class when all rows are taken", () => {
  const svg = parse(precisionRecallChart(pairOf([...probability], [...happened]), { document }));
  const data = toData(svg);
  const corners = pathPoints(group(svg, "curve of yes")).map(data);
  expect(corners.at(-1)!.x).toBeCloseTo(1, 2);
  expect(corners.at(-1)!.y).toBeCloseTo(0.5, 2);
  expect(groups(svg, "chance")).toHaveLength(1);
});

test("many classes have a curve each, more than ten the ten with the most rows", () => {
  for (const chart of [rocChart, precisionRecallChart]) {
    const curves = (count: number): number =>
      [...parse(chart(manyClasses(count), { document })).querySelectorAll("g")].filter((each) =>
        each.getAttribute("aria-label")?.startsWith("curve of "),
      ).length;
    expect(curves(3)).toBe(3);
    expect(curves(10)).toBe(10);
    expect(curves(14)).toBe(10);
  }
});

test("of many thousand rows some thousand points are drawn, the ends among them", () => {
  const values = Array.from({ length: 20_000 }, (_, at) => at);
  const drawn = drawnPoints(
    values,
    (at) => at / 20_000,
    (at) => Math.sqrt(at / 20_000),
  );
  expect(drawn.length).toBeLessThan(2000);
  expect([drawn[0], drawn.at(-1)]).toEqual([0, 19_999]);
});

test("rows of one class, and rows that do not fit, are refused", () => {
  expect(() => rocChart(pairOf([0.2, 0.4], [1, 1]), { document })).toThrow(/more than one class/);
  expect(() => rocChart(pairOf([0.2, 0.4], [1]), { document })).toThrow(/expected 1, got 2/);
  expect(() => rocChart(pairOf([0.2], [1], [1, 1]), { document })).toThrow(/Weights.*expected 1, got 2/);
});
