import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix } from "../../engine/matrix.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { matrixWithGradient } from "../../kernels/parts/matrixWithGradient.ts";
import { row } from "../../matrix/row.ts";
import { requireRows, type FisherContrasts } from "../fisherContrasts.ts";

/** A kernel on training rows of given weights. */
export interface KernelOnRows {
  /**
   * The prior covariance of the mean over the copies of each row. Copies share everything but what a row shares with no
   * other row (a nugget η), of which the mean of w copies keeps η/w: K_w = K − diag(η (1 − 1/w)).
   */
  readonly K: Matrix;
  /** η, the variance that a row shares with no other row. Zeros where nothing asks for it: all weights 1, no floor. */
  readonly own: Float64Array;
  /** Σ_ab W_ab ∂K_ab/∂log θ + Σ_i c_i ∂η_i/∂log θ for each parameter θ of the kernel; W symmetric. */
  contract(W: Matrix, ownSlopes: Float64Array): Float64Array;
}

export interface KernelOnRowsOptions {
  /** η is raised to this share of the mean of the diagonal of K where it is smaller. Default 0: taken as it is. */
  readonly leastOwn?: number;
}

/** The kernel matrix of weighted rows and the contraction of its derivatives. */
export function kernelOnRows(
  engine: Engine,
  kernel: Kernel,
  X: Matrix,
  contrasts: FisherContrasts,
  { leastOwn = 0 }: KernelOnRowsOptions = {},
): KernelOnRows {
  const n = X.rows;
  const { weights } = contrasts;
  requireRows(n, contrasts);
  const { K, contract } = matrixWithGradient(engine, kernel, X);
  if (leastOwn === 0 && weights.every(isOne)) {
    return { K, own: new Float64Array(n), contract: (W) => contract(W).gradient };
  }
  const given = ownVariances(kernel, X);
  let trace = 0;
  for (let i = 0; i < n; i++) trace += K.data[i * n + i];
  const floor = (leastOwn * trace) / n;
  const isRaised = Array.from(given, (eta) => eta < floor);
  const own = given.map((eta) => Math.max(eta, floor));
  for (let i = 0; i < n; i++) K.data[i * n + i] += own[i] / weights[i] - given[i];
  return {
    K,
    own,
    contract(W, ownSlopes) {
      // ∂K_w,ii = ∂K_ii − ∂η + ∂(raised η)/w, and ∂η is ∂K_ii less the derivative between two rows with equal inputs.
      const changed = matrix(n, n, W.data.slice());
      const twins = new Float64Array(n);
      let raised = 0;
      for (let i = 0; i < n; i++) {
        const slope = W.data[i * n + i] / weights[i] + ownSlopes[i];
        const ofGiven = (isRaised[i] ? 0 : slope) - W.data[i * n + i];
        if (isRaised[i]) raised += slope;
        if (given[i] === 0) continue;
        changed.data[i * n + i] += ofGiven;
        twins[i] = -ofGiven;
      }
      for (let i = 0; i < n; i++) changed.data[i * n + i] += (leastOwn * raised) / n;
      const result = contract(changed).gradient;
      addTwinDerivatives(engine, kernel, X, twins, result);
      return result;
    },
  };
}

function isOne(weight: number): boolean {
  return weight === 1;
}

/** η = k(x, x) of a row with itself less k(x, x) of two rows with equal inputs. */
export function ownVariances(kernel: Kernel, X: Matrix): Float64Array {
  return Float64Array.from({ length: X.rows }, (_, i) => {
    const x = row(X, i);
    return kernel.evaluate(x, x, true) - kernel.evaluate(x, x, false);
  });
}

/** Adds Σ_i c_i ∂k(x_i, x_i)/∂log θ, the two being different rows with equal inputs. */
export function addTwinDerivatives(
  engine: Engine,
  kernel: Kernel,
  X: Matrix,
  coefficients: Float64Array,
  into: Float64Array,
): void {
  const p = X.columns;
  const pair = matrix(2, p);
  coefficients.forEach((c, i) => {
    if (c === 0) return;
    pair.data.set(row(X, i), 0);
    pair.data.set(row(X, i), p);
    const half = matrix(2, 2, Float64Array.of(0, c / 2, c / 2, 0));
    kernel.gradient(engine, pair, half).forEach((value, j) => (into[j] += value));
  });
}

/** The kernel on rows that stand for copies: the mean of w copies keeps the w-th part of what a row has for itself. */
export function weightedKernel(
  engine: Engine,
  kernel: Kernel,
  { X, weights }: { readonly X: Matrix; readonly weights: Float64Array },
): { readonly K: Matrix; readonly own: Float64Array } {
  const n = X.rows;
  const K = kernel.matrix(engine, X);
  const own = ownVariances(kernel, X);
  own.forEach((eta, i) => (K.data[i * n + i] -= eta * (1 - 1 / weights[i])));
  return { K, own };
}

/** What the differences between the copies of each row add. */
interface CopyTerms {
  /** Σ (w − 1) log(1 + βη), to log |I + βKL|. */
  readonly logDeterminant: number;
  /** Σ (w − 1) η/(1 + βη), to tr(LΣ). */
  readonly trace: number;
}

/**
 * A row of weight w stands for w copies that share all but a part of variance η each. Their w − 1 differences have prior
 * variance η and noise precision β, and are independent of everything else; so they come in through these sums alone.
 */
export function copyTerms(weights: Float64Array, own: Float64Array, beta: number): CopyTerms {
  let logDeterminant = 0;
  let trace = 0;
  for (let i = 0; i < own.length; i++) {
    logDeterminant += (weights[i] - 1) * Math.log1p(beta * own[i]);
    trace += ((weights[i] - 1) * own[i]) / (1 + beta * own[i]);
  }
  return { logDeterminant, trace };
}
