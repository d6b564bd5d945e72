import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import {
  columnsForm,
  kernelForm,
  type ExpansionForm,
} from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { leftOutOutputs, targetWeights } from "../../../../src/models/leastSquares/canonical/leftOutOutputs.ts";
import { responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { outputsOf, solutionAt } from "../../../../src/models/leastSquares/canonical/solutionAt.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";
import { identity } from "../../../../src/matrix/identity.ts";
import { multiplyVector } from "../../../../src/matrix/multiplyVector.ts";
import { selectColumns } from "../../../../src/matrix/selectColumns.ts";
import { biases, directSolution, engine, relativeDifference, rowsOf, type DirectProblem } from "../problems.ts";

const n = 19;
const newRows = rowsOf(6, { seed: 3 }).X;

/** A row for each new row, a column for each of n fits without one unit of one row's weight. */
function byRefitting(problem: DirectProblem, columns: Matrix): Matrix {
  const result = matrix(columns.rows, problem.targets.length);
  problem.targets.forEach((_, i) => {
    const weights = problem.weights.map((weight, j) => (j === i ? weight - Math.min(1, weight) : weight));
    const { alpha, bias } = directSolution({ ...problem, weights });
    const outputs = outputsOf(engine, columns, { coefficients: Float64Array.from(alpha), bias });
    outputs.forEach((output, t) => (result.data[t * result.columns + i] = output));
  });
  return result;
}

describe.each(biases)("with bias %s", (bias) => {
  describe.each([false, true])("and weights: %s", (weighted) => {
    const { X, K, signs, weights } = rowsOf(n, { weighted });
    const Ks = gaussian({ lengthScale: 0.6 }).cross(engine, newRows, X);
    const few = [0, 4, 7, 11];
    const perCopy = identity(n);
    weights.forEach((weight, i) => (perCopy.data[i * (n + 1)] = 1 / weight));
    const machines: readonly [string, ExpansionForm, Pick<DirectProblem, "columns" | "penalty">, Matrix][] = [
      ["all rows", kernelForm(engine, K, "function", { weights, bias }), { columns: K, penalty: K }, Ks],
      [
        "all rows with plain coefficients",
        kernelForm(engine, K, "coefficients", { weights, bias }),
        { columns: K, penalty: perCopy },
        Ks,
      ],
      [
        "few columns",
        columnsForm(engine, selectColumns(K, few), { weights, bias }),
        { columns: selectColumns(K, few), penalty: identity(few.length) },
        selectColumns(Ks, few),
      ],
    ];

    test.each(machines)("an output of %s is its weights times the targets", (_, form, __, columns) => {
      const response = responseOf(engine, form, signs);
      const outputs = outputsOf(engine, columns, solutionAt(form, response, 0.3));
      const H = targetWeights(engine, form, response, columns, 0.3);
      expect(relativeDifference(multiplyVector(H, signs), outputs)).toBeLessThan(1e-11);
    });

    test.each(machines)("the machines of %s without a row are those of n fits", (_, form, direct, columns) => {
      for (const mu of [1e-2, 1, 100]) {
        const found = leftOutOutputs(engine, form, responseOf(engine, form, signs), columns, mu);
        const expected = byRefitting({ ...direct, targets: signs, weights, bias, mu }, columns);
        expect(relativeDifference(found.data, expected.data)).toBeLessThan(1e-9);
      }
    });
  });
});
