import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { addToDiagonal } from "../../../matrix/diagonal.ts";
import { dot } from "../../../matrix/dot.ts";
import { denominatorsOf, type NormalEquations, centersOf, scaledTargets } from "./normalEquations.ts";
import { type Bias, columnMeansOf, shiftedFeatures } from "../expansion/scaledFeatures.ts";

export interface BlockEquations extends NormalEquations {
  /** Weighted means of the features that were taken off, zeros unless the bias is free. */
  readonly means: Float64Array;
}

/**
 * As `normalEquations`, in O(block · r) memory beside a few numbers a row: a first pass over the rows makes `blockSums`, a
 * second one their residuals and leverages.
 */
export function blockEquations(
  engine: Engine,
  features: FeatureBlocks,
  rootWeights: Float64Array,
  targets: readonly Float64Array[],
  mu: number,
  bias: Bias = "free",
  blockRows?: number,
): BlockEquations | undefined {
  const sums = blockSums(engine, features, rootWeights, targets, bias, blockRows);
  const result = engine.cholesky(addToDiagonal(sums.gram, mu));
  if (!result.ok) return undefined;
  const { right, means, centers, total, blocks, featuresOf } = sums;
  const { factor } = result;
  const n = features.rows;
  const M = targets.length;
  const coordinates = engine.solveTriangular(factor, right);
  // In the place of features that were made for this.
  const turned = (Z: Matrix): Matrix => engine.solveTriangular(factor, Z, { side: "right", transpose: true, into: Z });

  const residuals = matrix(n, M);
  const denominators = new Float64Array(n);
  let trace = bias === "free" ? 1 : 0;
  for (const { start, roots, Z, t } of blocks()) {
    const Y = turned(Z);
    const fitted = engine.multiply(Y, coordinates).data;
    for (let at = 0; at < fitted.length; at++) residuals.data[start * M + at] = t.data[at] - fitted[at];
    denominators.set(denominatorsOf(Y, roots, bias === "free" ? total : Infinity), start);
    trace += dot(Y.data, Y.data);
  }
  const rowsOf = (rows?: Int32Array): Matrix => turned(featuresOf(rows));
  return { factor, rowsOf, centers, coordinates, residuals, denominators, trace, total, bias, means };
}

/** Features of rows that are made when they are asked for, so that those of all rows are never held at once. */
export interface FeatureBlocks {
  readonly rows: number;
  /** The features of the rows from `start` up to but without `end`, neither scaled nor centered. */
  between(start: number, end: number): Matrix;
  /** The same of some rows. */
  of(rows: Int32Array): Matrix;
}

/** Some rows, scaled and centered as the bias wants it. */
export interface ScaledBlock {
  readonly start: number;
  readonly end: number;
  readonly roots: Float64Array;
  readonly Z: Matrix;
  /** t̃, a column for each machine. */
  readonly t: Matrix;
}

/** What the normal equations of features are made of, whatever the regularization. */
interface BlockSums {
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
  const bounds = boundsOf(n, blockRows);
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
  const blocksAround = function* (center: Float64Array): Iterable<ScaledBlock> {
    for (const { start, end } of bounds) yield scaledBlock(start, end, center);
  };
  const { total, sums, gram, right } = summed(engine, blocksAround(provisional), size, targets.length);
  const means = provisional.slice();
  if (bias === "free") centerInPlace(gram, means, sums, total);
  return {
    gram,
    right,
    means,
    centers,
    total,
    blocks: () => blocksAround(means),
    featuresOf(rows) {
      if (!rows) return shiftedFeatures(features.between(0, n), means, rootWeights, bias);
      const roots = Float64Array.from(rows, (row) => rootWeights[row]);
      return shiftedFeatures(features.of(rows), means, roots, bias);
    },
  };
}

/** Σw, Σ√w Z, ZᵀZ and Zᵀt̃ of blocks with so many columns and machines. */
function summed(
  engine: Engine,
  blocks: Iterable<ScaledBlock>,
  size: number,
  machines: number,
): Pick<BlockSums, "gram" | "right" | "total"> & { readonly sums: Float64Array } {
  let total = 0;
  const sums = new Float64Array(size);
  const gram = matrix(size, size);
  const right = matrix(size, machines);
  for (const { Z, t, roots } of blocks) {
    for (const root of roots) total += root * root;
    addInPlace(gram.data, engine.symmetricProduct(Z, { transpose: true }).data);
    addInPlace(right.data, engine.multiply(Z, t, { transposeA: true }).data);
    addInPlace(sums, engine.multiply(Z, matrix(roots.length, 1, roots), { transposeA: true }).data);
  }
  return { total, sums, gram, right };
}

function boundsOf(rows: number, blockRows: number): { readonly start: number; readonly end: number }[] {
  return Array.from({ length: Math.ceil(rows / blockRows) }, (_, k) => ({
    start: k * blockRows,
    end: Math.min(rows, (k + 1) * blockRows),
  }));
}

/** Moves the center by d, the weighted mean of what `sums` adds up: z̄ = c + d, and (Σw) d dᵀ off ZᵀZ. */
function centerInPlace(gram: Matrix, means: Float64Array, sums: Float64Array, total: number): void {
  const r = means.length;
  const d = sums.map((sum) => sum / total);
  for (let a = 0; a < r; a++) {
    means[a] += d[a];
    for (let b = 0; b < r; b++) gram.data[a * r + b] -= total * d[a] * d[b];
  }
}

function addInPlace(sum: Float64Array, term: Float64Array): void {
  for (let at = 0; at < sum.length; at++) sum[at] += term[at];
}
