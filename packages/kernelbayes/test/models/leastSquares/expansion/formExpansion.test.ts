import { describe, expect, test } from "vitest";
import type { Matrix } from "../../../../src/engine/matrix.ts";
import { columnsForm, kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import {
  expansionOf,
  leaveOneOutOf,
  normalEquations,
} from "../../../../src/models/leastSquares/tuned/normalEquations.ts";
import { formExpansion, solutionAt } from "../../../../src/models/leastSquares/expansion/formExpansion.ts";
import { responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { wholeFeatures } from "../../../../src/models/leastSquares/tuned/kernelFeatures.ts";
import { selectColumns } from "../../../../src/matrix/row.ts";
import { biases, engine, kernelFeatures, relativeDifference, rowsOf, directSolution, outputsOf } from "../problems.ts";
import type { Expansion } from "../../../../src/models/parts/expansionPosterior.ts";
import { leaveGroupsOut } from "../../../../src/models/leastSquares/canonical/residualMatrix.ts";
import { identity } from "../../../../src/matrix/diagonal.ts";

const mu = 0.4;

/** Outputs and their variances at rows whose kernel columns are given. */
function predicted({ machines, spread, shift, total }: Expansion, columns: Matrix): number[] {
  const m = columns.columns;
  return Array.from({ length: columns.rows }, (_, i) => {
    const k = columns.data.subarray(i * m, (i + 1) * m);
    let variance = total === undefined ? 0 : 1 / total;
    shift.forEach((value, a) => {
      variance += k.reduce((sum, entry, j) => sum + entry * spread.data[a * m + j], -value) ** 2;
    });
    return machines.flatMap(({ coefficients, bias, noise }) => [
      coefficients.reduce((sum, value, j) => sum + value * k[j], bias),
      noise * variance,
    ]);
  }).flat();
}

const cases = biases.flatMap((bias) =>
  (["function", "coefficients"] as const).flatMap((penalty) => [
    { bias, penalty, weighted: false },
    { bias, penalty, weighted: true },
  ]),
);

describe.each(cases)("bias $bias, penalty on the $penalty, weights: $weighted", ({ bias, penalty, weighted }) => {
  const { K, signs, weights } = rowsOf(36, { weighted });
  const rootWeights = weights.map(Math.sqrt);
  const others = signs.map((sign, i) => (i % 3 === 0 ? -sign : sign));
  const targets = [signs, others];
  const groups = [0, 1, 2, 3].map((g) => Int32Array.from({ length: 36 }, (_, i) => i).filter((i) => i % 4 === g));

  function equations(Z: Matrix): NonNullable<ReturnType<typeof normalEquations>> {
    const solved = normalEquations(engine, Z, rootWeights, targets, mu, bias);
    if (!solved) throw new Error("The test's own equations are positive definite.");
    return solved;
  }

  test("all rows: machines, variances and groups left out are those of the normal equations", () => {
    const form = kernelForm(engine, K, penalty, { weights, bias });
    const responses = targets.map((machine) => responseOf(engine, form, machine));
    const found = formExpansion(engine, form, responses, mu);
    if (penalty === "coefficients" && weighted) return; // A coefficient a copy there, and one a row in the features.
    const features = wholeFeatures(engine, K, penalty, rootWeights, bias);
    const direct = expansionOf(engine, features, equations(features.Z));
    const expected = predicted(direct, selectColumns(K, features.pivots));
    expect(relativeDifference(predicted(found, K), expected)).toBeLessThan(1e-6);
    const grouped = leaveOneOutOf(engine, equations(features.Z), rootWeights, groups);
    leaveGroupsOut(engine, form, responses, mu, groups).forEach((residuals, m) =>
      expect(relativeDifference(residuals, grouped[m])).toBeLessThan(1e-6),
    );
  });

  test("a basis: machines, variances and groups left out are those of the normal equations", () => {
    const basis = Array.from({ length: 9 }, (_, i) => i);
    const columns = selectColumns(K, basis);
    const features = kernelFeatures(columns, penalty, rootWeights, bias);
    const chosen = selectColumns(columns, features.pivots);
    const lower = features.factor;
    const raw = lower ? engine.solveTriangular(lower, chosen, { side: "right", transpose: true }) : chosen;
    const form = columnsForm(engine, raw, { weights, bias });
    const responses = targets.map((machine) => responseOf(engine, form, machine));
    const found = formExpansion(engine, form, responses, mu, lower);
    const direct = expansionOf(engine, features, equations(features.Z));
    expect(relativeDifference(predicted(found, chosen), predicted(direct, chosen))).toBeLessThan(1e-9);
    const grouped = leaveOneOutOf(engine, equations(features.Z), rootWeights, groups);
    leaveGroupsOut(engine, form, responses, mu, groups).forEach((residuals, m) =>
      expect(relativeDifference(residuals, grouped[m])).toBeLessThan(1e-9),
    );
  });
});

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
