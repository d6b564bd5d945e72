import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { fromColumns, selectRows } from "../../../matrix/row.ts";
import type { CanonicalForm } from "./canonicalForm.ts";
import { type Response, leftDenominator } from "./leaveOneOutAt.ts";
import { openBias, trainingResiduals } from "../expansion/formExpansion.ts";

/** What turns targets into training residuals, both scaled by √w: N = D t̃ (the bias included). */
export interface ResidualMatrix {
  /** n × n, symmetric; 1 − hᵢᵢ on its diagonal. */
  readonly D: Matrix;
  /** D t̃. */
  readonly N: Float64Array;
}

/**
 * The whole matrix D = R − a aᵀ/S of `leaveOneOutOnGrid` at one regularization, in O(n² r). With it any set of rows g can
 * be left out: their residuals are D_gg⁻¹ N_g.
 */
export function residualMatrix(engine: Engine, form: CanonicalForm, response: Response, mu: number): ResidualMatrix {
  const { basis, eigenvalues, rootWeights, remainder } = form;
  const { rows: n, columns: r } = basis;
  const D = matrix(n, n);
  // Outside of the span of the basis D is the identity, so that it is the identity less U diag(1 − ω) Uᵀ there.
  const roots = eigenvalues.map((value) => Math.sqrt(remainder ? value / (value + mu) : mu / (value + mu)));
  const scaled = matrix(n, r);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < r; j++) scaled.data[i * r + j] = basis.data[i * r + j] * roots[j];
  }
  const product = engine.symmetricProduct(scaled).data;
  const constant = constantPart(engine, form, response, mu);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const at = i * n + j;
      const shared = constant ? (constant.a[i] * constant.a[j]) / constant.S : 0;
      const value = (remainder ? (i === j ? 1 : 0) - product[at] : product[at]) - shared;
      D.data[at] = value;
      D.data[j * n + i] = value;
    }
  }
  const scaledTargets = response.targets.map((target, i) => rootWeights[i] * (target - response.mean));
  return { D, N: engine.multiply(D, matrix(n, 1, scaledTargets)).data };
}

/** What a free bias takes off the diagonal and its blocks: a aᵀ/S. */
interface ConstantPart {
  readonly a: Float64Array;
  readonly S: number;
}

/** a = R√w and S = √wᵀa of a free bias; where it was taken off beforehand R leaves √w as it is. */
function constantPart(
  engine: Engine,
  { basis, eigenvalues, rootWeights, bias }: CanonicalForm,
  response: Response,
  mu: number,
): ConstantPart | undefined {
  if (bias === "removed") return { a: rootWeights, S: rootWeights.reduce((sum, root) => sum + root * root, 0) };
  const open = openBias(eigenvalues, response, mu);
  if (!open) return undefined;
  const { S, coordinates, outside } = open;
  const inside = engine.multiply(basis, matrix(coordinates.length, 1, coordinates)).data;
  return { a: outside ? inside.map((value, i) => value + outside[i]) : inside, S };
}

/** Rounding may leave less than nothing of the diagonal. */
export const smallestLeft = 1e-12;

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
  const N = fromColumns(responses.map((response) => trainingResiduals(engine, form, response, mu)));
  return solveGroups(engine, N, groupBlocks(engine, form, responses[0], mu), form.rootWeights, groups);
}

/** D_gg⁻¹ N_g for each group, an array for each column of N; NaN where some block D_gg is not positive definite. */
export function solveGroups(
  engine: Engine,
  N: Matrix,
  block: (rows: Int32Array) => Matrix,
  rootWeights: Float64Array,
  groups: readonly Int32Array[],
): Float64Array[] {
  const M = N.columns;
  const result = Array.from({ length: M }, () => new Float64Array(N.rows));
  for (const rows of groups) {
    const factored = engine.cholesky(block(rows));
    if (!factored.ok) return result.map((values) => values.fill(Number.NaN));
    const solved = engine.solveFactored(factored.factor, selectRows(N, rows));
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

/**
 * The symmetric matrix W by which a criterion Σᵢ g(eᵢ) of leave-one-out residuals changes with the kernel,
 * d Σ g = Σ_ab W_ab dK_ab, for the penalty αᵀKα. From dD = −D dK̃ D/μ, with K̃ = √w K √w and eᵢ = Nᵢ/Dᵢ*,
 *
 *     W̃ = sym(−(D a) Nᵀ + D diag(b) D)/μ,   aᵢ = g'(eᵢ)/Dᵢ*,   bᵢ = g'(eᵢ) eᵢ u/(√wᵢ Dᵢ*),
 *
 * where Dᵢ* = (wᵢ − u + u Dᵢᵢ)/√wᵢ leaves out one unit u = min(1, wᵢ). `slopes` are g'(eᵢ).
 */
export function kernelGradient(
  engine: Engine,
  { D, N }: ResidualMatrix,
  rootWeights: Float64Array,
  residuals: Float64Array,
  slopes: Float64Array,
  mu: number,
): Matrix {
  const n = D.rows;
  const a = new Float64Array(n);
  const scaled = matrix(n, n);
  for (let i = 0; i < n; i++) {
    a[i] = slopes[i] / leftDenominator(D.data[i * n + i], rootWeights[i]);
    const b = (a[i] * residuals[i] * Math.min(1, rootWeights[i] ** 2)) / rootWeights[i];
    for (let j = 0; j < n; j++) scaled.data[i * n + j] = b * D.data[i * n + j];
  }
  const Da = engine.multiply(D, matrix(n, 1, a)).data;
  const W = engine.multiply(D, scaled);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const value = (W.data[i * n + j] + W.data[j * n + i] - Da[i] * N[j] - Da[j] * N[i]) / 2;
      const factored = (value * rootWeights[i] * rootWeights[j]) / mu;
      W.data[i * n + j] = factored;
      W.data[j * n + i] = factored;
    }
  }
  return W;
}
