import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { fitCalibrationCurve } from "../../../calibration/calibrationCurve.ts";
import type { WeightedSplit } from "../../../evaluate/splits/unitFolds.ts";
import { logSigmoid } from "../../../numeric/sigmoid.ts";
import type { SignedRows } from "../latent/latentApproximation.ts";
import type { Criterion } from "../penalized/leaveOneOutCriterion.ts";
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
  { signs }: Pick<SignedRows, "signs">,
  splits: readonly WeightedSplit[],
  loss: MarginLoss,
): Criterion {
  const parts = splits.flatMap(({ train, test }) => {
    const [training, tested] = [train, test].map((share) => Int32Array.from(share.keys()).filter((i) => share[i] > 0));
    const rows = {
      signs: Float64Array.from(training, (i) => signs[i]),
      weights: Float64Array.from(training, (i) => train[i]),
    };
    return new Set(rows.signs).size === 2 ? [{ training, tested, rows, test }] : [];
  });
  const tested = parts.flatMap((part) => Array.from(part.tested));
  const targets = Float64Array.from(tested, (i) => signs[i]);
  const weights = Float64Array.from(parts.flatMap((part) => Array.from(part.tested, (i) => part.test[i])));
  return (A, starts) => {
    const held: number[] = [];
    const ends = parts.map(({ training, tested: left, rows }, fold) => {
      const start = starts && {
        bias: 0,
        outputs: Float64Array.from(training, (i) => starts[fold].outputs[i]),
      };
      const mode = biasedMode(engine, block(A, training), rows, loss, { start, tolerance });
      const chosen = Int32Array.from(mode.support, (a) => training[a]);
      const pulls = Float64Array.from(mode.support, (a) => rows.signs[a] * mode.alpha[a]);
      const outputs = combineRows(wholeKernelRows(A), chosen, pulls).map((f) => f + mode.bias);
      for (const i of left) held.push(outputs[i]);
      return { outputs, bias: mode.bias };
    });
    return { perRow: curveScore(Float64Array.from(held), targets, weights), starts: ends };
  };
}

/** The mean log probability of the classes under the calibration curve of the outputs themselves. */
function curveScore(outputs: Float64Array, signs: Float64Array, weights: Float64Array): number {
  if (new Set(signs).size < 2) return Number.NaN;
  const { slope, offset } = fitCalibrationCurve(outputs, signs, weights);
  let sum = 0;
  let total = 0;
  outputs.forEach((f, at) => {
    sum += weights[at] * logSigmoid(signs[at] * (slope * f + offset));
    total += weights[at];
  });
  return sum / total;
}

function block(A: Matrix, chosen: Int32Array): Matrix {
  const m = chosen.length;
  const result = matrix(m, m);
  chosen.forEach((i, a) => {
    for (let b = 0; b < m; b++) result.data[a * m + b] = A.data[i * A.columns + chosen[b]];
  });
  return result;
}
