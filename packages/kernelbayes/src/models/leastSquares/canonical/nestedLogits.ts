import { curveNear } from "../../../calibration/crossFittedLogits.ts";
import { rowTargets, type CurveStart } from "../../../calibration/calibrationCurve.ts";
import type { ResidualMatrix } from "./residualMatrix.ts";

/** Above this number of rows the curve of each row is approximated, and the matrix of all pairs is not made. */
export const nestedLimit = 400;

export interface NestedCurveInput {
  /** What `pairOutputs` gives, or an average of it. */
  readonly outputsWithout: (i: number) => OutputsWithout;
  readonly rootWeights: Float64Array;
  readonly targets: Float64Array;
  /** Leave-one-out residuals of the targets. */
  readonly residuals: Float64Array;
  readonly signs: Float64Array;
  /** The calibration curve of all rows. */
  readonly curve: CurveStart;
}

/** Outputs of all rows by machines without row i, and the weights that they have in a curve for row i. */
export interface OutputsWithout {
  readonly outputs: Float64Array;
  readonly weights: Float64Array;
}

export interface PairOutputsInput extends Pick<NestedCurveInput, "rootWeights" | "targets"> {
  readonly residualMatrix: ResidualMatrix;
}

/**
 * For a row i, the outputs of the other rows j by the machine without i and without j. Removing the masses u of rows g
 * turns their residuals r into (I − H_gg diag(u))⁻¹ r_g, with H the leverages; for a pair of rows of weight 1 that is
 *
 *     e₍ᵢⱼ₎ⱼ = (Dᵢᵢ Nⱼ − Dᵢⱼ Nᵢ) / (Dᵢᵢ Dⱼⱼ − Dᵢⱼ²).
 *
 * Of a row of weight w one unit min(1, w) is left out; what remains of row i itself are further copies of it. The arrays
 * are used again for the next row.
 */
export function pairOutputs({
  residualMatrix: { D, N },
  rootWeights,
  targets,
}: PairOutputsInput): (i: number) => OutputsWithout {
  const n = N.length;
  const allWeights = rootWeights.map((root) => root * root);
  const units = allWeights.map((weight) => Math.min(1, weight));
  const residuals = N.map((value, i) => value / rootWeights[i]);
  /** 1 − u h for one unit of the row. */
  const kept = allWeights.map((weight, i) => (weight - units[i] + units[i] * D.data[i * n + i]) / weight);
  const parts: PairParts = { D: D.data, rootWeights, targets, units, residuals, kept };
  const outputs = new Float64Array(n);
  const weights = new Float64Array(n);
  return (i) => {
    weights.set(allWeights);
    weights[i] = allWeights[i] - units[i];
    outputsWithoutPairs(parts, i, outputs);
    const removed = units[i] + Math.min(1, weights[i]);
    const leverage = (1 - D.data[i * n + i]) / allWeights[i];
    outputs[i] = targets[i] - residuals[i] / (weights[i] > 0 ? 1 - removed * leverage : kept[i]);
    return { outputs, weights };
  };
}

interface PairParts {
  readonly D: Float64Array;
  readonly rootWeights: Float64Array;
  readonly targets: Float64Array;
  readonly units: Float64Array;
  readonly residuals: Float64Array;
  readonly kept: Float64Array;
}

/** The outputs of all rows j without i and without j. (A function of its own, which is compiled once for all fits.) */
function outputsWithoutPairs(
  { D, rootWeights, targets, units, residuals, kept }: PairParts,
  i: number,
  outputs: Float64Array,
): void {
  const n = outputs.length;
  const [root, unit, keptOfOne, residual] = [rootWeights[i], units[i], kept[i], residuals[i]];
  for (let j = 0; j < n; j++) {
    const h = -D[i * n + j] / (root * rootWeights[j]);
    const both = keptOfOne * kept[j];
    const determinant = both - unit * units[j] * h * h;
    // Two rows that only together fix the fit: the machine without both does not exist, the one without j does.
    const left =
      determinant > 1e-12 * both
        ? (keptOfOne * residuals[j] + unit * h * residual) / determinant
        : residuals[j] / kept[j];
    outputs[j] = targets[j] - left;
  }
}

/**
 * `pairOutputs` of an average of machines: the average of theirs, since each of them is fitted without the two rows. (The formula
 * does not hold for averages of D and N.) The arrays are used again for the next row.
 */
export function averagedOutputs(
  members: readonly { readonly weight: number; readonly outputsWithout: (i: number) => OutputsWithout }[],
): (i: number) => OutputsWithout {
  if (members.length === 1) return members[0].outputsWithout;
  let sum: Float64Array | undefined;
  return (i) => {
    const parts = members.map(({ outputsWithout }) => outputsWithout(i));
    const { weights } = parts[0];
    const outputs = (sum ??= new Float64Array(weights.length)).fill(0);
    parts.forEach((part, k) => {
      const { weight } = members[k];
      for (let j = 0; j < outputs.length; j++) outputs[j] += weight * part.outputs[j];
    });
    return { outputs, weights };
  };
}

/**
 * Leave-one-out logits of machine and calibration curve together: row i is judged by a curve fitted to `outputsWithout`. A
 * curve of all rows would let row i help to judge itself, which is worth about one nat in all; a curve of the others'
 * plain leave-one-out outputs, which were pulled towards yᵢ, costs about as much. The targets of the curve keep the counts
 * of all rows. O(n²).
 */
export function nestedLogits(input: NestedCurveInput): Float64Array {
  const { outputsWithout, rootWeights, targets, signs, curve, residuals } = input;
  const curveTarget = rowTargets(
    signs,
    rootWeights.map((root) => root * root),
  );
  return targets.map((target, i) => {
    const { outputs, weights } = outputsWithout(i);
    const { slope, offset } = curveNear(curve, outputs, curveTarget, weights);
    return slope * (target - residuals[i]) + offset;
  });
}
