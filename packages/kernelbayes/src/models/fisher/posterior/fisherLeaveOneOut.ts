import { logSigmoid } from "../../../numeric/sigmoid.ts";
import type { FisherContrasts } from "../../../rows/fisherContrasts.ts";
import { requireVariance } from "../../../numeric/requireVariance.ts";

/** What leave-one-out needs of a posterior. */
export interface LeaveOneOutFigures {
  readonly contrasts: FisherContrasts;
  readonly precision: number;
  readonly distance: number;
  readonly u: Float64Array;
  readonly s: number;
  /** η of each row; zeros where it is not asked for (all weights 1). */
  readonly own: Float64Array;
  /** M_ii/w_i. */
  diagonalOfM(): Float64Array;
}

export interface FisherLeaveOneOut {
  /** ḡ and v_g of each row from the fit without one unit of it. */
  readonly contrastMean: Float64Array;
  readonly contrastVariance: Float64Array;
  /** Log odds of class 1, with the class frequencies of the remaining rows. */
  readonly logOdds: Float64Array;
  /** log P(own class). */
  readonly logDensity: Float64Array;
  /** Rows without which their class would be empty: zeros above. */
  readonly omitted: readonly number[];
}

/**
 * Exact leave-one-out of the discriminant at fixed kernel and β, O(1) a row. The inverse of the bordered matrix [V E; Eᵀ 0],
 * V = K + I/β, is [M U; Uᵀ −T]; taking a row out changes class sizes, contrast, midpoint and constraint, but in that
 * inverse it is a Schur complement. For a row of class q with m = M_ii, its row U_i, a = (1, −1)ᵀ and sizes n' after:
 *
 *     T' = T + U_iᵀU_i/m,   s' = aᵀT'a − κ'/β,   r = T_q − U_i(1 − U_iq)/m,
 *     χ = r·a − ½ 1ᵀT'a + (1/n₁' − 1/n₀')/(2β),   ḡ = dχ/s',
 *     v = k** − [V_ii − 1/m − 2r_q + T'_qq] − r·1 + ¼ 1ᵀT'1 − κ'/(4β) − χ²/s'.                                   (1.2)
 *
 * Relative to the grand mean (`RootProblem`) U and T follow from u and s: with σ = s + κ/β and ε = (n₀ − n₁)/N,
 *
 *     U1 = 2r/N + εu,   aᵀTa = σ,   1ᵀTa = εσ,   1ᵀT1 = 4/(Nβ) + ε²σ.
 *
 * One unit of a row is left out: the whole row if w ≤ 1; of w > 1 copies one, whose entries in the problem with all copies
 * are U_i/√w and M_ii/w + (1 − 1/w)/(η + 1/β), in root coordinates.
 *
 * A row that belongs to class 1 with probability r stands in the bordered matrix as e = (r, 1 − r) in place of a unit vector, and the zero
 * block holds −τ βaaᵀ, τ = Σ w r(1 − r), from which its own part goes with it: with x = T'a and φ = βr(1 − r)/(1 − βr(1 − r)aᵀT'a),
 * T' gains φxxᵀ, r gains φ(r·a)x, and v gains φ(r·a)². All else stays as it is.
 *
 * The prior variance k** = K_ii of the row, its nugget included, cancels against V_ii; `excluded` is what k** is to leave out
 * (the nugget, for predictions that leave it out as well).
 */
export function fisherLeaveOneOut(
  figures: LeaveOneOutFigures,
  { excluded }: { readonly excluded?: Float64Array } = {},
): FisherLeaveOneOut {
  const { contrasts, precision: beta, distance: d, u, s, own } = figures;
  const { classes, memberships, weights, roots, sizes, total, imbalance, kappa } = contrasts;
  const n = classes.length;
  const M = figures.diagonalOfM();
  const sigma = s + kappa / beta;
  const aTa = sigma;
  const oneTa = imbalance * sigma;
  const oneTone = 4 / (total * beta) + imbalance * imbalance * sigma;
  const result = {
    contrastMean: new Float64Array(n),
    contrastVariance: new Float64Array(n),
    logOdds: new Float64Array(n),
    logDensity: new Float64Array(n),
  };
  const omitted: number[] = [];
  for (let i = 0; i < n; i++) {
    const w = weights[i];
    const unit = Math.min(1, w);
    const left: [number, number] = [sizes[0], sizes[1]];
    const upper = memberships ? memberships[i] : classes[i];
    left[0] -= unit * (1 - upper);
    left[1] -= unit * upper;
    if (left[0] <= 1e-9 || left[1] <= 1e-9) {
      omitted.push(i);
      continue;
    }
    // e·a, which is 1 or −1 for a row of one class.
    const sign = 2 * upper - 1;
    // Entries of what is left out: in root coordinates of the row if w ≤ 1, of one copy otherwise.
    const scale = w > 1 ? w : 1;
    const root = w > 1 ? 1 : roots[i];
    const m = M[i] / scale + (w > 1 ? (1 - 1 / scale) / (own[i] + 1 / beta) : 0);
    const Ua = u[i] / roots[i] / Math.sqrt(scale);
    const Uone = (2 * roots[i]) / total / Math.sqrt(scale) + imbalance * Ua;
    const Uq = (Uone + sign * Ua) / 2;
    const left1 = 1 / left[1];
    const left0 = 1 / left[0];
    const changed = {
      aTa: aTa + (Ua * Ua) / m,
      oneTa: oneTa + (Uone * Ua) / m,
      oneTone: oneTone + (Uone * Uone) / m,
    };
    // r·v = T_q·v − (U_i v)(1/ρ − U_iq)/m, ρ the entry of E; e_q = ½(1 + sign·a).
    const pull = (1 / root - Uq) / m;
    let ra = (oneTa + sign * aTa) / 2 - Ua * pull;
    let rone = (oneTone + sign * oneTa) / 2 - Uone * pull;
    const rq = (rone + sign * ra) / 2;
    const Tqq = (changed.oneTone + 2 * sign * changed.oneTa + sign * sign * changed.aTa) / 4;
    let softened = 0;
    const mixed = beta * root * root * upper * (1 - upper);
    if (mixed > 0) {
      const phi = mixed / (1 - mixed * changed.aTa);
      softened = phi * ra * ra;
      rone += phi * ra * changed.oneTa;
      changed.oneTone += phi * changed.oneTa * changed.oneTa;
      changed.oneTa += phi * changed.oneTa * changed.aTa;
      ra += phi * ra * changed.aTa;
      changed.aTa += phi * changed.aTa * changed.aTa;
    }
    const sLeft = changed.aTa - (left1 + left0) / beta;
    const chi = ra - changed.oneTa / 2 + (left1 - left0) / (2 * beta);
    // k** − V_ii per unit, with V_ii = ρ²(k** − η) + η + 1/β.
    const share = root * root;
    const variance =
      own[i] +
      (1 / m - own[i] - 1 / beta) / share +
      2 * rq -
      Tqq +
      softened -
      rone +
      changed.oneTone / 4 -
      (left1 + left0) / (4 * beta) -
      (chi * chi) / sLeft -
      (excluded?.[i] ?? 0);
    const g = (d * chi) / sLeft;
    const v = requireVariance(variance, 1 / m + Tqq);
    result.contrastMean[i] = g;
    result.contrastVariance[i] = v;
    result.logOdds[i] = (d * g) / (v + 1 / beta) + Math.log(left[1] / left[0]);
    result.logDensity[i] = logSigmoid(classes[i] === 1 ? result.logOdds[i] : -result.logOdds[i]);
  }
  return { ...result, omitted };
}
