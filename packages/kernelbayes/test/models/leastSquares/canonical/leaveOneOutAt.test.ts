import { describe, expect, test } from "vitest";
import { columnsForm, kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import {
  leaveOneOutAt,
  leaveOneOutOnGrid,
  responseOf,
} from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { identity } from "../../../../src/matrix/diagonal.ts";
import { selectColumns, selectRows } from "../../../../src/matrix/row.ts";
import { biases, engine, relativeDifference, residualsByRefitting, rowsOf } from "../problems.ts";
import { fisherTargets } from "../../../../src/models/leastSquares/expansionProblem.ts";

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, relative: number): void {
  expect(relativeDifference(actual, expected)).toBeLessThan(relative);
}

describe.each([false, true])("with weights: %s", (weighted) => {
  const { K, signs, weights } = rowsOf(23, { weighted });
  const targets = fisherTargets(signs, weights);
  const inverseWeights = identity(23);
  weights.forEach((weight, i) => (inverseWeights.data[i * 24] = 1 / weight));

  for (const bias of biases) {
    test.each([1e-3, 1, 1e3])(
      `of all rows, bias ${bias}, the residuals are those of n fits with the row left out (μ = %d)`,
      (mu) => {
        for (const kind of ["function", "coefficients"] as const) {
          const form = kernelForm(engine, K, kind, { weights, bias });
          const { residuals } = leaveOneOutAt(engine, form, responseOf(engine, form, targets), Math.log(mu));
          // Each of w copies has its own coefficient, so that the shared one is penalized by 1/w.
          const penalty = kind === "function" ? K : inverseWeights;
          expectClose(residuals, residualsByRefitting({ columns: K, penalty, targets, weights, bias, mu }), 1e-9);
        }
      },
    );

    test(`of few columns, bias ${bias}, the residuals are those of n fits with the row left out`, () => {
      const columns = selectColumns(K, [0, 4, 7, 11, 18]);
      for (const mu of [1e-3, 1, 1e3]) {
        const form = columnsForm(engine, columns, { weights, bias });
        const { residuals } = leaveOneOutAt(engine, form, responseOf(engine, form, targets), Math.log(mu));
        const direct = { columns, penalty: identity(5), targets, weights, bias, mu };
        expectClose(residuals, residualsByRefitting(direct), 1e-9);
      }
    });

    test(`of few columns penalized by their kernel, bias ${bias}, the residuals are those of n fits`, () => {
      const basis = [0, 4, 7, 11, 18];
      const columns = selectColumns(K, basis);
      const block = selectRows(columns, basis);
      const factored = engine.cholesky(block);
      if (!factored.ok) throw new Error("The test's own kernel matrix is positive definite.");
      const features = engine.solveTriangular(factored.factor, columns, { side: "right", transpose: true });
      for (const mu of [1e-3, 1, 1e3]) {
        const form = columnsForm(engine, features, { weights, bias });
        const { residuals } = leaveOneOutAt(engine, form, responseOf(engine, form, targets), Math.log(mu));
        expectClose(residuals, residualsByRefitting({ columns, penalty: block, targets, weights, bias, mu }), 1e-9);
      }
    });

    test(`the derivatives in log μ are those of central differences, bias ${bias}`, () => {
      const columns = selectColumns(K, [1, 2, 3, 20]);
      const forms = [
        kernelForm(engine, K, "function", { weights, bias }),
        kernelForm(engine, K, "coefficients", { weights, bias }),
        columnsForm(engine, columns, { weights, bias }),
      ];
      for (const form of forms) {
        const response = responseOf(engine, form, targets);
        const step = 1e-4;
        const [below, here, above] = [-1 - step, -1, -1 + step].map((at) => leaveOneOutAt(engine, form, response, at));
        expectClose(
          here.first,
          above.residuals.map((value, i) => (value - below.residuals[i]) / (2 * step)),
          1e-6,
        );
        expectClose(
          here.second,
          above.first.map((value, i) => (value - below.first[i]) / (2 * step)),
          1e-6,
        );
      }
    });

    test(`a grid gives what single regularizations give, bias ${bias}`, () => {
      const grid = [-6, -2, 0, 3];
      for (const form of [
        kernelForm(engine, K, "coefficients", { weights, bias }),
        columnsForm(engine, selectColumns(K, [3, 9, 12]), { weights, bias }),
      ]) {
        const response = responseOf(engine, form, targets);
        const [{ data }] = leaveOneOutOnGrid(engine, form, [response], grid);
        grid.forEach((logMu, k) => {
          const { residuals } = leaveOneOutAt(engine, form, response, logMu);
          expectClose(
            residuals.map((_, i) => data[i * grid.length + k]),
            residuals,
            1e-13,
          );
        });
      }
    });
  }
});

test("a row of weight 2 is two rows of weight 1, for every kind and bias", () => {
  const { K, signs } = rowsOf(12);
  const copies = [...Array.from({ length: 12 }, (_, i) => i), 3, 8];
  const copied = selectColumns(K, copies);
  const KK = { data: new Float64Array(14 * 14), rows: 14, columns: 14 };
  copies.forEach((from, i) => KK.data.set(copied.data.subarray(from * 14, (from + 1) * 14), i * 14));
  const weights = new Float64Array(12).fill(1);
  weights[3] = 2;
  weights[8] = 2;
  const targets = fisherTargets(signs, weights);
  const allTargets = Float64Array.from(copies, (i) => targets[i]);
  for (const bias of biases) {
    for (const kind of ["function", "coefficients"] as const) {
      const form = kernelForm(engine, K, kind, { weights, bias });
      const other = kernelForm(engine, KK, kind, { weights: new Float64Array(14).fill(1), bias });
      const { residuals } = leaveOneOutAt(engine, form, responseOf(engine, form, targets), -1);
      const copiedResiduals = leaveOneOutAt(engine, other, responseOf(engine, other, allTargets), -1).residuals;
      expectClose(copiedResiduals.subarray(0, 12), residuals, 1e-10);
    }
  }
});

test("residuals keep their digits when the leverage is one to working precision", () => {
  // With μ → 0 kernel ridge regression interpolates: e = α/[K⁻¹]ᵢᵢ, which does not depend on μ any more.
  const { K, signs, weights } = rowsOf(9);
  for (let i = 0; i < 9; i++) K.data[i * 10] += 0.5;
  const form = kernelForm(engine, K, "function", { weights, bias: "none" });
  const response = responseOf(engine, form, signs);
  const { residuals } = leaveOneOutAt(engine, form, response, Math.log(1e-16));
  const factor = engine.cholesky(K);
  if (!factor.ok) throw new Error("The kernel with a ridge is positive definite.");
  const inverse = engine.inverseFactored(factor.factor);
  const alpha = engine.multiply(inverse, { data: signs, rows: 9, columns: 1 }).data;
  expectClose(
    residuals,
    alpha.map((value, i) => value / inverse.data[i * 10]),
    1e-11,
  );
});
