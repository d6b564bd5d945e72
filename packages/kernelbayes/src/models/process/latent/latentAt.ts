import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { LatentLaw, LatentMoments } from "./latentApproximation.ts";

/** A variance is not taken to be smaller than this share of the prior's, which is what rounding may leave of it. */
const smallestShare = 1e-12;

/**
 * Mean and variance of the latent function at new rows. `cross` has the kernel of the new rows (down) with those that carry
 * sites (across), `prior` their own variances k(x, x). One triangular solve for all rows.
 */
export function latentAt(
  engine: Engine,
  { coefficients, roots, factor }: LatentLaw,
  cross: Matrix,
  prior: Float64Array,
): LatentMoments {
  const { rows, columns } = cross;
  const mean = engine.multiply(cross, matrix(columns, 1, coefficients)).data;
  const scaled = new Float64Array(rows * columns);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++, at++) scaled[at] = cross.data[at] * roots[j];
  }
  const { data } = engine.solveTriangular(factor, matrix(rows, columns, scaled), { side: "right", transpose: true });
  const variance = prior.map((own, i) => {
    let explained = 0;
    for (let at = i * columns; at < (i + 1) * columns; at++) explained += data[at] * data[at];
    return Math.max(own - explained, smallestShare * own);
  });
  return { mean, variance };
}
