import type { Matrix } from "../../engine/matrix.ts";
import { InputError } from "../../errors.ts";
import { pairwiseProbabilities, type PairwiseCoupling } from "./pairwiseProbabilities.ts";

const MAXIMUM_PASSES = 1000;

/**
 * Couples pairwise probabilities r_ij = P(i | i or j) by the method of Hastie and Tibshirani (*Annals of Statistics* 26,
 * 1998): the p on the simplex that maximizes the likelihood of a Bradley–Terry model,
 *
 *     Σ_{i<j} n_ij [r_ij log μ_ij + r_ji log μ_ji],  μ_ij = p_i/(p_i + p_j),
 *
 * with n_ij the number of training rows of the two classes (`pairSizes`, all equal by default). Each step multiplies one
 * p_i by Σ_j n_ij r_ij / Σ_j n_ij μ_ij; passes over the classes end when no probability moves by more than 10⁻¹².
 */
export function hastieTibshirani(pairwise: Matrix, pairSizes?: Matrix): PairwiseCoupling {
  const { data: r, rows: classes } = pairwiseProbabilities(pairwise);
  const n = pairSizes === undefined ? new Float64Array(classes * classes).fill(1) : checkedSizes(pairSizes, classes);
  const p = new Float64Array(classes);
  const wins = new Float64Array(classes); // Σ_j n_ij r_ij
  for (let i = 0; i < classes; i++) {
    let size = 0;
    for (let j = 0; j < classes; j++) {
      if (j === i) continue;
      size += n[i * classes + j];
      wins[i] += n[i * classes + j] * r[i * classes + j];
    }
    p[i] = wins[i] / size;
  }
  scaleToOneInPlace(p);

  for (let pass = 0; pass < MAXIMUM_PASSES; pass++) {
    const before = p.slice();
    for (let i = 0; i < classes; i++) {
      let expected = 0; // Σ_j n_ij μ_ij
      for (let j = 0; j < classes; j++) if (j !== i) expected += (n[i * classes + j] * p[i]) / (p[i] + p[j]);
      p[i] *= wins[i] / expected;
      scaleToOneInPlace(p);
    }
    if (p.every((value, i) => Math.abs(value - before[i]) <= 1e-12)) return { probabilities: p, converged: true };
  }
  return { probabilities: p, converged: false };
}

function scaleToOneInPlace(values: Float64Array): void {
  let sum = 0;
  for (const value of values) sum += value;
  for (let i = 0; i < values.length; i++) values[i] /= sum;
}

function checkedSizes({ data, rows, columns }: Matrix, classes: number): Float64Array {
  if (rows !== classes || columns !== classes) {
    throw new InputError(
      "invalid-pair-sizes",
      `Pair sizes need a ${classes} × ${classes} matrix; got ${rows} × ${columns}.`,
    );
  }
  for (let i = 0; i < classes; i++) {
    for (let j = 0; j < i; j++) {
      const size = data[i * classes + j];
      if (!(size > 0 && size < Infinity) || size !== data[j * classes + i]) {
        throw new InputError(
          "invalid-pair-sizes",
          `The sizes of classes ${i} and ${j} must be positive and the same both ways; got ${size} and ${data[j * classes + i]}.`,
        );
      }
    }
  }
  return data;
}
