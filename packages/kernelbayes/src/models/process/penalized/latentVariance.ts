import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import { scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import { requireVariance } from "../../../numeric/requireVariance.ts";
import { columnSquares } from "../../../rows/kernel/rootProblem.ts";
import type { BorderedSystem } from "./borderedSystem.ts";

/**
 * The variance of f(x) + b under the Gaussian reading of the bordered system, a prior covariance A and a flat bias:
 *
 *     a(x, x) − a(x)ᵀR a(x) + (1 − a(x)ᵀR1)²/1ᵀR1,
 *
 * from the covariances of new rows with the training rows (n × t) and their own. Infinite where no row carries a site.
 */
export function latentVariance(
  engine: Engine,
  { roots, factor, constant, constantTotal }: BorderedSystem,
  cross: Matrix,
  own: Float64Array,
): Float64Array {
  const ones = new Float64Array(cross.columns).fill(1);
  const explained = columnSquares(engine.solveTriangular(factor.lower, scaleRowsAndColumns(cross, roots, ones)));
  const ofConstant = multiplyVector(cross, constant, { transpose: true });
  return own.map((variance, t) => {
    if (!(constantTotal > 0)) return Infinity;
    return requireVariance(variance - explained[t], variance) + (1 - ofConstant[t]) ** 2 / constantTotal;
  });
}
