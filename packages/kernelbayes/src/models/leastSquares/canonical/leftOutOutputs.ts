import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { dot } from "../../../matrix/dot.ts";
import type { ExpansionForm } from "./canonicalForm.ts";
import { leaveOneOutAt, type Response } from "./leaveOneOutAt.ts";
import { openBias } from "./openBias.ts";
import { outputsOf, solutionAt } from "./solutionAt.ts";

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
 *     h = √w ∘ (U g + (1 − gᵀρ) a/S),   ρ = Uᵀ√w,   a = R√w,   S = √wᵀa
 *
 * for a free bias, h = √w ∘ U g without, and a share w/Σw more for a free bias that was taken off beforehand.
 */
export function targetWeights(
  engine: Engine,
  form: ExpansionForm,
  response: Response,
  columns: Matrix,
  mu: number,
): Matrix {
  const { basis, eigenvalues, rootWeights, bias } = form;
  const { constant } = response;
  const G = coordinatesOf(engine, form, columns);
  const r = eigenvalues.length;
  for (let at = 0; at < G.data.length; at++) G.data[at] /= eigenvalues[at % r] + mu;
  const open = openBias(eigenvalues, response, mu);
  const opened = new Float64Array(G.rows);
  if (constant && open) {
    for (let row = 0; row < G.rows; row++) {
      const g = G.data.subarray(row * r, (row + 1) * r);
      opened[row] = (1 - dot(g, constant)) / open.S;
      open.coordinates.forEach((value, j) => (g[j] += opened[row] * value));
    }
  }
  const H = engine.multiply(G, basis, { transposeB: true });
  const n = rootWeights.length;
  const total = rootWeights.reduce((sum, root) => sum + root * root, 0);
  for (let at = 0; at < H.data.length; at++) {
    const root = rootWeights[at % n];
    const beyond = open?.outside ? opened[Math.floor(at / n)] * open.outside[at % n] : 0;
    H.data[at] = root * (H.data[at] + beyond) + (bias === "removed" ? (root * root) / total : 0);
  }
  return H;
}

/** ψ of new rows: what their columns, centered or with the constant in them as the bias wants it, are in coordinates. */
function coordinatesOf(engine: Engine, form: ExpansionForm, { data, rows, columns: m }: Matrix): Matrix {
  const { directions, scales, factors, bias, columnMeans } = form;
  const size = directions.rows;
  const added = bias === "kernel" ? 1 : 0;
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
