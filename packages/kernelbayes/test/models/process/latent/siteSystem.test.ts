import { expect, test } from "vitest";
import { matrix } from "../../../../src/engine/matrix.ts";
import {
  halfLogDeterminant,
  siteFactor,
  siteVariances,
  solveSites,
} from "../../../../src/models/process/latent/siteSystem.ts";
import { diagonal } from "../../../../src/matrix/index.ts";
import { inverseOf } from "../../fisher/samples.ts";
import { clouds, engine, latentKernel } from "./problems.ts";

const n = 9;
const K = latentKernel(3).matrix(engine, clouds(n).X);
const dense = Array.from({ length: n }, (_, i) => Array.from(K.data.subarray(i * n, (i + 1) * n)));
const roots = Float64Array.from({ length: n }, (_, i) => 0.2 + 0.3 * i);

test("solving with the factor is solving with K + S⁻², where every row has a site", () => {
  const factor = siteFactor(engine, K, roots);
  const x = Float64Array.from({ length: n }, (_, i) => Math.cos(i));
  const R = inverseOf(dense.map((line, i) => line.map((value, j) => value + (i === j ? roots[i] ** -2 : 0))));
  solveSites(engine, factor, roots, x).forEach((value, i) =>
    expect(value).toBeCloseTo(
      R[i].reduce((total, each, j) => total + each * x[j], 0),
      10,
    ),
  );
});

test("variances have their digits with strong, weak and no sites", () => {
  const mixed = roots.map((root, i) => [0, 1e-9, 1e-4, root, 300][i % 5]);
  const factor = siteFactor(engine, K, mixed);
  const found = siteVariances(engine, K, mixed, factor, diagonal(engine.inverseFactored(factor)));
  // K − K S B⁻¹ S K, column by column.
  for (let j = 0; j < n; j++) {
    const column = Float64Array.from(dense[j]);
    const solved = solveSites(engine, factor, mixed, column);
    const expected = K.data[j * n + j] - column.reduce((total, value, i) => total + value * solved[i], 0);
    expect(Math.abs(found[j] - expected)).toBeLessThan(1e-9 * K.data[j * n + j]);
  }
});

test("the determinant of one row is 1 + s² k", () => {
  const factor = siteFactor(engine, matrix(1, 1, Float64Array.of(4)), Float64Array.of(3));
  expect(halfLogDeterminant(factor)).toBeCloseTo(0.5 * Math.log(37), 14);
});

test("a kernel matrix that is not positive semidefinite is a numerical error that says so", () => {
  const indefinite = matrix(2, 2, Float64Array.of(1, 5, 5, 1));
  expect(() => siteFactor(engine, indefinite, Float64Array.of(1, 1))).toThrow(
    expect.objectContaining({ code: "not-positive-definite" }),
  );
});
