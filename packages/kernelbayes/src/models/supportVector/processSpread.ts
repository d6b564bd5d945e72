import type { Engine } from "../../engine/engine.ts";
import type { Matrix } from "../../engine/matrix.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { anyMatrix, numbersOf, positive, record, refined, type RecordCodec } from "../../codec.ts";
import { columnSquares } from "../../matrix/dot.ts";
import { selectRows } from "../../matrix/row.ts";
import { sigmoid } from "../../numeric/sigmoid.ts";
import { encodedMatrix } from "../../posterior/largestEncodedValue.ts";
import { kernelRows } from "../../rows/kernel/kernelRows.ts";
import { kernelCodec } from "../parts/kernelCodec.ts";
import { ownTerms } from "./supportRows.ts";

/**
 * How uncertain the log odds of a machine are beside its curve. The machine minimizes ½‖f‖² + C Σ (1 − yᵢ fᵢ)₊. With log odds a f a row on the
 * wrong side costs a per unit of f, and C here. So a/C times this is about minus the logarithm of a posterior: that of a Gaussian process of log
 * odds a f with covariance v k, v = a C. Its variance at x by Laplace's method,
 *
 *     v k(x, x) − v² kᵀ (W⁻¹ + v K)⁻¹ k,   Wᵢ = wᵢ pᵢ(1 − pᵢ),
 *
 * is that of the machine. W^½ K W^½ ≈ F Fᵀ by pivoted Cholesky, so that a few rows P stand for all: with L = F on these rows and
 * q = L⁻¹ W_P^½ k_P it is v (k(x, x) − |q|² + |R⁻¹q|²), R Rᵀ = I + v FᵀF.
 */
export interface ProcessSpread {
  readonly kernel: Kernel;
  /** v. */
  readonly variance: number;
  /** The rows P. */
  readonly rows: Matrix;
  /** The roots of W at these rows. */
  readonly roots: Float64Array;
  /** L. */
  readonly factor: Matrix;
  /** R. */
  readonly information: Matrix;
}

/** What the spread of a machine is made of. */
export interface SpreadProblem {
  readonly X: Matrix;
  readonly weights: Float64Array;
  readonly kernel: Kernel;
  /** v. */
  readonly variance: number;
  /** Log odds of the rows, on either side. */
  readonly logits: Float64Array;
}

/** At most so many rows stand for all, and fewer of very many, so that no step takes long. */
const mostRows = 300;
const mostOperations = 2e8;

/** What these leave unexplained of the trace of W^½ K W^½, as a share. */
const unexplained = 1e-4;

/** Where no row belongs to the spread, the prior of log odds has this variance at least: what rows without information cannot rule out. */
const leastVariance = 1;

export function processSpread(engine: Engine, { X, weights, kernel, variance, logits }: SpreadProblem): ProcessSpread {
  const roots = logits.map((logit, i) => Math.sqrt(weights[i] * sigmoid(logit) * sigmoid(-logit)));
  const rows = kernelRows(engine, kernel, X);
  const own = ownTerms(kernel, X);
  const diagonal = rows.diagonal.map((value, i) => value - own[i]);
  const mean = diagonal.reduce((sum, value) => sum + value, 0) / diagonal.length;
  const v = Math.max(variance, leastVariance / mean);
  const { factor: F, pivots } = engine.incompleteCholesky(
    diagonal.map((value, i) => value * roots[i] ** 2),
    (i) => {
      const column = rows.row(i).map((value, j) => value * roots[i] * roots[j]);
      column[i] = diagonal[i] * roots[i] ** 2;
      return column;
    },
    { tolerance: unexplained, rank: Math.min(mostRows, Math.ceil(Math.sqrt(mostOperations / X.rows))) },
  );
  const information = engine.symmetricProduct(F, { transpose: true });
  for (let at = 0; at < information.data.length; at++) information.data[at] *= v;
  for (let k = 0; k < information.rows; k++) information.data[k * information.columns + k] += 1;
  const factored = engine.cholesky(information);
  if (!factored.ok) throw new RangeError("A sum of squares and the identity must be positive definite.");
  return {
    kernel,
    variance: v,
    rows: selectRows(X, pivots),
    roots: Float64Array.from(pivots, (i) => roots[i]),
    factor: selectRows(F, pivots),
    information: factored.factor,
  };
}

/** The variances of the log odds at rows. */
export function spreadVariances(engine: Engine, spread: ProcessSpread, X: Matrix): Float64Array {
  const { kernel, variance, rows, roots, factor, information } = spread;
  const own = ownTerms(kernel, X);
  const prior = kernel.diagonal(X).map((value, i) => value - own[i]);
  const columns = kernel.cross(engine, rows, X);
  for (let k = 0; k < columns.rows; k++) {
    for (let i = 0; i < columns.columns; i++) columns.data[k * columns.columns + i] *= roots[k];
  }
  const q = engine.solveTriangular(factor, columns);
  const explained = columnSquares(q);
  const left = columnSquares(engine.solveTriangular(information, q));
  return prior.map((value, i) => variance * Math.max(0, value - explained[i] + left[i]));
}

export const spreadCodec: RecordCodec<ProcessSpread> = refined(
  record({
    kernel: kernelCodec,
    variance: positive,
    rows: encodedMatrix,
    roots: numbersOf(positive),
    factor: anyMatrix,
    information: anyMatrix,
  }),
  ({ rows, roots, factor, information }, expect) => {
    expect.length(roots, ".roots", rows.rows);
    expect.shape(factor, ".factor", rows.rows, rows.rows);
    expect.shape(information, ".information", rows.rows, rows.rows);
    const expected = "a triangle with a positive diagonal";
    expect.that(hasPositiveDiagonal(factor), ".factor", expected, factor);
    expect.that(hasPositiveDiagonal(information), ".information", expected, information);
  },
);

function hasPositiveDiagonal({ data, rows, columns }: Matrix): boolean {
  return Array.from({ length: rows }, (_, k) => data[k * columns + k]).every((value) => value > 0);
}
