import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { InputError } from "../../../errors.ts";
import { multiplyVector, dot } from "../../../matrix/dot.ts";
import { scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import type { LatentPrior } from "../../../rows/kernel/rootProblem.ts";
import { kernelForm, squaresOf, type CanonicalForm } from "../canonical/canonicalForm.ts";
import { requireRows, type FisherContrasts, classMeans } from "../../../rows/fisherContrasts.ts";
import { responseOf, type Response } from "../canonical/leaveOneOutAt.ts";
import { solutionAt } from "../expansion/formExpansion.ts";

/** The matrix A of the penalty aᵀAa on the coefficients: the identity, the kernel matrix, or one that is given. */
export type PenaltyMatrix = "identity" | "kernel" | Matrix;

/**
 * Least squares on the kernel columns with a free bias and penalty r aᵀAa, for one kernel and every r, and whatever the
 * targets: minimize ‖t − Ka − b‖² + r aᵀAa. With A = RᵀR and the singular values K R⁻¹ = V S Uᵀ, everything that
 * depends on r is diagonal in the basis V, with eigenvalues g = S²; A = K never asks for an inverse.
 *
 * A row of weight w is worth w copies of it, each with a coefficient of its own; `coefficients` has their sums.
 */
export interface PenalizedForm {
  readonly form: CanonicalForm;
  readonly K: Matrix;
  readonly weights: Float64Array;
  /** N = Σ w. */
  readonly total: number;
  /** K 1/n, the mean over all copies of the kernel with each row. */
  readonly means: Float64Array;
  /** Vᵀ√w. */
  readonly constant: Float64Array;
  /** The eigenvalue of K A⁻¹K on the w − 1 differences between the copies of each row, which no target can see. */
  readonly ofCopies: Float64Array;
  /** U ᵀR⁻ᵀ Q: columns of covariances, such as k(x), in the coordinates of the coefficients. */
  toCoordinates(engine: Engine, Q: Matrix): Matrix;
}

/**
 * The form of a kernel matrix and a penalty, from one eigendecomposition of K, or from one factorization of A and one
 * singular value decomposition where A is given. For weights other than 1 the kernel matrix is that of `kernelOnRows`; a
 * given A is then refused, because it does not say what the copies of a row would have in common.
 */
export function penalizedForm(
  engine: Engine,
  { K, own }: LatentPrior,
  penalty: PenaltyMatrix,
  weights: Float64Array = new Float64Array(K.rows).fill(1),
): PenalizedForm {
  if (weights.length !== K.rows || K.columns !== K.rows) {
    throw new InputError("rows-differ", `The kernel matrix is ${K.rows} × ${K.columns} for ${weights.length} rows.`);
  }
  const { form, toCoordinates } =
    typeof penalty === "string" ? ofKernel(engine, K, penalty, weights) : ofGiven(engine, K, penalty, weights);
  const total = weights.reduce((sum, w) => sum + w, 0);
  const eta = own ?? new Float64Array(K.rows);
  return {
    form,
    K,
    weights,
    total,
    means: multiplyVector(K, weights).map((sum) => sum / total),
    constant: multiplyVector(form.basis, form.rootWeights, { transpose: true }),
    ofCopies: penalty === "kernel" ? eta : eta.map((value) => value * value),
    toCoordinates,
  };
}

type Parts = Pick<PenalizedForm, "form" | "toCoordinates">;

/** A = I: R = I and g = λ². A = K: R = Λ^½Vᵀ and g = λ; directions in which the kernel is nothing but rounding are left out. */
function ofKernel(engine: Engine, K: Matrix, penalty: "identity" | "kernel", weights: Float64Array): Parts {
  const form = kernelForm(engine, K, penalty === "kernel" ? "function" : "coefficients", { weights, bias: "free" });
  const { basis, eigenvalues, rootWeights } = form;
  const least = K.rows * Number.EPSILON * (eigenvalues.at(-1) ?? 0);
  const factors = eigenvalues.map((value) => (penalty === "identity" ? 1 : value > least ? 1 / Math.sqrt(value) : 0));
  return {
    form,
    toCoordinates(on, Q) {
      const scaled = scaleRowsAndColumns(Q, rootWeights, new Float64Array(Q.columns).fill(1));
      const turned = on.multiply(basis, scaled, { transposeA: true });
      return scaleRowsAndColumns(turned, factors, new Float64Array(Q.columns).fill(1));
    },
  };
}

function ofGiven(engine: Engine, K: Matrix, A: Matrix, weights: Float64Array): Parts {
  const lower = factorOfPenalty(engine, A, K.rows);
  if (weights.some((w) => w !== 1)) {
    throw new InputError(
      "invalid-option",
      "A penalty matrix of your own goes with rows of weight 1, since it does not say how copies of a row are penalized.",
      {},
      'Leave the weights out, or choose the penalty "identity" or "kernel".',
    );
  }
  // L⁻¹K = U S Vᵀ with A = LLᵀ.
  const { U, values, V } = engine.svd(engine.solveTriangular(lower, K));
  const form: CanonicalForm = {
    basis: V,
    squares: squaresOf(V),
    eigenvalues: values.map((value) => value * value),
    rootWeights: weights.map(Math.sqrt),
    bias: "open",
    remainder: undefined,
    columnMeans: undefined,
    coefficients(coordinates) {
      const turned = multiplyVector(
        U,
        coordinates.map((value, j) => value * values[j]),
      );
      return engine.solveTriangular(lower, matrix(turned.length, 1, turned), { transpose: true }).data;
    },
  };
  return {
    form,
    toCoordinates: (on, Q) => on.multiply(U, on.solveTriangular(lower, Q), { transposeA: true }),
  };
}

/** The Cholesky factor of a penalty matrix that has to be symmetric and positive definite. */
function factorOfPenalty(engine: Engine, A: Matrix, n: number): Matrix {
  if (A.rows !== n || A.columns !== n) {
    throw new InputError("invalid-option", `The penalty matrix must be ${n} × ${n}; got ${A.rows} × ${A.columns}.`);
  }
  let largest = 0;
  let asymmetry = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      largest = Math.max(largest, Math.abs(A.data[i * n + j]));
      asymmetry = Math.max(asymmetry, Math.abs(A.data[i * n + j] - A.data[j * n + i]));
    }
  }
  if (asymmetry > 1e-12 * largest) {
    throw new InputError("invalid-option", `The penalty matrix must be symmetric; entries differ by ${asymmetry}.`);
  }
  const result = engine.cholesky(A);
  if (result.ok) return result.factor;
  throw new InputError(
    "invalid-option",
    `The penalty matrix must be positive definite; it is not from row ${result.failedAt} (counted from 0) on.`,
  );
}

/** How far a search for log r goes on both sides of its scale. */
export const widest = 20;

/** The logarithm of the mean eigenvalue of K A⁻¹K on all copies of the rows, about which r is looked for. */
export function regularizationScale({ form, weights, ofCopies, total }: PenalizedForm): number {
  const ofRows = form.eigenvalues.reduce((sum, g) => sum + g, 0);
  return Math.log(weights.reduce((sum, w, i) => sum + (w - 1) * ofCopies[i], ofRows) / total);
}

/** Throws an `InputError` unless a regularization is greater than 0 and finite. */
export function requireRegularization(value: number): void {
  if (value > 0 && value < Infinity) return;
  throw new InputError(
    "invalid-option",
    `The regularization must be greater than 0 and finite; got ${value}. ` +
      "Without any, use the eigenvalue threshold or the limit β → ∞ of the Bayesian Fisher discriminant.",
  );
}

/**
 * Lin's Bayesian kernel Fisher discriminant at one r: the classes coded +n₀/n and −n₁/n, y = HKa + ε with noise
 * ε ~ N(0, σ²) and prior a ~ N(0, τ²A⁻¹), r = σ²/τ². The posterior of the coefficients is
 *
 *     a ~ N(â, σ²(KHK + rA)⁻¹),   â = (n₁n₀/n)(KHK + rA)⁻¹(k̄₁ − k̄₀).
 */
interface PenalizedDiscriminant {
  /** â; the score of x is âᵀk(x) + bias, and class 1 where it is not negative. */
  readonly coefficients: Float64Array;
  /** −½(k̄₁ + k̄₀)ᵀâ: 0 is half way between the projected class means. */
  readonly bias: number;
}

/** The code of the classes, +n₀/n for class 1 and −n₁/n for class 0, whose sum over all rows is 0. */
export function discriminantCode({ classes, sizes, total }: FisherContrasts): Float64Array {
  return Float64Array.from(classes, (c) => (c === 1 ? sizes[0] / total : -sizes[1] / total));
}

/** The code of two classes in the coordinates of a form, once for all r; one form serves every class against the rest. */
export function codeResponse(engine: Engine, { form, K }: PenalizedForm, contrasts: FisherContrasts): Response {
  requireRows(K.rows, contrasts);
  return responseOf(engine, form, discriminantCode(contrasts));
}

/** The discriminant at one r, in O(n²). */
export function penalizedDiscriminant(
  { form, K }: PenalizedForm,
  response: Response,
  contrasts: FisherContrasts,
  r: number,
): PenalizedDiscriminant {
  requireRegularization(r);
  const { coefficients } = solutionAt(form, response, r);
  return { coefficients, bias: directionBiases(K, contrasts, coefficients).midpoint };
}

/** What is added to αᵀk(x) so that its sign decides: 0 lies between the two class means, or at the mean of all rows. */
export interface DirectionBiases {
  /** −hᵀKα: half way between the projected class means, as if both classes were of one size. */
  readonly midpoint: number;
  /** −1ᵀKα/n: at the mean of all projections, which is nearer to that of the larger class. */
  readonly grandMean: number;
}

export function directionBiases(K: Matrix, contrasts: FisherContrasts, coefficients: Float64Array): DirectionBiases {
  const projections = multiplyVector(K, coefficients);
  const [lower, upper] = classMeans(contrasts, projections);
  return { midpoint: -(lower + upper) / 2, grandMean: -dot(projections, contrasts.weights) / contrasts.total };
}
