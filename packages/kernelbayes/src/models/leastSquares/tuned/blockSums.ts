import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import type { Bias } from "../canonical/bias.ts";
import { columnMeansOf, shiftedFeatures } from "../expansion/scaledFeatures.ts";
import { centersOf, scaledTargets } from "./scaledTargets.ts";

/** Features of rows that are made when they are asked for, so that those of all rows are never held at once. */
export interface FeatureBlocks {
  readonly rows: number;
  /** The features of the rows from `start` up to but without `end`, neither scaled nor centered. */
  between(start: number, end: number): Matrix;
  /** The same of some rows. */
  of(rows: Int32Array): Matrix;
}

/** Some rows, scaled and centered as the bias wants it. */
interface ScaledBlock {
  readonly start: number;
  readonly end: number;
  readonly roots: Float64Array;
  readonly Z: Matrix;
  /** t̃, a column for each machine. */
  readonly t: Matrix;
}

/** What the normal equations of features are made of, whatever the regularization. */
export interface BlockSums {
  /** ZᵀZ and Zᵀt̃. */
  readonly gram: Matrix;
  readonly right: Matrix;
  /** Weighted means of the features that were taken off, zeros unless the bias is free. */
  readonly means: Float64Array;
  /** t̄ of each machine where the bias is free, otherwise 0. */
  readonly centers: Float64Array;
  /** The sum of the weights. */
  readonly total: number;
  /** The rows once more, block by block. */
  blocks(): Iterable<ScaledBlock>;
  /** Z of some rows, or of all. */
  featuresOf(rows?: Int32Array): Matrix;
}

/** Rows that are held at once. */
const usualBlock = 4096;

/**
 * ZᵀZ and Zᵀt̃ by one pass over the rows, of which there is at least one, in O(block · r) memory. The features are centered at the means c of the first block until
 * those of all rows are known, z̄ = c + d, and then ZᵀZ loses (Σw) d dᵀ: d is small, so that nothing cancels.
 */
export function blockSums(
  engine: Engine,
  features: FeatureBlocks,
  rootWeights: Float64Array,
  targets: readonly Float64Array[],
  bias: Bias = "free",
  blockRows: number = usualBlock,
): BlockSums {
  const { rows: n } = features;
  const centers = centersOf(targets, rootWeights, bias);
  const bounds = Array.from({ length: Math.ceil(n / blockRows) }, (_, k) => ({
    start: k * blockRows,
    end: Math.min(n, (k + 1) * blockRows),
  }));
  // Of a single block the second pass finds the features of the first.
  let held: { readonly start: number; readonly raw: Matrix } | undefined;
  const rawOf = (start: number, end: number): Matrix => {
    if (held?.start !== start) held = { start, raw: features.between(start, end) };
    return held.raw;
  };
  const scaledBlock = (start: number, end: number, shift: Float64Array): ScaledBlock => {
    const roots = rootWeights.subarray(start, end);
    const Z = shiftedFeatures(rawOf(start, end), shift, roots, bias);
    return { start, end, roots, Z, t: scaledTargets(targets, centers, rootWeights, start, end) };
  };

  const [first] = bounds;
  const raw = rawOf(first.start, first.end);
  const provisional =
    bias === "free" ? columnMeansOf(raw, rootWeights.subarray(0, first.end)) : new Float64Array(raw.columns);
  const size = bias === "regularized" ? raw.columns + 1 : raw.columns;
  let total = 0;
  const sums = new Float64Array(size);
  const gram = matrix(size, size);
  const right = matrix(size, targets.length);
  for (const { start, end } of bounds) {
    const { Z, t, roots } = scaledBlock(start, end, provisional);
    for (const root of roots) total += root * root;
    addInPlace(gram.data, engine.symmetricProduct(Z, { transpose: true }).data);
    addInPlace(right.data, engine.multiply(Z, t, { transposeA: true }).data);
    addInPlace(sums, engine.multiply(Z, matrix(roots.length, 1, roots), { transposeA: true }).data);
  }
  const means = provisional.slice();
  if (bias === "free") {
    const r = means.length;
    const d = sums.map((sum) => sum / total);
    for (let a = 0; a < r; a++) {
      means[a] += d[a];
      for (let b = 0; b < r; b++) gram.data[a * r + b] -= total * d[a] * d[b];
    }
  }
  return {
    gram,
    right,
    means,
    centers,
    total,
    *blocks() {
      for (const { start, end } of bounds) yield scaledBlock(start, end, means);
    },
    featuresOf: (rows) =>
      rows
        ? shiftedFeatures(
            features.of(rows),
            means,
            Float64Array.from(rows, (row) => rootWeights[row]),
            bias,
          )
        : shiftedFeatures(features.between(0, n), means, rootWeights, bias),
  };
}

function addInPlace(sum: Float64Array, term: Float64Array): void {
  for (let at = 0; at < sum.length; at++) sum[at] += term[at];
}
