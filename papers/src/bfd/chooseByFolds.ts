import { type Matrix } from "kernelbayes";
import { matrix, type Engine } from "kernelbayes/engine";
import { stratifiedFolds } from "kernelbayes/evaluate";
import { type KernelDocument } from "kernelbayes/kernels";
import { matrices } from "kernelbayes/numeric";
import { progress, type Work } from "kernelbayes/progress";
import { medianSquaredDistance } from "./featureMatrix.ts";

/** A Gaussian kernel and a regularization μ, with what they say of rows that were left out. */
export interface FoldChoice {
  readonly kernel: KernelDocument;
  readonly regularization: number;
  /** Left-out rows on the wrong side. */
  readonly errors: number;
  /** Sum of the squared residuals of left-out rows. */
  readonly squares: number;
}

/** Which machine's rows are left out, and what they are judged by. */
export type FoldedMachine = "least-squares" | "fisher";

export interface FoldOptions {
  readonly folds: number;
  readonly seed: number;
  /**
   * "least-squares": the LS-SVM, by errors and then by squared residuals; "fisher": the kernel Fisher discriminant with penalty μ‖α‖², by squared
   * residuals alone, as Mika et al. Default: "least-squares".
   */
  readonly machine?: FoldedMachine;
}

/** 1/ℓ² that are tried, over one over the median squared distance of two rows. */
export const widths: readonly number[] = Array.from({ length: 11 }, (_, at) => 10 ** (-2 + at / 2));
/** μ that are tried: of K + μI, and of K² + μI. */
const regularizations: Readonly<Record<FoldedMachine, readonly number[]>> = {
  "least-squares": Array.from({ length: 9 }, (_, at) => 10 ** (at - 6)),
  fisher: Array.from({ length: 9 }, (_, at) => 10 ** (at - 4)),
};

/** Operations of a choice among so many rows: a factorization and an inverse for each pair. */
export function foldOperations(rows: number): number {
  return widths.length * regularizations.fisher.length * rows ** 3;
}

/**
 * Width and regularization of a least-squares support vector machine by cross-validation, as its papers choose them: of all pairs
 * on a grid the one with the fewest errors on rows of left-out folds, and of equals the one with the least squared residuals.
 * `signs` are the classes as 1 and −1. No machine is fitted anew: with V = K + μI and Π = V⁻¹ − V⁻¹11ᵀV⁻¹/1ᵀV⁻¹1 the residuals of rows
 * g that are left out together are Π_gg⁻¹ (Πt)_g. The kernel Fisher discriminant has V = K² + μI, since I − K(K² + μI)⁻¹K = μ(K² + μI)⁻¹; left-out
 * rows then leave their kernel functions to the others.
 */
export function* chooseByFolds(
  engine: Engine,
  X: Matrix,
  signs: Float64Array,
  { folds, seed, machine = "least-squares" }: FoldOptions,
): Work<FoldChoice> {
  const groups = stratifiedFolds(
    signs.map((sign) => (sign > 0 ? 1 : 0)),
    { folds, seed },
  ).map(({ test }) => test);
  const unit = medianSquaredDistance(engine, X);
  let best: FoldChoice | undefined;
  for (const [at, width] of widths.entries()) {
    const inverse = width / unit;
    const kernel = engine.gaussianMatrix(X, undefined, new Float64Array(X.columns).fill(inverse));
    const K = machine === "fisher" ? engine.symmetricProduct(kernel) : kernel;
    for (const mu of regularizations[machine]) {
      const residuals = foldResiduals(engine, K, signs, mu, groups);
      if (!residuals) continue;
      const errors = residuals.filter((residual, row) => 1 - signs[row] * residual <= 0).length;
      const squares = residuals.reduce((sum, residual) => sum + residual * residual, 0);
      const isDecidedByErrors = machine === "least-squares" && best !== undefined && errors !== best.errors;
      if (best && (isDecidedByErrors ? errors > best.errors : squares >= best.squares)) continue;
      best = { kernel: { kind: "gaussian", lengthScale: inverse ** -0.5 }, regularization: mu, errors, squares };
    }
    yield progress("widths by folds", at + 1, widths.length);
  }
  if (!best) throw new RangeError("There must be rows of both classes in every fold.");
  return best;
}

/** t − f(x) of every row by the machine without its fold; undefined where rounding leaves no factorization. */
export function foldResiduals(
  engine: Engine,
  K: Matrix,
  signs: Float64Array,
  mu: number,
  groups: readonly Int32Array[],
): Float64Array | undefined {
  const factored = engine.cholesky(matrices.addToDiagonal(K, mu));
  if (!factored.ok) return undefined;
  const n = K.rows;
  const inverse = engine.inverseFactored(factored.factor);
  const eta = matrices.multiplyVector(inverse, new Float64Array(n).fill(1));
  const total = eta.reduce((sum, value) => sum + value, 0);
  const nu = matrices.multiplyVector(inverse, signs);
  const bias = nu.reduce((sum, value) => sum + value, 0) / total;
  const residuals = new Float64Array(n);
  for (const rows of groups) {
    const size = rows.length;
    const block = matrix(size, size);
    rows.forEach((row, a) =>
      rows.forEach((other, b) => {
        block.data[a * size + b] = inverse.data[row * n + other] - (eta[row] * eta[other]) / total;
      }),
    );
    const own = engine.cholesky(block);
    if (!own.ok) return undefined;
    const right = matrix(
      size,
      1,
      Float64Array.from(rows, (row) => nu[row] - bias * eta[row]),
    );
    const solved = engine.solveFactored(own.factor, right).data;
    rows.forEach((row, a) => (residuals[row] = solved[a]));
  }
  return residuals;
}
