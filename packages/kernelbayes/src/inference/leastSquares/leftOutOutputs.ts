import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { ExpansionForm } from "./canonicalForm.ts";
import { leaveOneOutAt, type Response } from "./leaveOneOut.ts";
import { outputsOf, solutionAt } from "./solution.ts";

/**
 * Outputs at new rows x of the n machines that have one training row left out each, a row of the result for each x and a
 * column for each machine, without any of the n fits:
 *
 *     f₍ᵢ₎(x) = f(x) − hᵢ(x) eᵢ u/wᵢ
 *
 * with h the weights of `targetWeights`, e the leave-one-out residuals, and u = min(1, w) the part of a row's weight that is
 * left out. For the machine without that part is the machine of all rows in which target i is moved to tᵢ − eᵢ u/wᵢ. Expansion
 * and targets stay as they are. `columns` holds the columns of the expansion at the new rows; O(n r) each.
 */
export function leftOutOutputs(
  engine: Engine,
  form: ExpansionForm,
  response: Response,
  columns: Matrix,
  mu: number,
): Matrix {
  const { residuals } = leaveOneOutAt(engine, form, response, Math.log(mu));
  const outputs = outputsOf(engine, columns, solutionAt(form, response, mu));
  const { data: h, rows, columns: n } = targetWeights(engine, form, response, columns, mu);
  const steps = residuals.map((e, i) => e * Math.min(1, 1 / form.rootWeights[i] ** 2));
  return matrix(
    rows,
    n,
    h.map((weight, at) => outputs[Math.floor(at / n)] - weight * steps[at % n]),
  );
}

/**
 * The weights h(x) of the targets in an output, f(x) = h(x)ᵀt, a row for each new row. A new row has coordinates ψ in which
 * its output is ψᵀ(Λ + μI)⁻¹c, c = Uᵀ√w t the coordinates of the targets; so that with g = (Λ + μI)⁻¹ψ
 *
 *     h = √w ∘ U (g + (1 − gᵀρ) (Λ + μI)⁻¹ρ / S),   ρ = Uᵀ√w,   S = ρᵀ(Λ + μI)⁻¹ρ
 *
 * for a free bias, h = √w ∘ U g without, and a share w/Σw more for a free bias that was taken off beforehand.
 */
export function targetWeights(
  engine: Engine,
  form: ExpansionForm,
  { constant }: Pick<Response, "constant">,
  columns: Matrix,
  mu: number,
): Matrix {
  const { basis, eigenvalues, rootWeights, bias, remainder } = form;
  const G = coordinatesOf(engine, form, columns);
  const r = eigenvalues.length;
  for (let at = 0; at < G.data.length; at++) G.data[at] /= eigenvalues[at % r] + mu;
  if (constant) {
    const solved = constant.map((value, j) => value / (eigenvalues[j] + mu));
    const S = solved.reduce((sum, value, j) => sum + value * constant[j], 0);
    for (let start = 0; start < G.data.length; start += r) {
      const g = G.data.subarray(start, start + r);
      const open = (1 - g.reduce((sum, value, j) => sum + value * constant[j], 0)) / S;
      solved.forEach((value, j) => (g[j] += open * value));
    }
  }
  const H = engine.multiply(G, basis, { transposeB: true });
  const n = rootWeights.length;
  const total = rootWeights.reduce((sum, root) => sum + root * root, 0);
  const isTakenOff = bias === "free" && remainder !== undefined;
  for (let at = 0; at < H.data.length; at++) {
    const root = rootWeights[at % n];
    H.data[at] = root * H.data[at] + (isTakenOff ? (root * root) / total : 0);
  }
  return H;
}

/** ψ of new rows: what their columns, centered or with the constant in them as the bias wants it, are in coordinates. */
function coordinatesOf(engine: Engine, form: ExpansionForm, { data, rows, columns: m }: Matrix): Matrix {
  const { directions, scales, factors, bias, remainder, columnMeans } = form;
  const size = directions.rows;
  // A regularized constant is the last column of an expansion in columns, and a part of the kernel of all rows otherwise.
  const added = bias === "regularized" && remainder === undefined ? 1 : 0;
  const prepared = matrix(rows, size);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < size; j++) {
      const value = j < m ? data[i * m + j] + added - (columnMeans?.[j] ?? 0) : 1;
      prepared.data[i * size + j] = value * (factors?.[j] ?? 1);
    }
  }
  const turned = engine.multiply(prepared, directions);
  for (let at = 0; at < turned.data.length; at++) turned.data[at] *= scales[at % scales.length];
  return turned;
}
