import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { dot } from "../../../matrix/dot.ts";
import type { Bias } from "../expansion/scaledFeatures.ts";
import { blockSums, type FeatureBlocks, type ScaledBlock } from "./blockEquations.ts";
import { type FeatureSolution, denominatorOf, type LeaveOutEquations } from "./normalEquations.ts";

/** The machine of one regularization, with its share in the average. */
export interface AveragedMember {
  readonly weight: number;
  readonly equations: LeaveOutEquations;
}

/** Least-squares machines at several regularizations on the same features, and their average. */
export interface AveragedEquations extends FeatureSolution {
  readonly members: readonly AveragedMember[];
  /** Weighted means of the features that were taken off, zeros unless the bias is free. */
  readonly means: Float64Array;
}

/**
 * Normal equations at several μₖ with the shares πₖ, from one decomposition ZᵀZ = V Λ Vᵀ. With U = ZV and c = VᵀZᵀt̃ the machine of μₖ
 * has the weights vₖ = V(Λ + μₖ)⁻¹c, the fitted values U(Λ + μₖ)⁻¹c and the leverages Σⱼ uᵢⱼ²/(λⱼ + μₖ): products for all of them at
 * once, in O(block · r) memory beside a few numbers a row.
 *
 * Weights, residuals and the trace of the hat matrix of the average are averages. The variance of its outputs is that of a
 * mixture of posteriors: what each member is unsure of, and how far they are apart,
 *
 *     σ² zᵀ (Σₖ πₖ V(Λ + μₖ)⁻¹Vᵀ) z + Σₖ πₖ (zᵀ(vₖ − v̄))².
 *
 * Several machines share one spread: there the second part is, in units of the noise, the mean of theirs.
 */
export function averagedEquations(
  engine: Engine,
  features: FeatureBlocks,
  rootWeights: Float64Array,
  targets: readonly Float64Array[],
  regularizations: readonly WeightedRegularization[],
  bias: Bias = "free",
  blockRows?: number,
): AveragedEquations {
  const sums = blockSums(engine, features, rootWeights, targets, bias, blockRows);
  const [n, M] = [features.rows, targets.length];
  const { values, vectors } = engine.eigenSymmetric(sums.gram);
  const eigenvalues = values.map((value) => Math.max(0, value));
  const inverses = inversesOf(eigenvalues, regularizations);
  const coordinates = sideBySide(engine.multiply(vectors, sums.right, { transposeA: true }), inverses);
  // All rows are asked for by every member, and then there are few of them.
  let whole: Matrix | undefined;
  const turned = (rows?: Int32Array): Matrix =>
    rows ? engine.multiply(sums.featuresOf(rows), vectors) : (whole ??= engine.multiply(sums.featuresOf(), vectors));
  const members = regularizations.map(({ weight }, k): AveragedMember => {
    const rowsOf = (rows?: Int32Array): Matrix => leadingColumns(turned(rows), eigenvalues, inverses, k);
    const room = { residuals: matrix(n, M), denominators: new Float64Array(n) };
    return { weight, equations: { ...room, total: sums.total, bias, rowsOf } };
  });
  const residuals = matrix(n, M);
  for (const { start, roots, Z, t } of sums.blocks()) {
    const U = engine.multiply(Z, vectors);
    if (U.rows === n) whole = U;
    const fitted = engine.multiply(U, coordinates).data;
    const leverages = engine.multiply({ ...U, data: U.data.map((value) => value * value) }, inverses).data;
    fillBlock(members, residuals, { start, roots, t, fitted, leverages });
  }
  const shares = regularizations.map(({ weight }) => weight);
  const variances = averageColumns(inverses, shares, 1).data; // Σₖ πₖ/(λⱼ + μₖ)
  const solutions = engine.multiply(vectors, coordinates);
  const weights = averageColumns(solutions, shares, M);
  return {
    ...sums,
    members,
    bias,
    residuals,
    trace: dot(eigenvalues, variances) + (bias === "free" ? 1 : 0),
    weights,
    spreadOf(some, noises) {
      const within = engine.multiply(vectors, some, { transposeA: true });
      const between = engine.multiply(distances(solutions, weights, shares, noises), some, { transposeA: true });
      return stackedSpread(within, variances, between);
    },
  };
}

interface MemberBlock extends Pick<ScaledBlock, "start" | "roots" | "t"> {
  /** Of all K members: the outputs of a row, machines of a member side by side, and its leverages. */
  readonly fitted: Float64Array;
  readonly leverages: Float64Array;
}

/** Residuals and denominators of the rows of a block for each member, and the average residuals. */
function fillBlock(
  members: readonly AveragedMember[],
  { data: average, columns: M }: Matrix,
  { start, roots, t, fitted, leverages }: MemberBlock,
): void {
  const K = members.length;
  members.forEach(({ weight, equations }, k) => {
    const { residuals, denominators, bias, total } = equations;
    for (let i = 0; i < roots.length; i++) {
      for (let m = 0; m < M; m++) {
        const left = t.data[i * M + m] - fitted[(i * K + k) * M + m];
        residuals.data[(start + i) * M + m] = left;
        average[(start + i) * M + m] += weight * left;
      }
      const constant = bias === "free" ? roots[i] ** 2 / total : 0;
      denominators[start + i] = denominatorOf(1 - constant - leverages[i * K + k], roots[i]);
    }
  });
}

/** What each member is unsure of, each row times its deviation, above what they differ by. */
function stackedSpread(within: Matrix, variances: Float64Array, between: Matrix): Matrix {
  const spread = matrix(within.rows + between.rows, within.columns);
  within.data.forEach((value, at) => {
    spread.data[at] = Math.sqrt(variances[Math.floor(at / within.columns)]) * value;
  });
  spread.data.set(between.data, within.data.length);
  return spread;
}

/** 1/(λⱼ + μₖ), a column for each μ. */
function inversesOf(eigenvalues: Float64Array, regularizations: readonly WeightedRegularization[]): Matrix {
  const K = regularizations.length;
  const mus = regularizations.map(({ logRegularization }) => 2 ** logRegularization);
  const result = matrix(eigenvalues.length, K);
  for (let at = 0; at < result.data.length; at++) result.data[at] = 1 / (eigenvalues[Math.floor(at / K)] + mus[at % K]);
  return result;
}

/** The columns c of the machines times 1/(λ + μₖ), those of a member side by side. */
function sideBySide({ data, rows, columns: M }: Matrix, inverses: Matrix): Matrix {
  const K = inverses.columns;
  const result = matrix(rows, K * M);
  for (let at = 0; at < result.data.length; at++) {
    const [j, column] = [Math.floor(at / (K * M)), at % (K * M)];
    result.data[at] = data[j * M + (column % M)] * inverses.data[j * K + Math.floor(column / M)];
  }
  return result;
}

/** The weighted sum of groups of M columns. */
function averageColumns({ data, rows }: Matrix, shares: readonly number[], M: number): Matrix {
  const result = matrix(rows, M);
  for (let at = 0; at < result.data.length; at++) {
    const [j, m] = [Math.floor(at / M), at % M];
    shares.forEach((share, k) => (result.data[at] += share * data[(j * shares.length + k) * M + m]));
  }
  return result;
}

/** √(πₖ/M) (vₖ − v̄)/σ of each member and machine, as columns; 0 where there is no noise to compare with. */
function distances(solutions: Matrix, weights: Matrix, shares: readonly number[], noises: Float64Array): Matrix {
  const M = weights.columns;
  const result = matrix(solutions.rows, solutions.columns);
  for (let at = 0; at < result.data.length; at++) {
    const [j, column] = [Math.floor(at / solutions.columns), at % solutions.columns];
    const m = column % M;
    const scale = noises[m] > 0 ? Math.sqrt(shares[Math.floor(column / M)] / (M * noises[m])) : 0;
    result.data[at] = scale * (solutions.data[at] - weights.data[j * M + m]);
  }
  return result;
}

/** What is lost beside 1. */
const negligible = 1e-15;

/** U(Λ + μₖ)^−½ without the first columns, eigenvalues being in ascending order, whose λ/(λ + μₖ) is negligible. */
function leadingColumns({ data, rows, columns: r }: Matrix, values: Float64Array, inverses: Matrix, k: number): Matrix {
  const inverse = (j: number): number => inverses.data[j * inverses.columns + k];
  const first = values.findIndex((value, j) => value * inverse(j) > negligible);
  const from = first < 0 ? r : first;
  const roots = Float64Array.from({ length: r - from }, (_, j) => Math.sqrt(inverse(from + j)));
  const result = matrix(rows, roots.length);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < roots.length; j++, at++) result.data[at] = data[i * r + from + j] * roots[j];
  }
  return result;
}

/** One of several regularizations μ = 2^logRegularization, with its share in their average; the shares sum to 1. */
export interface WeightedRegularization {
  readonly logRegularization: number;
  readonly weight: number;
}

/** Nats by which the criterion rises where a weight falls to 1/e. */
const temperature = 3;
/** Below this share of the largest weight a machine would cost more than it says. */
const leastShare = 0.02;

/**
 * The weights of regularizations in an average, from their criteria C in nats:
 *
 *     w ∝ exp(−(C − min C)/3),   Σ w = 1
 *
 * With 1 in place of 3, exp(−C) would count as a likelihood; 3 made fewer errors on benchmark problems. Weights below a fiftieth of the largest are 0, as are those of criteria that
 * are not finite.
 */
export function regularizationWeights(criteria: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(criteria);
  const least = values.reduce((lowest, value) => (value < lowest ? value : lowest), Infinity);
  const shares = values.map((value) => {
    const share = Number.isFinite(value) ? Math.exp((least - value) / temperature) : 0;
    return share >= leastShare ? share : 0;
  });
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}
