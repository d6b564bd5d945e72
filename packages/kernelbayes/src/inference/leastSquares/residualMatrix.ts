import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { CanonicalForm } from "./canonicalForm.ts";
import type { Response } from "./leaveOneOut.ts";

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
  const { basis, eigenvalues, rootWeights, remainder, bias } = form;
  const { rows: n, columns: r } = basis;
  const D = matrix(n, n);
  // Outside of the span of the basis D is the identity, so that it is the identity less U diag(1 − ω) Uᵀ there.
  const roots = eigenvalues.map((value) => Math.sqrt(remainder ? value / (value + mu) : mu / (value + mu)));
  const scaled = matrix(n, r);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < r; j++) scaled.data[i * r + j] = basis.data[i * r + j] * roots[j];
  }
  const product = engine.symmetricProduct(scaled).data;
  const total = rootWeights.reduce((sum, root) => sum + root * root, 0);
  const [a, S] = constantPart(engine, form, response, mu);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const at = i * n + j;
      let value = product[at];
      if (remainder) {
        const shared = bias === "free" ? (rootWeights[i] * rootWeights[j]) / total : 0;
        value = (i === j ? 1 : 0) - shared - value;
      } else if (a) {
        value -= (a[i] * a[j]) / S;
      }
      D.data[at] = value;
      D.data[j * n + i] = value;
    }
  }
  const scaledTargets = response.targets.map((target, i) => rootWeights[i] * (target - response.mean));
  return { D, N: engine.multiply(D, matrix(n, 1, scaledTargets)).data };
}

/** a = R√w and S = √wᵀ a, for a free bias that is still in the problem. */
function constantPart(
  engine: Engine,
  { basis, eigenvalues }: CanonicalForm,
  { constant }: Response,
  mu: number,
): readonly [Float64Array | undefined, number] {
  if (!constant) return [undefined, 1];
  const shares = constant.map((value, j) => (value * mu) / (eigenvalues[j] + mu));
  const S = shares.reduce((sum, value, j) => sum + value * constant[j], 0);
  return [engine.multiply(basis, matrix(shares.length, 1, shares)).data, S];
}
