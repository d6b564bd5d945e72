import { expect, test } from "vitest";
import { columns, l1, matern, product } from "../../src/kernels/index.ts";

test("it is the product of one-dimensional Matérn kernels of smoothness ½", () => {
  const weights = [0.3, 2, 0.7];
  const kernel = product(
    ...weights.map((weight, j) => columns([j], matern({ smoothness: 0.5, lengthScale: 1 / weight }))),
  );
  const [x, z] = [
    [1, -2, 0.5],
    [0.25, 1, -3],
  ];
  expect(l1({ weight: weights }).evaluate(x, z)).toBeCloseTo(kernel.evaluate(x, z), 15);
});
