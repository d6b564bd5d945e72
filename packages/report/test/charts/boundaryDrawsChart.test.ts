import { type Matrix } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { expect, test } from "vitest";
import { boundaryDrawsChart, type BoundaryDraws } from "../../src/charts/boundaryDrawsChart.ts";
import { planePoints } from "../../src/charts/plane.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { group, groups, parse, pathPoints, toData } from "./svg.ts";

const document = svgDocument();
const plane = { x: [-1.05, 1.05], y: [-2.1, 2.1], columns: 42, rows: 42 } as const;

/** Log probabilities of classes whose scores are these functions of the place. */
function logProbabilities(...scores: ((x: number, y: number) => number)[]): Matrix {
  const points = planePoints(plane);
  const C = scores.length;
  const result = matrix(points.x.length, C);
  points.x.forEach((x, at) => {
    const own = scores.map((score) => score(x, points.y[at]));
    const total = Math.log(own.reduce((sum, score) => sum + Math.exp(score), 0));
    result.data.set(
      own.map((score) => score - total),
      at * C,
    );
  });
  return result;
}

const shifts = [-0.6, -0.1, 0.2, 0.5];
const line = (shift: number): Matrix =>
  logProbabilities(
    () => 0,
    (x, y) => 3 * x - y + shift,
  );
const data: BoundaryDraws = {
  axes: ["width", "height"],
  classes: ["no", "yes"],
  plane,
  rows: { x: [-0.5, 0.5, 0.9], y: [1, -1, 1.5], classes: [0, 1, 1] },
  logProbabilities: line(0.1),
  draws: shifts.map(line),
};

test("every draw has the line of its own, and the mean that of all together", () => {
  const svg = parse(boundaryDrawsChart(data, { document, title: "Draws" }));
  const shiftsAlong = (element: Element): number[] =>
    pathPoints(element)
      .map(toData(svg))
      .filter(({ x, y }) => Math.abs(x) < 1 && Math.abs(y) < 2)
      .map(({ x, y }) => y - 3 * x);
  const drawn = groups(svg, "boundary of a draw");
  expect(drawn).toHaveLength(4);
  [...drawn, group(svg, "boundary of the mean")].forEach((each, at) => {
    const found = shiftsAlong(each);
    expect(found.length).toBeGreaterThan(20);
    for (const shift of found) expect(shift).toBeCloseTo([...shifts, 0.1][at], 1);
  });
  expect(group(svg, "rows of yes").querySelectorAll("path, circle")).toHaveLength(2);
  expect(svg.querySelector("desc")!.textContent).toBe(
    "3 rows by width across and height upwards, with the boundaries of 4 draws from the posterior and that of their mean.",
  );
});

test("many classes have a boundary each", () => {
  const three = logProbabilities(
    (x) => 4 * x,
    (x) => -4 * x,
    (_, y) => 3 * y,
  );
  const many = { ...data, classes: ["a", "b", "c"], logProbabilities: three, draws: [three, three] };
  const svg = parse(boundaryDrawsChart(many, { document }));
  expect(groups(svg, "boundary of a draw")).toHaveLength(6);
  expect(groups(svg, "boundary of the mean")).toHaveLength(3);
});

test("draws that do not belong to the plane are refused", () => {
  expect(() => boundaryDrawsChart({ ...data, draws: [matrix(3, 2)] }, { document })).toThrow(
    /point of the plane.*got 3/,
  );
  expect(() => boundaryDrawsChart({ ...data, draws: [matrix(42 * 42, 3)] }, { document })).toThrow(/each class/);
  expect(() => boundaryDrawsChart({ ...data, classes: ["one"] }, { document })).toThrow(RangeError);
});
