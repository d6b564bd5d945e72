import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import {
  bandwidth,
  largestSquaredDistance,
  lengthScaleOf,
} from "../../../../src/models/projection/components/bandwidth.ts";
import { gaussian } from "../../../../src/kernels/index.ts";
import { fromRows } from "../../../../src/matrix/index.ts";
import { engines } from "../../../kernels/engines.ts";
import { thrown } from "../../../thrown.ts";

const engine = engines[0];
const X = fromRows([
  [0, 0],
  [3, 4],
  [0, 1],
  [0, 0],
]);

test("the widths follow from the largest and from the median squared distance of rows that differ", () => {
  // Squared distances 25, 25, 18, 1, 1 and 0 between equal rows, which does not count.
  expect(bandwidth(engine, X, "maximum")).toBeCloseTo(10 / 25, 14);
  expect(bandwidth(engine, X, "wide")).toBeCloseTo(1 / 25, 14);
  expect(bandwidth(engine, X, "median")).toBeCloseTo(1 / 36, 14);
});

test("a length scale is the same width in the words of the gaussian kernel", () => {
  const theta = 0.37;
  expect(gaussian({ lengthScale: lengthScaleOf(theta) }).evaluate([0, 0], [3, 4])).toBeCloseTo(
    Math.exp(-25 * theta),
    14,
  );
});

test("the largest distance is found between rows of different blocks", () => {
  const far = matrix(600, 1);
  far.data[20] = -2;
  far.data[590] = 5;
  expect(largestSquaredDistance(engine, far)).toBe(49);
});

test("rows that are all equal have no width", () => {
  const equal = matrix(5, 2, new Float64Array(10).fill(1234.5678));
  for (const rule of ["maximum", "wide", "median"] as const) {
    expect(thrown(() => bandwidth(engine, equal, rule)).code).toBe("equal-rows");
  }
});
