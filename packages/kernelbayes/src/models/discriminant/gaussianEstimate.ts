import type { Matrix } from "../../engine/matrix.ts";
import { InputError } from "../../errors.ts";
import { grandMean, centerColumns } from "../../matrix/centerColumns.ts";
import type { GaussianClasses } from "../parts/gaussianClasses/gaussianDiscriminantPosterior.ts";
import { quote } from "../../table/quote.ts";
import type { Context } from "../model.ts";
import type { Problem } from "../../rows/labelledRows.ts";
import type { Engine } from "../../engine/engine.ts";
import type { SpectralCovariance } from "../parts/gaussianClasses/spectralCovariance.ts";
import { classMoments, weightedRows, type ClassMoments } from "../../rows/classGroups.ts";
import { spanOfRows } from "../../rows/spanOfRows.ts";

/** Which covariances are estimated: one pooled or one per class, and how far they are shrunk. */
export interface CovarianceForm {
  readonly shared: boolean;
  readonly shrinkage: number;
}

/** Gaussian classes, and the moments that they and their leave-one-out scores follow from. */
export interface GaussianEstimate {
  readonly classes: GaussianClasses;
  readonly moments: DiscriminantMoments;
  readonly scatters: readonly Scatter[];
}

/** Means, covariances and frequencies of the classes. A covariance that cannot be inverted is an `InputError`. */
export function gaussianEstimate(problem: Problem, { engine, seed }: Context, form: CovarianceForm): GaussianEstimate {
  const { X, classes, weights, classCount } = problem;
  const { shared, shrinkage } = form;
  // Without shrinkage units do not matter; equal ones keep columns of small numbers from passing for rounding.
  const scale = shrinkage === 0 ? columnScales(X, weights) : new Float64Array(X.columns).fill(1);
  const scaled = timesColumns(
    X,
    scale.map((value) => 1 / value),
  );
  const moments = discriminantMoments(engine, scaled, classes, weights, classCount);
  const { sizes, total } = moments;
  const scatters = shared
    ? [withinScatter(engine, moments, classes, weights)]
    : Array.from(sizes, (_, k) => withinScatter(engine, moments, classes, weights, k));
  const covariances = scatters.map((scatter, k) => {
    const divisor = shared ? total - classCount : sizes[k] - 1;
    checkRank(scatter, moments, divisor, shared ? undefined : k, shrinkage, problem.classNames);
    return shrunkCovariance(engine, moments, scatter, divisor, shrinkage, scale);
  });
  return {
    moments,
    scatters,
    classes: {
      sizes,
      logPriors: sizes.map((size) => Math.log(size / total)),
      priorsAreEmpirical: true,
      center: moments.center.map((value, j) => value * scale[j]),
      means: timesColumns(engine.multiply(moments.means, moments.basis, { transposeB: true }), scale),
      covariances,
      shrunk: shrinkage > 0,
      curve: undefined,
      reserved: undefined,
      seed,
    },
  };
}

/** Refuses a covariance that cannot be inverted within the span in which the rows vary. */
function checkRank(
  scatter: Scatter,
  moments: DiscriminantMoments,
  divisor: number,
  k: number | undefined,
  rho: number,
  names: readonly string[] | undefined,
): void {
  const r = moments.basis.columns;
  if (divisor > 1e-9 && (rho > 0 ? scatter.trace > 0 : scatter.rank === r)) return;
  const name = k === undefined ? undefined : names?.[k];
  const whose =
    k === undefined
      ? "The pooled covariance of the classes"
      : `The covariance of class ${name === undefined ? `number ${k + 1}` : quote(name)}`;
  throw new InputError(
    "singular-covariance",
    `${whose} is singular: its rows vary in ${scatter.rank} of ${r} directions (${moments.columns} columns). ` +
      (scatter.trace > 0 && divisor > 1e-9
        ? "Choose a shrinkage above 0, for example 0.1, or the model rda, which chooses it by itself."
        : "There must be rows of one class that differ; use more rows, or the model rda."),
  );
}

/** The deviation of each column, and 1 for a constant one. */
function columnScales(X: Matrix, weights: Float64Array): Float64Array {
  const p = X.columns;
  const squares = new Float64Array(p);
  let total = 0;
  centerColumns(X, grandMean(X, weights)).data.forEach((value, at) => {
    const weight = weights[Math.floor(at / p)];
    squares[at % p] += weight * value * value;
    total += weight / p;
  });
  return squares.map((sum) => Math.sqrt(sum / total) || 1);
}

function timesColumns(a: Matrix, factors: Float64Array): Matrix {
  return { ...a, data: a.data.map((value, at) => value * factors[at % a.columns]) };
}

/**
 * The covariance D [(1 − ρ) S/divisor + ρ (tr S/(p divisor)) I] D of a scatter that is given in the coordinates of the span,
 * with the diagonal D = `scale` that takes the columns back to their own units.
 */
export function shrunkCovariance(
  engine: Engine,
  { basis, columns: p }: DiscriminantMoments,
  scatter: Scatter,
  divisor: number,
  rho: number,
  scale: Float64Array,
): SpectralCovariance {
  const added = (rho * scatter.trace) / (p * divisor);
  return {
    scale,
    vectors: engine.multiply(basis, scatter.vectors),
    values: scatter.values.map((value) => ((1 - rho) * value) / divisor + added),
    rest: added,
  };
}

/**
 * What Gaussian discriminants need to know of the training rows, in coordinates of the span in which the rows vary. A
 * direction without any variance (a repeated column, the last indicator of a category, directions beyond n rows) says
 * nothing about the classes; leaving it out makes p > n affordable and indicators harmless.
 */
export interface DiscriminantMoments extends ClassMoments {
  /** Number of columns of the rows, p. */
  readonly columns: number;
  /** Grand mean of the rows, in the original coordinates. */
  readonly center: Float64Array;
  /** p × r basis of the span. */
  readonly basis: Matrix;
  /** Rows less the grand mean, in the coordinates of the span (n × r). */
  readonly rows: Matrix;
}

export function discriminantMoments(
  engine: Engine,
  X: Matrix,
  classes: Int32Array,
  weights: Float64Array,
  classCount: number,
): DiscriminantMoments {
  const center = grandMean(X, weights);
  const centered = centerColumns(X, center);
  const basis = spanOfRows(engine, weightedRows(centered, weights));
  const rows = engine.multiply(centered, basis);
  return { ...classMoments(rows, classes, weights, classCount), columns: X.columns, center, basis, rows };
}

/** Scatter matrix by its spectrum: S = Q diag(λ) Qᵀ. */
export interface Scatter {
  readonly vectors: Matrix;
  readonly values: Float64Array;
  readonly trace: number;
  /** Number of eigenvalues that are not rounding. */
  readonly rank: number;
}

/** The scatter of the rows about the means of their classes: of one class, or pooled over all. */
export function withinScatter(
  engine: Engine,
  { within }: ClassMoments,
  classes: Int32Array,
  weights: Float64Array,
  onlyClass?: number,
): Scatter {
  const chosen = onlyClass === undefined ? undefined : (row: number) => classes[row] === onlyClass;
  const { values, vectors } = engine.eigenSymmetric(
    engine.symmetricProduct(weightedRows(within, weights, chosen), { transpose: true }),
  );
  const clipped = values.map((value) => Math.max(0, value));
  const least = 4 * Math.max(within.rows, within.columns) * Number.EPSILON * (clipped.at(-1) ?? 0);
  let trace = 0;
  let rank = 0;
  for (const value of clipped) {
    trace += value;
    if (value > least) rank++;
  }
  return { vectors, values: clipped, trace, rank };
}
