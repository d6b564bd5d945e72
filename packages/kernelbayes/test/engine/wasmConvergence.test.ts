import { expect, test } from "vitest";
import { eigen } from "../../src/engine/wasm/eigen.ts";
import { instanceOf, type Instance } from "../../src/engine/wasm/loadInstance.ts";
import { orthogonal } from "../../src/engine/wasm/orthogonal.ts";
import { products } from "../../src/engine/wasm/products.ts";
import { randomMatrix } from "../../src/testing/matrices.ts";

// No matrix is known that these iterations do not master; a module that gives up stands in for one.
const instance = instanceOf("simd128");
const giving: Instance = {
  ...instance,
  exports: {
    ...instance.exports,
    eigenSymmetric: () => 0,
    eigenvaluesSymmetric: () => 0,
    orthogonalizeRows: () => 0,
  },
};
const noConvergence = expect.objectContaining({ name: "NumericalError", code: "no-convergence" });

test("an eigendecomposition that does not converge is a NumericalError, not a wrong result", () => {
  const { eigenSymmetric, eigenvaluesSymmetric, leadingEigenSymmetric } = eigen(giving);
  const A = randomMatrix(5, 5, 1);
  expect(() => eigenSymmetric(A)).toThrow(noConvergence);
  expect(() => eigenvaluesSymmetric(A)).toThrow(noConvergence);
  expect(() => leadingEigenSymmetric(A, 2)).toThrow(noConvergence);
});

test("a singular value decomposition that does not converge is a NumericalError, not a wrong result", () => {
  const { svd } = orthogonal(giving, products(instance).multiply);
  expect(() => svd(randomMatrix(5, 3, 1))).toThrow(noConvergence);
});
