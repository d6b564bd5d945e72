import { expect, test } from "vitest";
import { parabolaVertex } from "../../src/search/parabolaVertex.ts";

test("the vertex of a parabola lies between its outer points, and is 0 where there is none", () => {
  expect(parabolaVertex(4, 1, 2)).toBeCloseTo(0.25, 14);
  expect(parabolaVertex(3, 1, 1)).toBeCloseTo(0.5, 12);
  expect(parabolaVertex(1, 1, 1)).toBe(0);
  expect(parabolaVertex(Infinity, 1, 2)).toBe(0);
});
