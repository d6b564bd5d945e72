import { describe, expect, test } from "vitest";
import type { Matrix } from "../../../../src/engine/matrix.ts";
import { columnsForm, gramForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import { denseResiduals } from "../../../../src/models/leastSquares/tuned/expansionSearch.ts";
import {
  expansionOf,
  leaveOneOutOf,
  normalEquations,
  type NormalEquations,
} from "../../../../src/models/leastSquares/tuned/normalEquations.ts";
import { type Penalty, wholeFeatures } from "../../../../src/models/leastSquares/tuned/kernelFeatures.ts";
import {
  leaveOneOutAt,
  leaveOneOutOnGrid,
  responseOf,
} from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { identity } from "../../../../src/matrix/diagonal.ts";
import { selectColumns, selectRows } from "../../../../src/matrix/row.ts";
import {
  biases,
  type DirectProblem,
  directSolution,
  engine,
  goldenRows,
  kernelFeatures,
  relativeDifference,
  residualsByRefitting,
  rowsOf,
} from "../problems.ts";
import type { Bias } from "../../../../src/models/leastSquares/expansion/scaledFeatures.ts";

function solved(
  Z: Matrix,
  rootWeights: Float64Array,
  targets: readonly Float64Array[],
  mu: number,
  bias: Bias = "free",
): NormalEquations {
  const equations = normalEquations(engine, Z, rootWeights, targets, mu, bias);
  if (!equations) throw new Error("The test's own equations are positive definite.");
  return equations;
}

test("the golden leave-one-out outputs of the fast tuned fit are met", () => {
  const { X, signs, weights } = goldenRows();
  const columns = engine.gaussianMatrix(
    X,
    { data: X.data.slice(0, 16), rows: 8, columns: 2 },
    Float64Array.of(1.8, 1.8),
  );
  const { Z, pivots } = kernelFeatures(columns, "function", weights);
  expect(pivots.length).toBe(8);
  const [residuals] = leaveOneOutOf(engine, solved(Z, weights, [signs], 0.25), weights, undefined);
  const golden = [1.0078394884, -1.0687072501, 1.1032410165, 0.9035175476, 0.0682668085, 1.2869736111];
  golden.forEach((value, i) => expect(signs[i] - residuals[i]).toBeCloseTo(value, 9));
  expect(residuals.reduce((sum, value) => sum + value ** 2, 0) / 24).toBeCloseTo(0.2118564257, 9);
});

const cases = biases.flatMap((bias) => [false, true].map((weighted) => ({ bias, weighted })));

describe.each(cases)("with weights: $weighted, bias $bias", ({ bias, weighted }) => {
  const { K, signs, weights } = rowsOf(40, { weighted });
  const rootWeights = weights.map(Math.sqrt);
  const others = signs.map((sign, i) => (i % 4 === 0 ? -sign : sign));
  const size = 12;
  const columns = selectColumns(
    K,
    Array.from({ length: size }, (_, i) => i),
  );

  test.each<Penalty>(["function", "coefficients"])(
    "leave-one-out residuals are those of n fits, and of the other forms, with the penalty on the %s",
    (kind) => {
      const features = kernelFeatures(columns, kind, rootWeights, bias);
      for (const mu of [0.01, 1, 30]) {
        const found = leaveOneOutOf(
          engine,
          solved(features.Z, rootWeights, [signs, others], mu, bias),
          rootWeights,
          undefined,
        );
        const chosen = selectColumns(columns, features.pivots);
        const penalty = kind === "function" ? selectRows(chosen, features.pivots) : identity(features.pivots.length);
        const form = gramForm(engine, features.Z, rootWeights, bias);
        [signs, others].forEach((targets, m) => {
          const direct: DirectProblem = { columns: chosen, penalty, targets, weights, bias, mu };
          expect(relativeDifference(found[m], residualsByRefitting(direct))).toBeLessThan(1e-7);
          const { residuals } = leaveOneOutAt(engine, form, responseOf(engine, form, targets), Math.log(mu));
          expect(relativeDifference(residuals, found[m])).toBeLessThan(1e-9);
        });
        if (kind === "coefficients") {
          const exact = columnsForm(engine, chosen, { weights, bias });
          const [{ data }] = leaveOneOutOnGrid(engine, exact, [responseOf(engine, exact, signs)], [Math.log(mu)]);
          expect(relativeDifference(found[0], data)).toBeLessThan(1e-9);
        }
      }
    },
  );

  test.each<Penalty>(["function", "coefficients"])(
    "all rows as a basis give the dense machine, penalty on the %s",
    (kind) => {
      const dense = denseResiduals(engine, K, kind, rootWeights, [signs, others], 0.5, bias);
      const { Z } = wholeFeatures(engine, K, kind, rootWeights, bias);
      const found = leaveOneOutOf(engine, solved(Z, rootWeights, [signs, others], 0.5, bias), rootWeights, undefined);
      expect(dense).toBeDefined();
      dense?.forEach((residuals, m) => expect(relativeDifference(found[m], residuals)).toBeLessThan(1e-6));
    },
  );

  test("groups are left out as a whole", () => {
    const { Z, pivots } = kernelFeatures(columns, "coefficients", rootWeights, bias);
    const groups = [0, 1, 2, 3, 4, 5].map((g) =>
      Int32Array.from({ length: 40 }, (_, i) => i).filter((i) => i % 6 === g),
    );
    const [residuals] = leaveOneOutOf(engine, solved(Z, rootWeights, [signs], 0.3, bias), rootWeights, groups);
    const chosen = selectColumns(columns, pivots);
    const r = pivots.length;
    for (const rows of groups) {
      const left = weights.map((weight, i) => (rows.includes(i) ? 0 : weight));
      const { alpha, bias: constant } = directSolution({
        columns: chosen,
        penalty: identity(r),
        targets: signs,
        weights: left,
        bias,
        mu: 0.3,
      });
      for (const row of rows) {
        const output = alpha.reduce((sum, value, j) => sum + value * chosen.data[row * r + j], constant);
        expect(residuals[row]).toBeCloseTo(signs[row] - output, 7);
      }
    }
  });

  test.each<Penalty>(["function", "coefficients"])(
    "the expansion is the solution, with its variance, penalty on the %s",
    (kind) => {
      const features = kernelFeatures(columns, kind, rootWeights, bias);
      const { machines, spread, shift, total } = expansionOf(
        engine,
        features,
        solved(features.Z, rootWeights, [signs, others], 0.7, bias),
      );
      const chosen = selectColumns(columns, features.pivots);
      const r = features.pivots.length;
      const penalty = kind === "function" ? selectRows(chosen, features.pivots) : identity(r);
      [signs, others].forEach((targets, m) => {
        const direct = directSolution({ columns: chosen, penalty, targets, weights, bias, mu: 0.7 });
        for (let i = 0; i < 40; i++) {
          const row = Array.from(chosen.data.subarray(i * r, (i + 1) * r));
          const expected = row.reduce((sum, value, j) => sum + value * direct.alpha[j], direct.bias);
          expect(
            row.reduce((sum, value, j) => sum + value * machines[m].coefficients[j], machines[m].bias),
          ).toBeCloseTo(expected, 7);
        }
        expect(machines[m].noise).toBeGreaterThan(0);
      });
      // The leverage of a training row is its variance for unit noise, times its weight, plus what the penalty takes off.
      const leverage = (i: number): number => {
        let sum = total === undefined ? 0 : 1 / total;
        for (let a = 0; a < shift.length; a++) {
          let value = -shift[a];
          for (let b = 0; b < r; b++) value += spread.data[a * r + b] * chosen.data[i * r + b];
          sum += value * value;
        }
        return sum * weights[i];
      };
      const Y = solved(features.Z, rootWeights, [signs], 0.7, bias).rowsOf();
      for (let i = 0; i < 40; i++) {
        let own = total === undefined ? 0 : weights[i] / total;
        for (let j = 0; j < Y.columns; j++) own += Y.data[i * Y.columns + j] ** 2;
        expect(leverage(i)).toBeCloseTo(own, 8);
      }
    },
  );
});
