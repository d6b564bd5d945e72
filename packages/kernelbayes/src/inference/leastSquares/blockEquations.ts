import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { addToDiagonal } from "../../matrix/addToDiagonal.ts";
import type { Bias } from "./bias.ts";
import { denominatorsOf, type NormalEquations } from "./normalEquations.ts";
import { columnMeansOf, shiftedFeatures } from "./scaledFeatures.ts";
import { centersOf, scaledTargets } from "./scaledTargets.ts";

/** Features of rows that are made when they are asked for, so that those of all rows are never held at once. */
export interface FeatureBlocks {
  readonly rows: number;
  /** The features of the rows from `start` up to but without `end`, neither scaled nor centered. */
  between(start: number, end: number): Matrix;
  /** The same of some rows. */
  of(rows: Int32Array): Matrix;
}

export interface BlockEquations extends NormalEquations {
  /** Weighted means of the features that were taken off, zeros unless the bias is free. */
  readonly means: Float64Array;
}

/** Rows that are held at once. */
const usualBlock = 4096;

/**
 * As `normalEquations`, in O(block · r) memory beside a few numbers a row: a first pass over the rows sums ZᵀZ and Zᵀt̃, a
 * second one makes their residuals and leverages. The features are centered at the means c of the first block until those
 * of all rows are known, z̄ = c + d, and then ZᵀZ loses (Σw) d dᵀ: d is small, so that nothing cancels.
 */
export function blockEquations(
  engine: Engine,
  features: FeatureBlocks,
  rootWeights: Float64Array,
  targets: readonly Float64Array[],
  mu: number,
  bias: Bias = "free",
  blockRows: number = usualBlock,
): BlockEquations | undefined {
  const { rows: n } = features;
  const M = targets.length;
  const centers = centersOf(targets, rootWeights, bias);
  const blocks = Array.from({ length: Math.ceil(n / blockRows) }, (_, k) => ({
    start: k * blockRows,
    end: Math.min(n, (k + 1) * blockRows),
  }));
  const rootsOf = (start: number, end: number): Float64Array => rootWeights.subarray(start, end);
  // Of a single block the second pass finds the features of the first.
  let held: { readonly start: number; readonly raw: Matrix } | undefined;
  const featuresOf = (start: number, end: number): Matrix => {
    if (held?.start !== start) held = { start, raw: features.between(start, end) };
    return held.raw;
  };

  let total = 0;
  let provisional: Float64Array = new Float64Array(0);
  let sums: Float64Array | undefined;
  let gram: Matrix | undefined;
  let right: Matrix | undefined;
  for (const { start, end } of blocks) {
    const raw = featuresOf(start, end);
    const roots = rootsOf(start, end);
    for (const root of roots) total += root * root;
    if (!gram) provisional = bias === "free" ? columnMeansOf(raw, roots) : new Float64Array(raw.columns);
    const Z = shiftedFeatures(raw, provisional, roots, bias);
    const t = scaledTargets(targets, centers, rootWeights, start, end);
    gram = added(gram, engine.symmetricProduct(Z, { transpose: true }));
    right = added(right, engine.multiply(Z, t, { transposeA: true }));
    sums = addedTo(sums, engine.multiply(Z, matrix(roots.length, 1, roots), { transposeA: true }).data);
  }
  if (!gram || !right || !sums) return undefined;
  const means = provisional.slice();
  if (bias === "free") {
    const r = means.length;
    const d = sums.map((sum) => sum / total);
    for (let a = 0; a < r; a++) {
      means[a] += d[a];
      for (let b = 0; b < r; b++) gram.data[a * r + b] -= total * d[a] * d[b];
    }
  }
  const result = engine.cholesky(addToDiagonal(gram, mu));
  if (!result.ok) return undefined;
  const { factor } = result;
  const coordinates = engine.solveTriangular(factor, right);
  const turned = (raw: Matrix, roots: Float64Array): Matrix =>
    engine.solveTriangular(factor, shiftedFeatures(raw, means, roots, bias), { side: "right", transpose: true });

  const residuals = matrix(n, M);
  const denominators = new Float64Array(n);
  let trace = bias === "free" ? 1 : 0;
  for (const { start, end } of blocks) {
    const roots = rootsOf(start, end);
    const Y = turned(featuresOf(start, end), roots);
    const t = scaledTargets(targets, centers, rootWeights, start, end).data;
    const fitted = engine.multiply(Y, coordinates).data;
    for (let at = 0; at < fitted.length; at++) residuals.data[start * M + at] = t[at] - fitted[at];
    denominators.set(denominatorsOf(Y, roots, bias === "free" ? total : Infinity), start);
    trace += squaresOf(Y);
  }
  const rowsOf = (rows?: Int32Array): Matrix =>
    rows
      ? turned(
          features.of(rows),
          Float64Array.from(rows, (row) => rootWeights[row]),
        )
      : turned(features.between(0, n), rootWeights);
  return { factor, rowsOf, centers, coordinates, residuals, denominators, trace, total, bias, means };
}

function added(sum: Matrix | undefined, term: Matrix): Matrix {
  return { ...term, data: addedTo(sum?.data, term.data) };
}

/** The sum, in the memory of the first one. */
function addedTo(sum: Float64Array | undefined, term: Float64Array): Float64Array {
  if (!sum) return term;
  for (let at = 0; at < sum.length; at++) sum[at] += term[at];
  return sum;
}

function squaresOf({ data }: Matrix): number {
  let sum = 0;
  for (let at = 0; at < data.length; at++) sum += data[at] * data[at];
  return sum;
}
