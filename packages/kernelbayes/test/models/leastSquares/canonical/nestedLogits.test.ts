import { describe, expect, test } from "vitest";
import { curveTargets, fitCalibrationCurve, fitCurveToTargets } from "../../../../src/calibration/calibrationCurve.ts";
import {
  columnsForm,
  kernelForm,
  type CanonicalForm,
} from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { leaveOneOutAt, responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import {
  averagedOutputs,
  nestedLogits,
  pairOutputs,
} from "../../../../src/models/leastSquares/canonical/nestedLogits.ts";
import { residualMatrix } from "../../../../src/models/leastSquares/canonical/residualMatrix.ts";
import { identity } from "../../../../src/matrix/diagonal.ts";
import { selectColumns } from "../../../../src/matrix/row.ts";
import { biases, directSolution, engine, rowsOf, type DirectProblem } from "../problems.ts";

const mu = 0.3;

function logitsOf(form: CanonicalForm, signs: Float64Array, weights: Float64Array): Float64Array {
  const response = responseOf(engine, form, signs);
  const { residuals } = leaveOneOutAt(engine, form, response, Math.log(mu));
  const outputs = signs.map((sign, i) => sign - residuals[i]);
  const curve = fitCalibrationCurve(outputs, signs, weights);
  const { rootWeights } = form;
  return nestedLogits({
    outputsWithout: pairOutputs({
      residualMatrix: residualMatrix(engine, form, response, mu),
      rootWeights,
      targets: signs,
    }),
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
function logitsByRefitting(
  weights: Float64Array,
  signs: Float64Array,
  outputWith: (weights: Float64Array, j: number) => number,
): number[] {
  const { positive, negative } = curveTargets(signs, weights);
  const targets = signs.map((sign) => (sign === 1 ? positive : negative));
  const without = (given: Float64Array, row: number): Float64Array =>
    given.map((weight, k) => (k === row ? weight - Math.min(1, weight) : weight));
  return Array.from(signs, (_, i) => {
    const left = without(weights, i);
    const outputs = signs.map((_, j) => outputWith(without(left, j), j));
    const { slope, offset } = fitCurveToTargets(outputs, targets, left);
    return slope * outputWith(left, i) + offset;
  });
}

describe.each([false, true])("with weights: %s", (weighted) => {
  const { K, signs, weights } = rowsOf(16, { weighted, seed: 5 });

  test.each(biases)("machine and curve without a row are those fitted anew without it, bias %s", (bias) => {
    const columns = selectColumns(K, [0, 3, 9, 12]);
    const form = columnsForm(engine, columns, { weights, bias });
    const problem = { columns, penalty: identity(4), targets: signs, weights, bias, mu };
    const expected = logitsByRefitting(weights, signs, (left, j) => outputOf(problem, left, j));
    logitsOf(form, signs, weights).forEach((logit, i) => expect(logit).toBeCloseTo(expected[i], 6));
  });

  test("so they are in all rows", () => {
    const form = kernelForm(engine, K, "function", { weights, bias: "free" });
    const problem = { columns: K, penalty: K, targets: signs, weights, bias: "free" as const, mu };
    const expected = logitsByRefitting(weights, signs, (left, j) => outputOf(problem, left, j));
    logitsOf(form, signs, weights).forEach((logit, i) => expect(logit).toBeCloseTo(expected[i], 5));
  });
});

test("of an average, machines and curve without a row are those fitted anew without it", () => {
  const { K, signs, weights } = rowsOf(16, { weighted: true, seed: 5 });
  const rootWeights = weights.map(Math.sqrt);
  const columns = selectColumns(K, [0, 3, 9, 12]);
  const members = [
    { weight: 0.3, mu: 0.05 },
    { weight: 0.7, mu: 2 },
  ];
  const form = columnsForm(engine, columns, { weights, bias: "free" });
  const response = responseOf(engine, form, signs);
  const parts = members.map(({ mu: own }) => leaveOneOutAt(engine, form, response, Math.log(own)).residuals);
  const residuals = signs.map((_, i) => members.reduce((sum, { weight }, k) => sum + weight * parts[k][i], 0));
  const outputsWithout = averagedOutputs(
    members.map(({ weight, mu: own }) => ({
      weight,
      outputsWithout: pairOutputs({
        residualMatrix: residualMatrix(engine, form, response, own),
        rootWeights,
        targets: signs,
      }),
    })),
  );
  const outputs = signs.map((sign, i) => sign - residuals[i]);
  const curve = fitCalibrationCurve(outputs, signs, weights);
  const logits = nestedLogits({ outputsWithout, rootWeights, targets: signs, residuals, signs, curve });
  const outputOfAverage = (left: Float64Array, j: number): number =>
    members.reduce((sum, { weight, mu: own }) => {
      const problem = { columns, penalty: identity(4), targets: signs, weights, bias: "free" as const, mu: own };
      return sum + weight * outputOf(problem, left, j);
    }, 0);
  const expected = logitsByRefitting(weights, signs, outputOfAverage);
  logits.forEach((logit, i) => expect(logit).toBeCloseTo(expected[i], 6));
});
