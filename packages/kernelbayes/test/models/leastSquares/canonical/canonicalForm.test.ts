import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import { kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";
import { engine, rowsOf } from "../problems.ts";

const ones = (n: number): Float64Array => new Float64Array(n).fill(1);

test("eigenvalues that are nothing but rounding are zero, above zero as well as below", () => {
  const { X } = rowsOf(40);
  const doubled = matrix(80, 2, Float64Array.from([...X.data, ...X.data]));
  const K = gaussian({ lengthScale: 0.3 }).matrix(engine, doubled);
  const { eigenvalues } = kernelForm(engine, K, "function", { weights: ones(80), bias: "none" });
  // Each row is there twice: rank 40.
  expect(eigenvalues.filter((value) => value === 0)).toHaveLength(40);
  expect(eigenvalues[40]).toBeGreaterThan(1e-10);
});

test("small eigenvalues of an indefinite matrix are not taken for rounding because others are negative", () => {
  const K = matrix(4, 4);
  [-0.5, 1e-9, 1e-3, 1].forEach((value, i) => (K.data[5 * i] = value));
  const { eigenvalues } = kernelForm(engine, K, "function", { weights: ones(4), bias: "none" });
  expect(eigenvalues[0]).toBe(0);
  [1e-9, 1e-3, 1].forEach((value, i) => expect(eigenvalues[i + 1] / value).toBeCloseTo(1, 6));
});
