import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import { requireVariance } from "../../../numeric/requireVariance.ts";
import { requireLength } from "../../../matrix/requireLength.ts";
import type { LatentMoments } from "../../../calibration/logitInterval.ts";

/** What prediction needs of a fitted discriminant, whether β is finite or one of its limits. */
export interface FisherLaw {
  /** d. */
  readonly distance: number;
  /** α, by which the mean at x is αᵀk(x). They sum to 0. */
  readonly coefficients: Float64Array;
  /** h, K h and hᵀK h. */
  readonly h: Float64Array;
  readonly Kh: Float64Array;
  readonly hKh: number;
  /** hᵀKα, the posterior mean of the midpoint of the class means; these lie d/2 below and above it. */
  readonly midpoint: number;
  /** For each column q of Q, prior covariances with f: the part of the prior variance that the data explain. */
  explained(engine: Engine, Q: Matrix): Float64Array;
}

/**
 * The position g = f* − hᵀf of new rows relative to the (uncertain) midpoint of the class means, which is what tells the
 * classes apart: (3.1) with q = k(x) − Kh and v = k(x, x) − 2hᵀk(x) + hᵀKh. A constant added to the kernel changes neither
 * its mean ḡ nor its variance v_g.
 */
export function contrastAt(engine: Engine, law: FisherLaw, cross: Matrix, prior: Float64Array): LatentMoments {
  requireLength(prior.length, cross.columns, "The number of prior variances");
  const relative = matrix(cross.rows, cross.columns);
  for (let i = 0; i < cross.rows; i++) {
    const shift = law.Kh[i];
    for (let at = i * cross.columns; at < (i + 1) * cross.columns; at++) relative.data[at] = cross.data[at] - shift;
  }
  const hk = multiplyVector(cross, law.h, { transpose: true });
  const explained = law.explained(engine, relative);
  const shift = multiplyVector(relative, law.coefficients, { transpose: true });
  return {
    mean: shift,
    variance: prior.map((v, t) =>
      requireVariance(v - 2 * hk[t] + law.hKh - explained[t], Math.max(Math.abs(v), Math.abs(law.hKh))),
    ),
  };
}
