import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { centerColumns } from "../../../matrix/centerColumns.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import { requireVariance } from "../../../numeric/requireVariance.ts";
import type { LatentMoments } from "../../../calibration/logitInterval.ts";

/**
 * The position of a row x relative to the midpoint of the class means, z = x − Xᵀh, as a Gaussian: mean w̄ᵀz and variance
 *
 *     zᵀCov(w)z = ‖Tz‖²                      without `priorVariance`: nothing cancels, and nothing is ever negative,
 *     zᵀCov(w)z = Σ_j z_j²/a_j − ‖Tz‖²       with it: what the few training rows explain of the prior variance.
 */
export interface FeatureRule {
  /** Xᵀh, one entry a column. */
  readonly midpoint: Float64Array;
  /** w̄. */
  readonly weights: Float64Array;
  /** T, with as many columns as there are weights. */
  readonly spread: Matrix;
  /** 1/a_j. */
  readonly priorVariance: Float64Array | undefined;
}

/** ḡ and v_g of new rows; O(rows of T · columns) each. */
export function featureContrasts(
  engine: Engine,
  { midpoint, weights, spread, priorVariance }: FeatureRule,
  rows: Matrix,
): LatentMoments {
  const z = centerColumns(rows, midpoint);
  const turned = engine.multiply(z, spread, { transposeB: true });
  const squares = rowSums(turned, () => 1);
  return {
    mean: multiplyVector(z, weights),
    variance: priorVariance
      ? rowSums(z, (j) => priorVariance[j]).map((prior, t) => requireVariance(prior - squares[t], prior))
      : squares,
  };
}

/** Σ_j c_j a_j² over the entries of each row. */
function rowSums({ data, rows, columns }: Matrix, coefficient: (j: number) => number): Float64Array {
  const result = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let j = 0; j < columns; j++) sum += coefficient(j) * data[i * columns + j] ** 2;
    result[i] = sum;
  }
  return result;
}
