import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { addToDiagonal } from "../../../matrix/diagonal.ts";
import type { Bias } from "../canonical/bias.ts";
import { blockSums, type FeatureBlocks } from "./blockSums.ts";
import { denominatorsOf, type NormalEquations } from "./normalEquations.ts";

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
    trace += squaresOf(Y);
  }
  const rowsOf = (rows?: Int32Array): Matrix => turned(featuresOf(rows));
  return { factor, rowsOf, centers, coordinates, residuals, denominators, trace, total, bias, means };
}

function squaresOf({ data }: Matrix): number {
  let sum = 0;
  for (let at = 0; at < data.length; at++) sum += data[at] * data[at];
  return sum;
}
