import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { fitCalibrationCurve } from "../../../calibration/calibrationCurve.ts";
import type { WeightedSplit } from "../../../evaluate/splits/unitFolds.ts";
import type { SignedRows } from "../latent/latentApproximation.ts";
import { foldCriterion, meanLogProbability, type Criterion } from "../penalized/foldCriterion.ts";
import type { ModeStart } from "../penalized/kernelLogisticMode.ts";
import { wholeKernelRows } from "../../../rows/kernel/kernelRows.ts";
import { combineRows, type MarginLoss, type MarginMode } from "./marginMode.ts";
import { newtonMode } from "./newtonMode.ts";

/** Scores are compared, so that more digits would be wasted on them. */
const tolerance = 1e-9;

/** A start keeps margins above this share of −δ. */
const safeShare = 0.9;

/** The classifier with a free bias on rows of both classes, from the outputs of a neighbouring one. */
export function biasedMode(
  engine: Engine,
  A: Matrix,
  rows: SignedRows,
  loss: MarginLoss,
  options: { readonly start?: ModeStart | undefined; readonly tolerance?: number } = {},
): MarginMode {
  const { start, ...rest } = options;
  const { signs, weights } = rows;
  // The pulls y w a at the margins of the start.
  const warmStart = start?.outputs.map((f, i) => {
    const margin = Math.max(signs[i] * f, -safeShare * loss.halfWidth);
    return -signs[i] * weights[i] * loss.lossSlope(margin);
  });
  return newtonMode(engine, { kernel: wholeKernelRows(A), rows, loss, bias: true }, { warmStart, ...rest });
}

/**
 * How well held-out rows are predicted with a covariance A: a fit for each fold, its outputs at the rows left out, and the
 * log probability of their classes by one calibration curve for them all. Folds whose training rows are all of one class do
 * not count. (The outputs of a fit without a row to first order would be five times cheaper, but jump with every change of the
 * support, by nats: a search would end at a jump.)
 */
export function marginFoldCriterion(
  engine: Engine,
  signed: Pick<SignedRows, "signs">,
  splits: readonly WeightedSplit[],
  loss: MarginLoss,
): Criterion {
  return foldCriterion(signed, splits, {
    fit(A, { numbers, rows, own }, start) {
      const { support, alpha, bias } = biasedMode(engine, own, rows, loss, { start, tolerance });
      const chosen = Int32Array.from(support, (a) => numbers[a]);
      const pulls = Float64Array.from(support, (a) => rows.signs[a] * alpha[a]);
      return { outputs: combineRows(wholeKernelRows(A), chosen, pulls).map((f) => f + bias), bias };
    },
    score({ outputs, signs, weights }) {
      if (new Set(signs).size < 2) return Number.NaN;
      const { slope, offset } = fitCalibrationCurve(outputs, signs, weights);
      return meanLogProbability({ outputs: outputs.map((f) => slope * f + offset), signs, weights });
    },
  });
}
