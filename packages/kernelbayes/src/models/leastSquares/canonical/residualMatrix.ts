import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { CanonicalForm } from "./canonicalForm.ts";
import type { Response } from "./leaveOneOutAt.ts";
import { openBias } from "./openBias.ts";

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
export interface ConstantPart {
  readonly a: Float64Array;
  readonly S: number;
}

/** a = R√w and S = √wᵀa of a free bias; where it was taken off beforehand R leaves √w as it is. */
export function constantPart(
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
