import { expect, test } from "vitest";
import { constant, gaussian, nugget, product, scale, sum } from "../../../src/kernels/index.ts";
import { isVariance } from "../../../src/kernels/parts/isVariance.ts";

test("variances are told from other parameters by their names, however deep they are", () => {
  const kernel = sum(scale(product(gaussian(), scale(gaussian({ lengthScale: [1, 2] })))), constant(), nugget());
  const names = kernel.parameters.map(({ name }) => name);
  expect(names.filter(isVariance)).toEqual(names.filter((name) => name.endsWith("variance")));
  expect(names.filter(isVariance)).toHaveLength(4);
  expect(["variance", "terms[0].variance", "covariance", "lengthScale"].map(isVariance)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
