import type { Engine } from "../engine/engine.ts";
import { matrix, type Matrix } from "../engine/matrix.ts";
import type { CurveDerivatives } from "./scoreCurveObjective.ts";

/**
 * Adds to the objective of a calibration curve the prior that scores are nearly right as they are:
 *
 *     ½ (slope − 1)² + ½ Σ_c (offset_c − mean offset)²
 *
 * It depends on differences of the offsets only, as the probabilities do, and so not on the numbering of the classes.
 * `jacobian` turns the parameters of the objective into (slope, offset 1, …), the offset of the first class being zero.
 */
export function withScoreCurvePrior(
  engine: Engine,
  objective: (point: Float64Array) => CurveDerivatives,
  jacobian: Matrix,
): (point: Float64Array) => CurveDerivatives {
  const C = jacobian.rows;
  // Curvature in (slope, offsets): 1, and I − 11ᵀ/C without the row and column of the first class.
  const curvature = matrix(C, C);
  for (let k = 0; k < C; k++) {
    for (let l = 0; l < C; l++) {
      curvature.data[k * C + l] = (k === l ? 1 : 0) - (k > 0 && l > 0 ? 1 / C : 0);
    }
  }
  const turned = engine.multiply(jacobian, engine.multiply(curvature, jacobian), { transposeA: true });
  return (point) => {
    const { value, gradient, hessian } = objective(point);
    const natural = engine.multiply(jacobian, matrix(C, 1, point)).data;
    const error = natural.map((parameter, j) => (j === 0 ? parameter - 1 : parameter));
    const pull = engine.multiply(curvature, matrix(C, 1, error));
    const added = engine.multiply(jacobian, pull, { transposeA: true }).data;
    return {
      value: value + 0.5 * error.reduce((sum, entry, j) => sum + entry * pull.data[j], 0),
      gradient: gradient.map((entry, j) => entry + added[j]),
      hessian: matrix(
        C,
        C,
        hessian.data.map((entry, at) => entry + turned.data[at]),
      ),
    };
  };
}
