import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { selectColumns } from "../../../matrix/row.ts";
import type { SignedRows } from "../latent/latentApproximation.ts";
import { borderedSystem, type BorderedSystem, latentVariance } from "./borderedSystem.ts";
import { meanLogProbability, type Criterion } from "./foldCriterion.ts";
import { seekKernelLogisticMode, slopesAt, type KernelLogisticMode } from "./kernelLogisticMode.ts";

/** The output at each row of a fit without one unit of its weight (the whole row, where its weight is below 1). */
export interface LeftOutOutputs {
  /** Meaningless at rows that are `omitted`. */
  readonly outputs: Float64Array;
  /** Rows without whose unit nothing is left of their class. */
  readonly omitted: readonly number[];
}

/** Below this share of its variance a site says nothing about the variance: the difference from 1 has lost its digits. */
const leastShare = 1e-6;

/**
 * Leave-one-out outputs to first order around the mode. With Π = R − R11ᵀR/1ᵀR1, whose diagonal is Wᵢ (1 − Wᵢ vᵢ), vᵢ the
 * variance of fᵢ, and with gᵢ, Wᵢ the derivatives of a unit u of weight of the row,
 *
 *     f₍ᵢ₎ = fᵢ − vᵢ gᵢ/(1 − Wᵢ vᵢ),
 *
 * for rows of weight 1 the formula fᵢ − (1/Πᵢᵢ − 1/Wᵢ) gᵢ. Where W is so small that v cannot be had from Π and the row lies
 * on the wrong side, so that g is not small, v comes from the prior variance. One factorization and its inverse's diagonal.
 */
export function leftOutOutputs(
  engine: Engine,
  A: Matrix,
  rows: SignedRows,
  { outputs }: Pick<KernelLogisticMode, "outputs">,
): LeftOutOutputs {
  const { signs, weights } = rows;
  const { g, W } = slopesAt(outputs, rows);
  const system = borderedSystem(engine, A, W);
  const inverse = system.factor.inverseDiagonal();
  const { roots, constant, constantTotal } = system;
  // 1 − Wᵢ vᵢ = Πᵢᵢ/Wᵢ with the weights of all units.
  const kept = inverse.map((own, i) => own - (roots[i] > 0 ? constant[i] ** 2 / (W[i] * constantTotal) : 0));
  // A row without a site pulls at nothing, unless it is doubtful.
  const variances = kept.map((share, i) => (W[i] > 0 ? Math.max(0, 1 - share) / W[i] : 0));
  const doubtful = Int32Array.from(W.keys()).filter((i) => !(1 - kept[i] > leastShare) && signs[i] * outputs[i] < 0);
  if (doubtful.length > 0) {
    const own = variancesAt(engine, A, system, doubtful);
    doubtful.forEach((i, at) => (variances[i] = own[at]));
  }
  const sizes = new Map([-1, 1].map((sign) => [sign, 0]));
  signs.forEach((sign, i) => sizes.set(sign, (sizes.get(sign) ?? 0) + weights[i]));
  return {
    outputs: outputs.map((f, i) => {
      const unit = Math.min(1, weights[i]) / weights[i];
      return f - (variances[i] * unit * g[i]) / (1 - unit * W[i] * variances[i]);
    }),
    omitted: Array.from(weights.keys()).filter((i) => (sizes.get(signs[i]) ?? 0) - Math.min(1, weights[i]) <= 1e-9),
  };
}

function variancesAt(engine: Engine, A: Matrix, system: BorderedSystem, rows: Int32Array): Float64Array {
  const own = Float64Array.from(rows, (i) => A.data[i * A.columns + i]);
  return latentVariance(engine, system, selectColumns(A, rows), own);
}

/** So close that where a fit began does not show in comparisons of scores. */
export const criterionTolerance = 1e-8;

/** How well rows are predicted that are left out one by one: one fit, and its leave-one-out outputs by formula. */
export function leaveOneOutCriterion(engine: Engine, rows: SignedRows): Criterion {
  return function* (A, starts) {
    const mode = yield* seekKernelLogisticMode(engine, A, rows, { start: starts?.[0], tolerance: criterionTolerance });
    const { outputs, omitted } = leftOutOutputs(engine, A, rows, mode);
    const weights = rows.weights.slice();
    for (const i of omitted) weights[i] = 0;
    return { perRow: meanLogProbability({ outputs, signs: rows.signs, weights }), starts: [mode] };
  };
}
