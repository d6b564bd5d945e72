import type { Engine } from "../../../engine/engine.ts";
import { type Matrix, matrix } from "../../../engine/matrix.ts";
import { addToDiagonal, identity } from "../../../matrix/diagonal.ts";
import { dot } from "../../../matrix/dot.ts";
import type { Room } from "../../../matrix/room.ts";
import { selectRows } from "../../../matrix/row.ts";
import { leftDenominator } from "../canonical/leaveOneOutAt.ts";
import { smallestLeft, solveGroups } from "../canonical/residualMatrix.ts";
import type { Bias } from "../expansion/scaledFeatures.ts";
import type { Expansion } from "../../parts/expansionPosterior.ts";
import type { KernelFeatures } from "./kernelFeatures.ts";

/** Penalized least squares at one regularization, ZᵀZ + μI = C Cᵀ. */
export interface NormalEquations {
  /** C, r × r. */
  readonly factor: Matrix;
  /** Y = Z C⁻ᵀ of some rows, or of all; the hat matrix is Y Yᵀ, and √w√wᵀ/Σw more where the bias is free. */
  rowsOf(rows?: Int32Array): Matrix;
  /** t̄ of each machine where the bias is free, otherwise 0. */
  readonly centers: Float64Array;
  /** Yᵀ t̃, r × machines. */
  readonly coordinates: Matrix;
  /** t̃ − Y Yᵀ t̃, n × machines. */
  readonly residuals: Matrix;
  /** What the residuals of each row are divided by to be leave-one-out residuals. */
  readonly denominators: Float64Array;
  /** The trace of the hat matrix. */
  readonly trace: number;
  /** The sum of the weights. */
  readonly total: number;
  readonly bias: Bias;
}

/** What rows can be left out with. */
export type LeaveOutEquations = Pick<NormalEquations, "rowsOf" | "residuals" | "denominators" | "total" | "bias">;

/**
 * Solves for several machines at once, from features Z that `scaledFeatures` has prepared for the bias, and ZᵀZ where it is
 * known; `room` is for Y. A row has the leverage Σⱼ yᵢⱼ², and wᵢ/Σw more where the bias is free. Undefined where the factorization fails.
 * Cheaper than the canonical form for few regularizations.
 */
export function normalEquations(
  engine: Engine,
  Z: Matrix,
  rootWeights: Float64Array,
  targets: readonly Float64Array[],
  mu: number,
  bias: Bias = "free",
  gram: Matrix = engine.symmetricProduct(Z, { transpose: true }),
  room?: Room,
): NormalEquations | undefined {
  const result = engine.cholesky(addToDiagonal(gram, mu));
  if (!result.ok) return undefined;
  const into = room?.(Z.rows, Z.columns);
  const Y = engine.solveTriangular(result.factor, Z, { side: "right", transpose: true, into });
  const isFree = bias === "free";
  const total = dot(rootWeights, rootWeights);
  const denominators = denominatorsOf(Y, rootWeights, isFree ? total : Infinity);
  const centers = centersOf(targets, rootWeights, bias);
  const scaled = scaledTargets(targets, centers, rootWeights);
  const coordinates = engine.multiply(Y, scaled, { transposeA: true });
  const residuals = engine.multiply(Y, coordinates);
  for (let at = 0; at < residuals.data.length; at++) residuals.data[at] = scaled.data[at] - residuals.data[at];
  let trace = isFree ? 1 : 0;
  for (let at = 0; at < Y.data.length; at++) trace += Y.data[at] * Y.data[at];
  return {
    factor: result.factor,
    rowsOf: (rows) => (rows ? selectRows(Y, rows) : Y),
    centers,
    coordinates,
    residuals,
    denominators,
    trace,
    total,
    bias,
  };
}

/** What is left of each row, 1 − w/total − ‖y‖². */
export function remaindersOf({ data, columns: r }: Matrix, rootWeights: Float64Array, total: number): Float64Array {
  const result = new Float64Array(rootWeights.length);
  for (let i = 0, at = 0; i < result.length; i++) {
    const root = rootWeights[i];
    let left = 1 - (root * root) / total;
    for (const end = at + r; at < end; at++) left -= data[at] * data[at];
    result[i] = Math.max(left, Number.EPSILON);
  }
  return result;
}

/** The same, as what the residual of each row is divided by. */
export function denominatorsOf(Y: Matrix, rootWeights: Float64Array, total: number): Float64Array {
  return remaindersOf(Y, rootWeights, total).map((left, i) => leftDenominator(left, rootWeights[i]));
}

/** That of one row; rounding may leave less than nothing of it. */
export function denominatorOf(left: number, rootWeight: number): number {
  return leftDenominator(Math.max(left, Number.EPSILON), rootWeight);
}

/** Leave-one-out residuals of each machine, or with each group of rows left out as a whole. */
export function leaveOneOutOf(
  engine: Engine,
  equations: LeaveOutEquations,
  rootWeights: Float64Array,
  groups: readonly Int32Array[] | undefined,
): Float64Array[] {
  const { residuals, denominators } = equations;
  if (groups) {
    const block = (rows: Int32Array): Matrix =>
      addToDiagonal(remainderMatrix(engine, equations, rootWeights, rows), smallestLeft);
    return solveGroups(engine, residuals, block, rootWeights, groups);
  }
  const M = residuals.columns;
  return Array.from({ length: M }, (_, m) =>
    denominators.map((denominator, i) => residuals.data[i * M + m] / denominator),
  );
}

/** The matrix D of all rows, or of some: I − Y Yᵀ, and √w√wᵀ/Σw less where the bias is free. */
export function remainderMatrix(
  engine: Engine,
  { rowsOf, total, bias }: Pick<NormalEquations, "rowsOf" | "total" | "bias">,
  rootWeights: Float64Array,
  rows?: Int32Array,
): Matrix {
  const D = engine.symmetricProduct(rowsOf(rows));
  const size = D.rows;
  const root = (a: number): number => rootWeights[rows ? rows[a] : a];
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      const shared = bias === "free" ? (root(a) * root(b)) / total : 0;
      D.data[a * size + b] = (a === b ? 1 : 0) - shared - D.data[a * size + b];
    }
  }
  return D;
}

/** What an expansion is made of, in terms of features z. */
export interface FeatureSolution extends Pick<NormalEquations, "centers" | "residuals" | "trace" | "total" | "bias"> {
  /** The weights of the features, a column for each machine. */
  readonly weights: Matrix;
  /** What turns features into vectors whose squared length, times the noise, is the variance of the output without its bias. */
  spreadOf(features: Matrix, noises: Float64Array): Matrix;
}

/**
 * The solution of normal equations in terms of kernel columns k. Features are z = L⁻¹k − z̄ (or L⁻¹k, or that with a 1 behind
 * it, by the bias), weights C⁻ᵀYᵀt̃; the posterior variance of an output under Gaussian noise is σ² (1/n + ‖C⁻¹z‖²), with
 * σ² = ‖residuals‖²/(n − tr H). 1/n stands for a free bias.
 */
export function expansionOf(
  engine: Engine,
  features: Pick<KernelFeatures, "means" | "factor">,
  equations: NormalEquations,
): Expansion {
  const { factor: C, coordinates } = equations;
  return expansionIn(engine, features, {
    ...equations,
    weights: engine.solveTriangular(C, coordinates, { transpose: true }),
    spreadOf: (some) => engine.solveTriangular(C, some),
  });
}

/** A solution in terms of kernel columns. */
export function expansionIn(
  engine: Engine,
  { means, factor: L }: Pick<KernelFeatures, "means" | "factor">,
  { weights, spreadOf, centers, residuals, trace, total, bias }: FeatureSolution,
): Expansion {
  const r = means.length;
  const M = centers.length;
  const ofFeatures = firstRows(weights, r);
  const coefficients = L ? engine.solveTriangular(L, ofFeatures, { transpose: true }) : ofFeatures;
  // Where the features fit every target there is no noise left to be measured.
  const freedom = Math.max(total - trace, 1e-9 * total);
  const noises = Float64Array.from(centers, (_, m) => {
    let squares = 0;
    for (let i = 0; i < residuals.rows; i++) squares += residuals.data[i * M + m] ** 2;
    return squares / freedom;
  });
  const turned = matrix(weights.rows, r);
  turned.data.set((L ? engine.solveTriangular(L, identity(r)) : identity(r)).data);
  return {
    machines: Array.from(centers, (center, m) => {
      let shift = 0;
      for (let j = 0; j < r; j++) shift += means[j] * weights.data[j * M + m];
      return {
        coefficients: Float64Array.from({ length: r }, (_, j) => coefficients.data[j * M + m]),
        bias: bias === "regularized" ? weights.data[r * M + m] : center - shift,
        noise: noises[m],
      };
    }),
    spread: spreadOf(turned, noises),
    shift: spreadOf(matrix(weights.rows, 1, constantOf(means, bias)), noises).data,
    total: bias === "free" ? total : undefined,
  };
}

/** What the features of a row less L⁻¹k are, with the sign turned. */
function constantOf(means: Float64Array, bias: Bias): Float64Array {
  return bias === "regularized" ? Float64Array.from([...means, -1]) : means;
}

function firstRows({ data, rows, columns }: Matrix, count: number): Matrix {
  return rows === count ? matrix(rows, columns, data) : matrix(count, columns, data.slice(0, count * columns));
}

/** The weighted mean t̄ of the targets of each machine where the bias is free, otherwise 0. */
export function centersOf(targets: readonly Float64Array[], rootWeights: Float64Array, bias: Bias): Float64Array {
  if (bias !== "free") return new Float64Array(targets.length);
  const total = dot(rootWeights, rootWeights);
  return Float64Array.from(targets, (values) => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += rootWeights[i] ** 2 * values[i];
    return sum / total;
  });
}

/** t̃ = √w (t − t̄) of the rows from `start` up to but without `end`, a column for each machine. */
export function scaledTargets(
  targets: readonly Float64Array[],
  centers: Float64Array,
  rootWeights: Float64Array,
  start = 0,
  end: number = rootWeights.length,
): Matrix {
  const M = targets.length;
  const scaled = matrix(end - start, M);
  targets.forEach((values, m) => {
    for (let i = start; i < end; i++) scaled.data[(i - start) * M + m] = rootWeights[i] * (values[i] - centers[m]);
  });
  return scaled;
}
