import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { CanonicalForm } from "./canonicalForm.ts";
import type { Response } from "./leaveOneOutAt.ts";
import { constantPart } from "./residualMatrix.ts";
import { trainingResiduals } from "./trainingResiduals.ts";

/** Rounding may leave less than nothing of the diagonal. */
const smallestLeft = 1e-12;

/**
 * Residuals of each response at one regularization with each group of rows left out as a whole, D_gg⁻¹ N_g with D of
 * `residualMatrix`, of which only the blocks of the groups are made. NaN where no fit is left without a group.
 */
export function leaveGroupsOut(
  engine: Engine,
  form: CanonicalForm,
  responses: readonly Response[],
  mu: number,
  groups: readonly Int32Array[],
): Float64Array[] {
  const { rootWeights } = form;
  const N = responses.map((response) => trainingResiduals(engine, form, response, mu));
  const block = groupBlocks(engine, form, responses[0], mu);
  const M = responses.length;
  const result = N.map((values) => new Float64Array(values.length));
  for (const rows of groups) {
    const right = matrix(rows.length, M);
    rows.forEach((row, a) => N.forEach((values, m) => (right.data[a * M + m] = values[row])));
    const factored = engine.cholesky(block(rows));
    if (!factored.ok) return result.map((values) => values.fill(Number.NaN));
    const solved = engine.solveFactored(factored.factor, right);
    rows.forEach((row, a) => {
      for (let m = 0; m < M; m++) result[m][row] = solved.data[a * M + m] / rootWeights[row];
    });
  }
  return result;
}

/** The blocks D_gg of a form. */
function groupBlocks(
  engine: Engine,
  form: CanonicalForm,
  response: Response,
  mu: number,
): (rows: Int32Array) => Matrix {
  const { basis, eigenvalues, remainder } = form;
  const r = basis.columns;
  const roots = eigenvalues.map((value) => Math.sqrt((remainder ? value : mu) / (value + mu)));
  const constant = constantPart(engine, form, response, mu);
  return (rows) => {
    const size = rows.length;
    const scaled = matrix(size, r);
    rows.forEach((row, k) => {
      for (let j = 0; j < r; j++) scaled.data[k * r + j] = basis.data[row * r + j] * roots[j];
    });
    const D = engine.symmetricProduct(scaled);
    for (let k = 0; k < size; k++) {
      for (let l = 0; l < size; l++) {
        const at = k * size + l;
        const own = k === l ? smallestLeft : 0;
        const shared = constant ? (constant.a[rows[k]] * constant.a[rows[l]]) / constant.S : 0;
        D.data[at] = own - shared + (remainder ? (k === l ? 1 : 0) - D.data[at] : D.data[at]);
      }
    }
    return D;
  };
}
