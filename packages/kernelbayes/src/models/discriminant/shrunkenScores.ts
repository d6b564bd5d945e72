import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import { classMoments, weightedRows, type ClassMoments } from "../../rows/classGroups.ts";
import type { CountedRows } from "../../rows/labelledRows.ts";
import type { SpectralCovariance } from "../parts/gaussianClasses/spectralCovariance.ts";

/** One way to shrink: Σ_k = (1 − weight) [(1 − pooled) S_k + pooled S] + weight T. */
export interface Shrinkage {
  readonly pooled: number;
  readonly weight: number;
  readonly target: ShrinkageTarget;
}

/** Shares of the pooled covariance in each class covariance, from all to none. */
const pooledShares = [1, 0.75, 0.5, 0.25, 0];
/** Weights of the target, from the simplest matrix to the richest. */
const targetWeights = [1, 0.75, 0.5, 0.25, 0.1, 0.05, 0.001];
const targets: readonly ShrinkageTarget[] = ["mean", "diagonal"];

/** Spectra that the candidates of one class need: those that differ in their weight alone share one. */
export const spectraPerClass: number = targets.length * pooledShares.length;

/** The candidates among which the shrunken discriminant chooses, from simple to rich. */
export const shrinkages: readonly Shrinkage[] = targets.flatMap((target) =>
  pooledShares.flatMap((pooled) => targetWeights.map((weight) => ({ pooled, weight, target }))),
);

/** Class means and covariances of training rows, from which the covariances of every candidate follow. */
export interface ClassCovariances {
  readonly moments: ClassMoments;
  readonly logFrequencies: Float64Array;
  /** Columns that vary within no class. */
  readonly idle: readonly boolean[];
  /** The bracket (1 − pooled) S_k + pooled S. */
  bracket(k: number, pooled: number): Bracket;
}

/**
 * S_k has the divisor n_k − 1 and S the divisor n − C, weights counted as rows. The covariance of a class of one row counts
 * as zero. Undefined without degrees of freedom, n ≤ C.
 */
export function classCovariances(
  engine: Engine,
  { X, classes, weights, classCount }: CountedRows,
): ClassCovariances | undefined {
  const moments = classMoments(X, classes, weights, classCount);
  const { sizes, total, within } = moments;
  const degrees = total - classCount;
  if (!(degrees > 1e-9)) return undefined;
  const p = X.columns;
  const idle = new Array<boolean>(p).fill(true);
  within.data.forEach((value, at) => {
    if (value !== 0) idle[at % p] = false;
  });
  const ownShare = (k: number, pooled: number): number => (sizes[k] > 1 ? (1 - pooled) / (sizes[k] - 1) : 0);
  const common = { moments, logFrequencies: sizes.map((size) => Math.log(size / total)), idle };
  if (p > X.rows) {
    return {
      ...common,
      bracket(k, pooled) {
        const shares = Float64Array.from(
          classes,
          (q, row) => weights[row] * (pooled / degrees + (q === k ? ownShare(k, pooled) : 0)),
        );
        return { kind: "rows", Z: weightedRows(within, shares, (row) => shares[row] > 0) };
      },
    };
  }
  const scatters = Array.from(sizes, (_, k) =>
    engine.symmetricProduct(
      weightedRows(within, weights, (row) => classes[row] === k),
      { transpose: true },
    ),
  );
  const sum = new Float64Array(p * p);
  for (const { data } of scatters) data.forEach((value, at) => (sum[at] += value));
  return {
    ...common,
    bracket(k, pooled) {
      const own = ownShare(k, pooled);
      const B = sum.map((value, at) => (pooled / degrees) * value + own * scatters[k].data[at]);
      return { kind: "matrix", B: matrix(p, p, B) };
    },
  };
}

/** One spectrum for all classes when everything is pooled, otherwise one per class; undefined where one does not exist. */
export function bracketSpectra(
  engine: Engine,
  { moments, idle, bracket }: ClassCovariances,
  { pooled, target }: Pick<Shrinkage, "pooled" | "target">,
): BracketSpectrum[] | undefined {
  const spectra: BracketSpectrum[] = [];
  for (let k = 0; k < (pooled === 1 ? 1 : moments.sizes.length); k++) {
    const spectrum = bracketSpectrum(engine, bracket(k, pooled), target, idle);
    if (!spectrum) return undefined;
    spectra.push(spectrum);
  }
  return spectra;
}

/**
 * Scores log π_k + log N(x; m_k, Σ_k) of rows, less the constant of the normal density, under every candidate of
 * `shrinkages` in turn; NaN where a candidate has no valid covariance. Candidates that differ in their weight alone cost
 * one eigendecomposition and one rotation together.
 */
export function shrunkenScores(engine: Engine, covariances: ClassCovariances, rows: Matrix): Matrix[] {
  const { moments, logFrequencies } = covariances;
  const C = moments.sizes.length;
  return targets.flatMap((target) =>
    pooledShares.flatMap((pooled) => {
      const spectra = bracketSpectra(engine, covariances, { pooled, target });
      const results = targetWeights.map(() => matrix(rows.rows, C, new Float64Array(rows.rows * C).fill(NaN)));
      if (!spectra) return results;
      for (let k = 0; k < C; k++) {
        const quadratics = quadraticsOf(engine, spectra[pooled === 1 ? 0 : k], rows, moments.means, k);
        targetWeights.forEach((weight, at) => {
          const { forms, logDeterminant } = quadratics(weight);
          forms.forEach((form, i) => {
            results[at].data[i * C + k] = logFrequencies[k] - 0.5 * (form + logDeterminant);
          });
        });
      }
      return results;
    }),
  );
}

/** Squared distances to the mean of class k under (1 − g) B + g T, for any g after one rotation. */
function quadraticsOf(
  engine: Engine,
  { scale, vectors, values }: BracketSpectrum,
  rows: Matrix,
  means: Matrix,
  k: number,
): (g: number) => { readonly forms: Float64Array; readonly logDeterminant: number } {
  const { rows: n, columns: p } = rows;
  const r = vectors.columns;
  const scaled = rows.data.map((value, at) => (value - means.data[k * p + (at % p)]) / scale[at % p]);
  const squares = engine.multiply(matrix(n, p, scaled), vectors).data.map((coordinate) => coordinate ** 2);
  /** What is left of each row outside the directions of the spectrum. */
  const outside = new Float64Array(n);
  if (r < p) {
    scaled.forEach((value, at) => (outside[Math.floor(at / p)] += value * value));
    squares.forEach((square, at) => (outside[Math.floor(at / r)] -= square));
  }
  const logScale = 2 * scale.reduce((sum, root) => sum + Math.log(root), 0);
  return (g) => {
    const shrunk = values.map((value) => (1 - g) * value + g);
    const logDeterminant = logScale + shrunk.reduce((sum, value) => sum + Math.log(value), 0) + (p - r) * Math.log(g);
    const forms = outside.map((square) => Math.max(0, square) / g);
    squares.forEach((square, at) => (forms[Math.floor(at / r)] += square / shrunk[at % r]));
    return { forms, logDeterminant };
  };
}

/** What a covariance matrix B is shrunk towards: its own diagonal, or the mean of that diagonal times the identity. */
type ShrinkageTarget = "diagonal" | "mean";

/**
 * The spectrum of B scaled by its target T, T^−½ B T^−½ = V diag(λ) Vᵀ, from which (1 − g) B + g T follows for any g at
 * once: its spectrum is (1 − g) λ + g, and g in the directions outside V.
 */
export interface BracketSpectrum {
  /** Diagonal of T^½. */
  readonly scale: Float64Array;
  readonly vectors: Matrix;
  readonly values: Float64Array;
}

/** A covariance matrix B, as itself or, when there are fewer rows than columns, by rows Z with B = ZᵀZ. */
type Bracket = { readonly kind: "matrix"; readonly B: Matrix } | { readonly kind: "rows"; readonly Z: Matrix };

/**
 * The spectrum of a bracket. `idle` columns, which vary within no class, get the target 1, the variance of a standardized
 * column: if they are constant in all rows they add the same to every class, and if they tell classes apart they still do.
 * Undefined where the target vanishes, as for a column that is constant in one class only: no covariance can be built on it.
 */
export function bracketSpectrum(
  engine: Engine,
  bracket: Bracket,
  target: ShrinkageTarget,
  idle: readonly boolean[],
): BracketSpectrum | undefined {
  const scale = targetRoots(variancesOf(bracket), target, idle);
  if (!scale) return undefined;
  const p = scale.length;
  if (bracket.kind === "matrix") {
    const scaled = bracket.B.data.map((value, at) => value / (scale[Math.floor(at / p)] * scale[at % p]));
    const { values, vectors } = engine.eigenSymmetric(matrix(p, p, scaled));
    return { scale, vectors, values: values.map((value) => Math.max(0, value)) };
  }
  const n = bracket.Z.rows;
  const scaled = { ...bracket.Z, data: bracket.Z.data.map((value, at) => value / scale[at % p]) };
  const { values, vectors } = engine.eigenSymmetric(engine.symmetricProduct(scaled));
  const least = 4 * p * Number.EPSILON * (values.at(-1) ?? 0);
  const first = values.findIndex((value) => value > least);
  const rank = n - first;
  const roots = matrix(n, rank);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < rank; j++) {
      roots.data[i * rank + j] = vectors.data[i * n + first + j] / Math.sqrt(values[first + j]);
    }
  }
  return { scale, vectors: engine.multiply(scaled, roots, { transposeA: true }), values: values.slice(first) };
}

/** (1 − g) B + g T. */
export function shrunkBracket({ scale, vectors, values }: BracketSpectrum, g: number): SpectralCovariance {
  return {
    scale,
    vectors,
    values: values.map((value) => (1 - g) * value + g),
    rest: vectors.columns < scale.length ? g : 0,
  };
}

function variancesOf(bracket: Bracket): Float64Array {
  if (bracket.kind === "matrix") {
    const p = bracket.B.columns;
    return Float64Array.from({ length: p }, (_, j) => Math.max(0, bracket.B.data[j * p + j]));
  }
  const { data, columns: p } = bracket.Z;
  const variances = new Float64Array(p);
  for (let at = 0; at < data.length; at++) variances[at % p] += data[at] ** 2;
  return variances;
}

function targetRoots(
  variances: Float64Array,
  target: ShrinkageTarget,
  idle: readonly boolean[],
): Float64Array | undefined {
  const active = idle.filter((isIdle) => !isIdle).length;
  const mean = variances.reduce((sum, variance) => sum + variance, 0) / active;
  if (!(mean > 0)) return undefined;
  const roots = variances.map((variance, j) => Math.sqrt(idle[j] ? 1 : target === "mean" ? mean : variance));
  return roots.every((root) => root > 0) ? roots : undefined;
}
