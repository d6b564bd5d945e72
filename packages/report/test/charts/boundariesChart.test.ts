import { type Matrix } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { expect, test } from "vitest";
import { boundariesChart, type Boundaries } from "../../src/charts/boundariesChart.ts";
import { planePoints } from "../../src/charts/plane.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, parse, pathPoints, toData } from "./svg.ts";

const document = svgDocument();
const plane = { x: [-1.05, 1.05], y: [-2.1, 2.1], columns: 42, rows: 42 } as const;

/** Two classes that meet on the line y = slope · x. */
function halves(slope: number): Matrix {
  const points = planePoints(plane);
  const result = matrix(points.x.length, 2);
  points.x.forEach((x, at) => {
    const odds = points.y[at] - slope * x;
    result.data.set([-Math.log1p(Math.exp(odds)), -Math.log1p(Math.exp(-odds))], 2 * at);
  });
  return result;
}

const data: Boundaries = {
  axes: ["width", "height"],
  classes: ["no", "yes"],
  plane,
  rows: { x: [-0.5, 0.5, 0.9], y: [1, -1, 1.5], classes: [0, 1, 1] },
  boundaries: [
    { name: "first", logProbabilities: halves(1) },
    { name: "second", logProbabilities: halves(-0.5) },
  ],
};

test("every classifier has the line of its own over the same rows", () => {
  const svg = parse(boundariesChart(data, { document, title: "Two" }));
  for (const [name, slope] of [
    ["first", 1],
    ["second", -0.5],
  ] as const) {
    const points = pathPoints(group(svg, `boundary of ${name}`)).map(toData(svg));
    const inner = points.filter(({ x, y }) => Math.abs(x) < 1 && Math.abs(y) < 2);
    expect(inner.length).toBeGreaterThan(10);
    for (const { x, y } of inner) expect(y).toBeCloseTo(slope * x, 1);
  }
  expect(svg.querySelector("desc")!.textContent).toBe(
    "3 rows by width across and height upwards, with the boundaries of first, second.",
  );
});

test("log probabilities of another plane and too many classifiers are refused", () => {
  const [first] = data.boundaries;
  expect(() => boundariesChart({ ...data, boundaries: [{ ...first, logProbabilities: matrix(3, 2) }] })).toThrow(
    /Points of first.*got 3/,
  );
  expect(() => boundariesChart({ ...data, boundaries: [] })).toThrow(RangeError);
  expect(() => boundariesChart({ ...data, boundaries: new Array(5).fill(first) as Boundaries["boundaries"] })).toThrow(
    /got 5/,
  );
});
