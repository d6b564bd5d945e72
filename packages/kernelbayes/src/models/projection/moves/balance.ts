import type { Matrix } from "../../../engine/matrix.ts";

/** How the coefficients of a class change where one grows by −1 and some combinations of all of them stay as they are. */
export interface Balance {
  /** The change h of each coefficient. */
  readonly changes: Float64Array;
  /** βᵀTh and hᵀTh of the coefficients but the one. */
  readonly slope: number;
  readonly curvature: number;
  /**
   * Takes in coefficient l of class k and how many of the first combinations are to stay, none for 0. Returns whether these can be told apart in working
   * precision.
   */
  take(coefficients: Float64Array, precisions: Float64Array, k: number, l: number, directions: number): boolean;
}

/**
 * The change h with h_l = −1 for which Vᵀh = 0, V being the first of some vectors, and which is the least in units of the prior N(0, T⁻¹) of the others:
 *
 *     h = T⁻¹V x,   (VᵀT⁻¹V) x = v_l,   βᵀTh = (Vᵀβ)ᵀx,   hᵀTh = v_lᵀx,   sums without l.
 */
export function balance(vectors: Matrix): Balance {
  const { data: V, rows: p, columns: most } = vectors;
  const changes = new Float64Array(p);
  const gram = new Float64Array(most * most); // VᵀT⁻¹V, then its Cholesky factor
  const combinations = new Float64Array(most); // Vᵀβ
  const x = new Float64Array(most);
  let slope = 0;
  let curvature = 0;

  function sumUp(coefficients: Float64Array, precisions: Float64Array, start: number, l: number, r: number): void {
    gram.fill(0);
    combinations.fill(0);
    for (let m = 0; m < p; m++) {
      if (m === l) continue;
      const beta = coefficients[start + m];
      for (let a = 0, row = m * most; a < r; a++) {
        const value = V[row + a];
        const scaled = value / precisions[start + m];
        combinations[a] += beta * value;
        for (let b = 0, to = a * r; b <= a; b++, to++) gram[to] += scaled * V[row + b];
      }
    }
  }

  /** The factor of the first r rows in place; false where they are not positive definite. */
  function factorize(r: number): boolean {
    for (let a = 0; a < r; a++) {
      for (let b = 0; b <= a; b++) {
        let value = gram[a * r + b];
        for (let m = 0; m < b; m++) value -= gram[a * r + m] * gram[b * r + m];
        if (b < a) gram[a * r + b] = value / gram[b * r + b];
        else if (value > 0) gram[a * r + a] = Math.sqrt(value);
        else return false;
      }
    }
    return true;
  }

  /** Writes x for a row of V. */
  function solve(row: number, r: number): void {
    for (let a = 0; a < r; a++) {
      let value = V[row + a];
      for (let m = 0; m < a; m++) value -= gram[a * r + m] * x[m];
      x[a] = value / gram[a * r + a];
    }
    for (let a = r - 1; a >= 0; a--) {
      let value = x[a];
      for (let m = a + 1; m < r; m++) value -= gram[m * r + a] * x[m];
      x[a] = value / gram[a * r + a];
    }
  }

  return {
    changes,
    get slope() {
      return slope;
    },
    get curvature() {
      return curvature;
    },
    take(coefficients, precisions, k, l, r) {
      sumUp(coefficients, precisions, k * p, l, r);
      if (!factorize(r)) return false;
      solve(l * most, r);
      slope = 0;
      curvature = 0;
      for (let a = 0; a < r; a++) {
        slope += combinations[a] * x[a];
        curvature += V[l * most + a] * x[a];
      }
      for (let m = 0; m < p; m++) {
        let sum = 0;
        for (let a = 0; a < r; a++) sum += V[m * most + a] * x[a];
        changes[m] = sum / precisions[k * p + m];
      }
      changes[l] = -1;
      return true;
    },
  };
}
