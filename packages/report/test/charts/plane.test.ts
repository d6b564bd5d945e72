import { expect, test } from "vitest";
import { innerRectangle, planePoints } from "../../src/charts/plane.ts";

const plane = { x: [0, 4], y: [10, 16], columns: 4, rows: 3 } as const;

test("points lie in the middle of the cells, along x first and from the least y", () => {
  const { x, y } = planePoints(plane);
  expect([...x]).toEqual([0.5, 1.5, 2.5, 3.5, 0.5, 1.5, 2.5, 3.5, 0.5, 1.5, 2.5, 3.5]);
  expect([...y]).toEqual([11, 11, 11, 11, 13, 13, 13, 13, 15, 15, 15, 15]);
});

test("the inner rectangle leaves out one cell on each side", () => {
  expect(innerRectangle(plane)).toEqual({ x: [1, 3], y: [12, 14] });
});
