import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { identity } from "../../../matrix/diagonal.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import type { PenalizedForm } from "./penalizedForm.ts";
import { requireRegularization } from "./requireRegularization.ts";

/** A square root of (KHK + rA)⁻¹: the form at q = k(x) − K1/n is ‖spread · k(x) − shift‖². */
export interface ContrastSpread {
  /** n × n. */
  readonly spread: Matrix;
  /** spread · K1/n. */
  readonly shift: Float64Array;
}

/**
 * `contrastForms` as a matrix to be kept. In coordinates φ = Tq it is φᵀ(D + vvᵀ)φ with D = diag 1/(g + r) and
 * v = D√g ρ/√(r ρᵀDρ), and with z = D^−½v
 *
 *     D + vvᵀ = D^½(I + zzᵀ)D^½,   (I + zzᵀ)^½ = I + zzᵀ/(1 + √(1 + zᵀz)).
 */
export function contrastSpread(
  engine: Engine,
  { form, constant, means, toCoordinates }: PenalizedForm,
  r: number,
): ContrastSpread {
  requireRegularization(r);
  const { eigenvalues } = form;
  const T = toCoordinates(engine, identity(means.length));
  const { rows: m, columns: n } = T;
  const S = eigenvalues.reduce((sum, g, j) => sum + constant[j] ** 2 / (g + r), 0);
  const z = eigenvalues.map((g, j) => (Math.sqrt(g / (g + r)) * constant[j]) / Math.sqrt(r * S));
  const length2 = z.reduce((sum, value) => sum + value * value, 0);
  const scaled = matrix(m, n);
  for (let at = 0; at < scaled.data.length; at++) {
    scaled.data[at] = T.data[at] / Math.sqrt(eigenvalues[Math.floor(at / n)] + r);
  }
  const along = multiplyVector(scaled, z, { transpose: true });
  const factor = 1 / (1 + Math.sqrt(1 + length2));
  for (let at = 0; at < scaled.data.length; at++) scaled.data[at] += factor * z[Math.floor(at / n)] * along[at % n];
  return { spread: scaled, shift: multiplyVector(scaled, means) };
}
