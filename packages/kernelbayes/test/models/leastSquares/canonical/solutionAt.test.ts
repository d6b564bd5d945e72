import { describe, expect, test } from "vitest";
import { columnsForm, kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { outputsOf, solutionAt } from "../../../../src/models/leastSquares/canonical/solutionAt.ts";
import { identity } from "../../../../src/matrix/diagonal.ts";
import { selectColumns } from "../../../../src/matrix/row.ts";
import { biases, directSolution, engine, rowsOf } from "../problems.ts";

describe.each(biases)("with bias %s", (bias) => {
  const { K, signs, weights } = rowsOf(17, { weighted: true });

  test("the solution in few columns is that of the normal equations", () => {
    const columns = selectColumns(K, [0, 5, 6, 16]);
    const form = columnsForm(engine, columns, { weights, bias });
    const found = solutionAt(form, responseOf(engine, form, signs), 0.3);
    const direct = directSolution({ columns, penalty: identity(4), targets: signs, weights, bias, mu: 0.3 });
    expect(found.bias).toBeCloseTo(direct.bias, 11);
    direct.alpha.forEach((value, j) => expect(found.coefficients[j]).toBeCloseTo(value, 10));
  });

  test.each(["function", "coefficients"] as const)("the solution in all rows with penalty on the %s is", (kind) => {
    const form = kernelForm(engine, K, kind, { weights, bias });
    const found = solutionAt(form, responseOf(engine, form, signs), 0.3);
    const penalty = kind === "function" ? K : identity(17);
    if (kind === "coefficients") weights.forEach((weight, i) => (penalty.data[i * 18] = 1 / weight));
    const direct = directSolution({ columns: K, penalty, targets: signs, weights, bias, mu: 0.3 });
    const expected = outputsOf(engine, K, { coefficients: Float64Array.from(direct.alpha), bias: direct.bias });
    outputsOf(engine, K, found).forEach((output, i) => expect(output).toBeCloseTo(expected[i], 9));
    expect(found.bias).toBeCloseTo(direct.bias, 9);
  });
});

test("with a free bias the coefficients of a least-squares support vector machine sum to zero", () => {
  const { K, signs, weights } = rowsOf(20);
  const form = kernelForm(engine, K, "function", { weights, bias: "free" });
  const { coefficients } = solutionAt(form, responseOf(engine, form, signs), 0.05);
  expect(Math.abs(coefficients.reduce((sum, value) => sum + value, 0))).toBeLessThan(1e-11);
});
