import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { factorize } from "../../matrix/index.ts";
import { normalized } from "./coupleOneVersusRest.ts";
import { pairwiseProbabilities, type PairwiseCoupling } from "./pairwiseProbabilities.ts";

/** Up to this many classes the closed form is taken, above it the fixed point. */
const CLOSED_FORM_CLASSES = 50;
const MAXIMUM_PASSES = 1000;

/**
 * Couples pairwise probabilities r_ij = P(i | i or j) by the second method of Wu, Lin and Weng (*Journal of Machine Learning
 * Research* 5, 2004): the p on the simplex that minimizes
 *
 *     Σ_i Σ_{j≠i} (r_ji p_i − r_ij p_j)² = 2 pᵀQp,  Q_ii = Σ_{j≠i} r_ji²,  Q_ij = −r_ji r_ij.
 *
 * Up to 50 classes in closed form, p ∝ (Q + t11ᵀ)⁻¹1 with t = trace(Q)/C, by a Cholesky factorization, O(C³); above by
 * the fixed point of the paper, O(C²) a pass. If some p explains all pairs, r_ij = p_i/(p_i + p_j), both return it.
 */
export function wuLinWeng(engine: Engine, pairwise: Matrix): PairwiseCoupling {
  const Q = quadraticForm(pairwiseProbabilities(pairwise));
  return Q.rows <= CLOSED_FORM_CLASSES ? closedForm(engine, Q) : fixedPoint(Q);
}

function quadraticForm({ data, rows: classes }: Matrix): Matrix {
  const Q = matrix(classes, classes);
  for (let i = 0; i < classes; i++) {
    for (let j = 0; j < classes; j++) {
      if (i === j) continue;
      const against = data[j * classes + i];
      Q.data[i * classes + i] += against * against;
      Q.data[i * classes + j] = -against * data[i * classes + j];
    }
  }
  return Q;
}

function closedForm(engine: Engine, Q: Matrix): PairwiseCoupling {
  const { data, rows: classes } = Q;
  let t = 0;
  for (let i = 0; i < classes; i++) t += data[i * classes + i] / classes;
  const factor = factorize(engine, { ...Q, data: data.map((value) => value + t) });
  const p = factor.solveVector(new Float64Array(classes).fill(1));
  const positive = p.map((value) => Math.max(0, value)); // as they are in exact arithmetic
  return { probabilities: normalized(positive), converged: true };
}

/**
 * At the minimum (Qp)_k = pᵀQp for all k. Each step sets p_k ← (pᵀQp − Σ_{j≠k} Q_kj p_j)/Q_kk, divides p by its new sum and
 * brings Qp and pᵀQp up to date (algorithm 2 of the paper).
 */
function fixedPoint({ data: Q, rows: classes }: Matrix): PairwiseCoupling {
  const p = new Float64Array(classes).fill(1 / classes);
  for (let pass = 0; pass < MAXIMUM_PASSES; pass++) {
    const Qp = new Float64Array(classes);
    let form = 0; // pᵀQp
    for (let k = 0; k < classes; k++) {
      for (let j = 0; j < classes; j++) Qp[k] += Q[k * classes + j] * p[j];
      form += p[k] * Qp[k];
    }
    if (Qp.every((value) => Math.abs(value - form) < 1e-10)) return { probabilities: p, converged: true };
    for (let k = 0; k < classes; k++) {
      const q = Q[k * classes + k];
      const change = (form - Qp[k]) / q;
      const sum = 1 + change;
      form = (form + change * (change * q + 2 * Qp[k])) / (sum * sum);
      p[k] += change;
      for (let j = 0; j < classes; j++) {
        Qp[j] = (Qp[j] + change * Q[k * classes + j]) / sum;
        p[j] /= sum;
      }
    }
  }
  return { probabilities: p, converged: false };
}
