import type { Engine } from "../../../engine/engine.ts";
import type { Warning } from "../../../errors.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { centerColumns, grandMean } from "../../../matrix/centerColumns.ts";
import { multiplyVector } from "../../../matrix/dot.ts";
import { scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import { transpose } from "../../../engine/matrix.ts";
import { lowRankKernel } from "../../../rows/kernel/lowRankKernel.ts";
import { columnSquares } from "../../../rows/kernel/rootProblem.ts";
import { columnSigns } from "./columnSigns.ts";
import type { FoundComponents } from "./componentProjection.ts";
import type { WeightedRows } from "../../../rows/labelledRows.ts";
import { significantPairs, type ComponentLimits } from "./significantPairs.ts";

/** A larger share of the variance than this, left out by the pivots, is worth a warning. */
const muchLeftOut = 0.01;

/**
 * The components of the kernel of low rank that some rows, the pivots J, span. Features G with K ≈ GGᵀ, G = K_·J T⁻ᵀ and
 * K_JJ = TTᵀ, less their mean ḡ (rows count by their weights W):
 *
 *     GcᵀWGc = V E Vᵀ,    scores Gc V,    coefficients T⁻ᵀ V,    means T ḡ
 *
 * so that a new row is compared with the pivots alone. What the pivots leave of the trace counts in the total.
 */
export function lowRankComponents(
  engine: Engine,
  kernel: Kernel,
  { X, weights }: WeightedRows,
  limits: ComponentLimits,
  pivots: number,
): FoundComponents {
  const n = X.rows;
  const { features, basis, triangle, nugget } = lowRankKernel(engine, kernel, X, { rank: pivots });
  const center = grandMean(features, weights);
  const G = centerColumns(features, center);
  const ones = new Float64Array(G.columns).fill(1);
  const S = engine.symmetricProduct(scaleRowsAndColumns(G, weights.map(Math.sqrt), ones), { transpose: true });
  const variances = kernel.diagonal(X).map((value) => value - nugget);
  const mass = weights.reduce((sum, weight) => sum + weight, 0);
  const { eigenvalues, vectors } = significantPairs(engine, S, limits, {
    rows: Math.max(n, mass),
    largest: variances.reduce((most, value) => Math.max(most, value), 0),
  });
  const unsigned = engine.multiply(G, vectors);
  const signs = columnSigns(unsigned);
  const signed = scaleRowsAndColumns(vectors, ones, signs);
  const explained = columnSquares(transpose(features));
  const leftOut = variances.reduce((sum, value, i) => sum + weights[i] * Math.max(0, value - explained[i]), 0);
  let total = leftOut;
  for (let j = 0; j < S.rows; j++) total += S.data[j * S.rows + j];
  return {
    kernel,
    basis: {
      rows: basis,
      means: multiplyVector(triangle, center),
      coefficients: engine.solveTriangular(triangle, signed, { transpose: true }),
    },
    eigenvalues,
    total,
    scores: scaleRowsAndColumns(unsigned, new Float64Array(n).fill(1), signs),
    warnings: leftOut > muchLeftOut * total ? [tooFewPivots(basis.rows, leftOut / total)] : [],
  };
}

function tooFewPivots(pivots: number, share: number): Warning {
  return {
    code: "low-rank-components",
    message:
      `${pivots} rows stand for all in the kernel principal components, and leave ${(100 * share).toFixed(0)} % of the variance ` +
      "out. Allow more pivots, or choose a wider kernel.",
  };
}
