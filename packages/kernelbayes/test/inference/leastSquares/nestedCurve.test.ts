import { describe, expect, test } from "vitest";
import { curveTargets, fitCalibrationCurve, fitCurveToTargets } from "../../../src/evaluate/calibrationCurve.ts";
import { columnsForm, kernelForm, type CanonicalForm } from "../../../src/inference/leastSquares/canonicalForm.ts";
import { leaveOneOutAt, responseOf } from "../../../src/inference/leastSquares/leaveOneOut.ts";
import { nestedLogits } from "../../../src/inference/leastSquares/nestedCurve.ts";
import { residualMatrix } from "../../../src/inference/leastSquares/residualMatrix.ts";
import { identity } from "../../../src/matrix/identity.ts";
import { selectColumns } from "../../../src/matrix/selectColumns.ts";
import { biases, directSolution, engine, rowsOf, type DirectProblem } from "./problems.ts";

const mu = 0.3;

function logitsOf(form: CanonicalForm, signs: Float64Array, weights: Float64Array): Float64Array {
  const response = responseOf(engine, form, signs);
  const { residuals } = leaveOneOutAt(engine, form, response, Math.log(mu));
  const outputs = signs.map((sign, i) => sign - residuals[i]);
  const curve = fitCalibrationCurve(outputs, signs, weights);
  const { rootWeights } = form;
  return nestedLogits({
    residualMatrix: residualMatrix(engine, form, response, mu),
    rootWeights,
    targets: signs,
    residuals,
    signs,
    curve,
  });
}

/** The output of row j by a fit with other weights. */
function outputOf(problem: DirectProblem, weights: Float64Array, j: number): number {
  const { alpha, bias } = directSolution({ ...problem, weights });
  const m = problem.columns.columns;
  return alpha.reduce((sum, value, k) => sum + value * problem.columns.data[j * m + k], bias);
}

/** Machine and curve fitted anew without a unit of each row, and of each pair. */
function logitsByRefitting(problem: DirectProblem, signs: Float64Array): number[] {
  const { weights } = problem;
  const { positive, negative } = curveTargets(signs, weights);
  const targets = signs.map((sign) => (sign === 1 ? positive : negative));
  const without = (given: Float64Array, row: number): Float64Array =>
    given.map((weight, k) => (k === row ? weight - Math.min(1, weight) : weight));
  return Array.from(signs, (_, i) => {
    const left = without(weights, i);
    const outputs = signs.map((_, j) => outputOf(problem, without(left, j), j));
    const { slope, offset } = fitCurveToTargets(outputs, targets, left);
    return slope * outputOf(problem, left, i) + offset;
  });
}

describe.each([false, true])("with weights: %s", (weighted) => {
  const { K, signs, weights } = rowsOf(16, { weighted, seed: 5 });

  test.each(biases)("machine and curve without a row are those fitted anew without it, bias %s", (bias) => {
    const columns = selectColumns(K, [0, 3, 9, 12]);
    const form = columnsForm(engine, columns, { weights, bias });
    const problem = { columns, penalty: identity(4), targets: signs, weights, bias, mu };
    const expected = logitsByRefitting(problem, signs);
    logitsOf(form, signs, weights).forEach((logit, i) => expect(logit).toBeCloseTo(expected[i], 6));
  });

  test("so they are in all rows", () => {
    const form = kernelForm(engine, K, "function", { weights, bias: "free" });
    const problem = { columns: K, penalty: K, targets: signs, weights, bias: "free" as const, mu };
    const expected = logitsByRefitting(problem, signs);
    logitsOf(form, signs, weights).forEach((logit, i) => expect(logit).toBeCloseTo(expected[i], 5));
  });
});
