import type { Engine } from "../../../engine/engine.ts";
import type { FisherContrasts } from "../../../rows/fisherContrasts.ts";
import { interpolation } from "./interpolation.ts";
import { fisherLeaveOneOut } from "../posterior/fisherLeaveOneOut.ts";
import { rootProblem, type LatentPrior } from "../../../rows/kernel/rootProblem.ts";
import { requireDistance } from "../posterior/fisherSettings.ts";

/** Where rows fall, relative to the midpoint of the class means, by the limit law of the other rows. */
export interface LimitLeaveOneOut {
  /** ḡ of each row from the fit without one unit of it. */
  readonly contrastMean: Float64Array;
  /** Rows without which their class would be empty, or the means of the classes equal: zeros above. */
  readonly omitted: readonly number[];
}

/**
 * Exact leave-one-out of the limit β → 0, O(n²) for all rows. With the sums A_q = Σ_{j∈q} w_j K_ij of a row and
 * S_qr = Σ_{j∈q, k∈r} w_j w_k K_jk of the classes, its means a_q = A_q/n_q and m_qr = S_qr/(n_q n_r),
 *
 *     ḡ = d (a₁ − a₀ − ½(m₁₁ − m₀₀))/(m₁₁ − 2m₁₀ + m₀₀).
 *
 * Taking the share t = min(1, w) of a row of class q out, whose copies share k̃ and have η each for themselves, leaves
 *
 *     A_q − t k̃ − η,   S_qq − 2tA_q + t²k̃ + tη,   S_qr − tA_r,   n_q − t.
 */
export function parzenLeaveOneOut(
  prior: LatentPrior,
  contrasts: FisherContrasts,
  distance: number = 2,
): LimitLeaveOneOut {
  requireDistance(distance);
  const { K, own } = rootProblem(prior, contrasts);
  const { classes, weights, sizes } = contrasts;
  const n = classes.length;
  const sums = [new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) sums[classes[j]][i] += weights[j] * K.data[i * n + j];
  }
  const total = (q: number, r: number): number =>
    weights.reduce((sum, w, i) => (classes[i] === q ? sum + w * sums[r][i] : sum), 0);
  const S = [total(0, 0), total(1, 1)];
  const between = total(1, 0);
  const contrastMean = new Float64Array(n);
  const omitted: number[] = [];
  for (let i = 0; i < n; i++) {
    const q = classes[i];
    const t = Math.min(1, weights[i]);
    const shared = K.data[i * n + i] - own[i] / weights[i];
    const left = [sizes[0], sizes[1]];
    left[q] -= t;
    const within = [S[0], S[1]];
    within[q] += t * t * shared + t * own[i] - 2 * t * sums[q][i];
    const [m00, m11] = within.map((sum, c) => sum / left[c] ** 2);
    const m10 = (between - t * sums[1 - q][i]) / (left[0] * left[1]);
    const [a0, a1] = [0, 1].map((c) => (sums[c][i] - (c === q ? t * shared + own[i] : 0)) / left[c]);
    const s = m11 - 2 * m10 + m00;
    if (left[q] <= 1e-9 || !(s > 1e-12 * (Math.abs(m11) + Math.abs(m00)))) omitted.push(i);
    else contrastMean[i] = (distance * (a1 - a0 - (m11 - m00) / 2)) / s;
  }
  return { contrastMean, omitted };
}

/**
 * Exact leave-one-out of the limit β → ∞, O(1) a row after one factorization: (1.2) of `fisherLeaveOneOut` with 1/β = 0.
 * Undefined where the kernel is singular to working precision, so that M has no finite limit.
 */
export function fisherLimitLeaveOneOut(
  engine: Engine,
  prior: LatentPrior,
  contrasts: FisherContrasts,
  distance: number = 2,
): LimitLeaveOneOut | undefined {
  requireDistance(distance);
  const problem = rootProblem(prior, contrasts);
  const found = interpolation(engine, problem);
  if (found === undefined) return undefined;
  const { kappa, roots } = contrasts;
  const { g, rho } = found;
  const { contrastMean, omitted } = fisherLeaveOneOut({
    contrasts,
    precision: Infinity,
    distance,
    u: g.map((value, i) => (roots[i] * kappa * value) / rho),
    s: kappa ** 2 / rho,
    own: problem.own,
    diagonalOfM: found.diagonalOfM,
  });
  return contrastMean.every(Number.isFinite) ? { contrastMean, omitted } : undefined;
}
