import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { NumericalError } from "../../errors.ts";
import { smallSolver } from "../../optimize/smallSolver.ts";
import { curvatureRoot, hasManyOutputs, pullWithout } from "./manyClasses.ts";
import {
  outputCovariances,
  factoredHessian,
  logProbabilitiesOf,
  outputCurvature,
  outputSlopes,
  type MultinomialMode,
  type MultinomialProblem,
} from "./multinomialMode.ts";

/** What a fit without one unit of the weight of a row (the whole row, where its weight is below 1) would say about it. */
export interface LeftOutRows {
  /** n × C; meaningless at rows that are `omitted`. */
  readonly logProbabilities: Matrix;
  /** n × q. */
  readonly outputs: Matrix;
  /** Rows without whose unit nothing is left of their class. */
  readonly omitted: readonly number[];
}

/**
 * Leave-one-out to first order around the mode. With H the Hessian, Vᵢ = XᵢH⁻¹Xᵢᵀ (q × q, Xᵢ = xᵢᵀ ⊗ I), Wᵢ and gᵢ the
 * curvature and the slope of a unit of the row in its outputs,
 *
 *     η₍ᵢ₎ = ηᵢ − Vᵢ (I − Wᵢ Vᵢ)⁻¹ gᵢ.
 *
 * O(n m² q²) after the Hessian.
 */
export function leftOutRows(engine: Engine, problem: MultinomialProblem, mode: MultinomialMode): LeftOutRows {
  const { design, contrasts, classes, weights } = problem;
  const { rows: C, columns: q } = contrasts;
  const n = design.rows;
  const covariances = outputCovariances(engine, factoredHessian(engine, problem, mode).inverse(), design, q);
  const slopes = outputSlopes(problem, mode.logProbabilities);
  const outputs = matrix(n, q);
  for (let i = 0; i < n; i++) {
    const unit = Math.min(1, weights[i]);
    const logProbabilities = mode.logProbabilities.data.subarray(i * C, (i + 1) * C);
    const V = covariances.data.subarray(i * q * q, (i + 1) * q * q);
    const slope = slopes.data.slice(i * q, (i + 1) * q);
    const pull =
      (hasManyOutputs(q) &&
        pullWithout(engine, { root: curvatureRoot(contrasts, logProbabilities), unit, V: matrix(q, q, V), slope })) ||
      pullByLoops(outputCurvature(contrasts, logProbabilities), unit, V, slope);
    if (!pull) throw noFitWithout(i);
    for (let a = 0; a < q; a++) {
      let moved = 0;
      for (let b = 0; b < q; b++) moved += V[a * q + b] * pull[b];
      outputs.data[i * q + a] = mode.outputs.data[i * q + a] - unit * moved;
    }
  }
  const sizes = new Float64Array(C);
  classes.forEach((c, i) => (sizes[c] += weights[i]));
  return {
    logProbabilities: logProbabilitiesOf(engine, outputs, contrasts),
    outputs,
    omitted: Array.from(classes.keys()).filter((i) => sizes[classes[i]] - Math.min(1, weights[i]) <= 1e-9),
  };
}

/** (I − u W V)⁻¹ g of few outputs. */
function pullByLoops(W: Float64Array, unit: number, V: Float64Array, slope: Float64Array): Float64Array | undefined {
  const q = slope.length;
  const kept = new Float64Array(q * q);
  for (let a = 0; a < q; a++) {
    for (let b = 0; b < q; b++) {
      let product = 0;
      for (let k = 0; k < q; k++) product += W[a * q + k] * V[k * q + b];
      kept[a * q + b] = (a === b ? 1 : 0) - unit * product;
    }
  }
  return smallSolver(kept, q)?.(slope);
}

function noFitWithout(row: number): NumericalError {
  return new NumericalError(
    "leave-one-out-singular",
    `Without row ${row} (counted from 0) the fit is not determined to working precision: a larger penalty is needed.`,
  );
}
