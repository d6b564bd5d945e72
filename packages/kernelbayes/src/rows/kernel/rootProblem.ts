import { matrix, type Matrix } from "../../engine/matrix.ts";
import { NumericalError } from "../../errors.ts";
import { dot, multiplyVector } from "../../matrix/dot.ts";
import { requireLength } from "../../matrix/requireLength.ts";
import { requireRows, weightsInClasses, type FisherContrasts } from "../fisherContrasts.ts";

/** Prior covariance of the latent values of the training rows, with what each copy of a row has for itself. */
export interface LatentPrior {
  /** K; with weights, of the means over the copies (see `KernelOnRows`). */
  readonly K: Matrix;
  /** η, needed only with weights other than 1. Default zeros: copies share their latent value. */
  readonly own?: Float64Array | undefined;
}

/**
 * The problem in root coordinates D^½ f, relative to the grand mean:
 *
 *     K_c = D^½ (I − 1wᵀ/N) K (I − w1ᵀ/N) D^½,   r = D^½ 1,   K_c r = 0.
 *
 * Evidence, u, s, M and all contrasts depend on K only through K_c (a constant added to the kernel is invisible), so a large
 * common level costs no digits, and the matrix W₂ = EᵀGE of the two class constants has one unknown left: with
 * G = (I + βK_c)⁻¹ and g = Gδ, ρ = δᵀg (and the softness κ − |δ|² where rows belong to both classes),
 *
 *     u = κ g/ρ,   M = β(G − rrᵀ/N − ggᵀ/ρ),   det W₂/(n₁n₀) = ρ/κ.
 */
export interface RootProblem {
  readonly contrasts: FisherContrasts;
  /** K as given, its means m = KD1/N and their mean: K_c,ij = r_i r_j (K_ij − m_i − m_j + grand). */
  readonly K: Matrix;
  readonly means: Float64Array;
  readonly grand: number;
  /** δ in root coordinates: ±√w/n_q. */
  readonly delta: Float64Array;
  readonly own: Float64Array;
  /** K h and hᵀK h of the kernel as given, with which prediction goes on. */
  readonly Kh: Float64Array;
  readonly hKh: number;
  /** max K_ii, to which the rounding of all these is relative. */
  readonly largest: number;
}

/** Below this share of κ max K_ii the class means coincide in the space of the kernel. */
const leastSeparation = 1e-12;

/**
 * The problem in root coordinates. Throws a `NumericalError` with code "not-separable" where the kernel gives both classes
 * the same mean, δᵀKδ = 0, so that no function in its space can hold them apart.
 */
export function rootProblem({ K, own }: LatentPrior, contrasts: FisherContrasts): RootProblem {
  const { weights, roots, sizes, total, midpoint, kappa } = contrasts;
  const n = weights.length;
  requireRows(K.rows, contrasts);
  requireLength(K.columns, n, "The number of columns of the kernel matrix");
  if (own !== undefined) requireLength(own.length, n, "The number of variances of the rows' own");
  const [K0, K1] = classSums(K, contrasts);
  const means = new Float64Array(n);
  const Kdelta = new Float64Array(n);
  const Kh = new Float64Array(n);
  const delta = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    means[i] = (K0[i] + K1[i]) / total;
    Kdelta[i] = K1[i] / sizes[1] - K0[i] / sizes[0];
    Kh[i] = (K1[i] / sizes[1] + K0[i] / sizes[0]) / 2;
    delta[i] = contrasts.delta[i] / roots[i];
  }
  const grand = dot(means, weights) / total;
  if (!Number.isFinite(grand)) {
    throw new NumericalError("not-finite", "The kernel matrix has entries that are not finite.");
  }
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, K.data[i * n + i]);
  const separation = dot(contrasts.delta, Kdelta);
  if (!(separation > leastSeparation * kappa * largest)) throw notSeparable(separation, kappa * largest);
  return {
    contrasts,
    K,
    means,
    grand,
    delta,
    own: own ?? new Float64Array(n),
    Kh,
    hKh: dot(midpoint, Kh),
    largest,
  };
}

/** K D e₀ and K D e₁, in one pass that takes two rows at a time, so that no sum waits for another. */
function classSums({ data, rows: n }: Matrix, contrasts: FisherContrasts): readonly [Float64Array, Float64Array] {
  const lower = new Float64Array(n);
  const upper = new Float64Array(n);
  const [inLower, inUpper] = weightsInClasses(contrasts);
  for (let i = 0; i < n; i += 2) {
    // The last row of an odd number has no next one and takes its own place.
    const next = Math.min(i + 1, n - 1);
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let j = 0, at = i * n, beside = next * n; j < n; j++, at++, beside++) {
      const ofLower = inLower[j];
      const ofUpper = inUpper[j];
      a += ofLower * data[at];
      b += ofUpper * data[at];
      c += ofLower * data[beside];
      d += ofUpper * data[beside];
    }
    lower[i] = a;
    upper[i] = b;
    lower[next] = c;
    upper[next] = d;
  }
  return [lower, upper];
}

interface CenteredKernel extends Pick<RootProblem, "K" | "means" | "grand"> {
  readonly contrasts: Pick<FisherContrasts, "roots">;
}

/** K_c as a matrix, exactly symmetric. */
export function centeredKernel({ K, means, grand, contrasts }: CenteredKernel): Matrix {
  const { roots } = contrasts;
  const n = K.rows;
  const result = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      result.data[i * n + j] = roots[i] * roots[j] * (K.data[i * n + j] - (means[i] + means[j]) + grand);
    }
  }
  return result;
}

/** The diagonal of K_c. */
export function centeredDiagonal({ K, means, grand, contrasts }: RootProblem): Float64Array {
  const { weights } = contrasts;
  const result = new Float64Array(K.rows);
  for (let i = 0; i < K.rows; i++) result[i] = weights[i] * (K.data[i * K.columns + i] - 2 * means[i] + grand);
  return result;
}

/** K_c v for v orthogonal to r, from K itself. */
export function timesCentered({ K, contrasts }: RootProblem, v: Float64Array): Float64Array {
  const { roots, weights, total } = contrasts;
  const product = multiplyVector(K, timesEach(roots, v));
  const mean = dot(product, weights) / total;
  for (let i = 0; i < product.length; i++) product[i] = roots[i] * (product[i] - mean);
  return product;
}

export function notSeparable(separation: number, scale: number): NumericalError {
  return new NumericalError(
    "not-separable",
    `The classes are not separable by this kernel: their means coincide in its space (squared distance ${separation.toExponential(1)} ` +
      `against ${scale.toExponential(1)}). Use a kernel that distinguishes the rows; rows that occur in both classes do not help.`,
  );
}

/** What the work gives; undefined where it finds the classes not separable. */
export function unlessNotSeparable<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof NumericalError && error.code === "not-separable") return undefined;
    throw error;
  }
}

/** L v in root coordinates, where L is a projector: v_i − r_i Σ_j r_j v_j / n_q over the class of row i. */
export function rootWithin(contrasts: FisherContrasts, v: Float64Array): Float64Array {
  const { classes, memberships, roots, sizes } = contrasts;
  const sums: [number, number] = [0, 0];
  const result = new Float64Array(v.length);
  if (memberships) {
    for (let i = 0; i < v.length; i++) {
      sums[0] += (1 - memberships[i]) * roots[i] * v[i];
      sums[1] += memberships[i] * roots[i] * v[i];
    }
    const [lower, upper] = [sums[0] / sizes[0], sums[1] / sizes[1]];
    for (let i = 0; i < v.length; i++) {
      result[i] = v[i] - roots[i] * (memberships[i] * upper + (1 - memberships[i]) * lower);
    }
    return result;
  }
  for (let i = 0; i < v.length; i++) sums[classes[i]] += roots[i] * v[i];
  for (let i = 0; i < v.length; i++) result[i] = v[i] - (roots[i] * sums[classes[i]]) / sizes[classes[i]];
  return result;
}

/** vᵀLv in root coordinates: ‖Lv‖² + (κ − |δ|²)(δᵀv)²/κ². */
export function scatterWithin({ contrasts, delta }: Pick<RootProblem, "contrasts" | "delta">, v: Float64Array): number {
  const { softness, kappa } = contrasts;
  const within = rootWithin(contrasts, v);
  const sum = dot(within, within);
  return softness === 0 ? sum : sum + softness * (dot(delta, v) / kappa) ** 2;
}

/** D^½ Q without its part along r = D^½ 1, which nothing but the common level depends on. */
export function toRoots({ weights, roots, total }: FisherContrasts, Q: Matrix): Matrix {
  const means = multiplyVector(Q, weights, { transpose: true }).map((sum) => sum / total);
  const result = matrix(Q.rows, Q.columns);
  for (let i = 0; i < Q.rows; i++) {
    for (let t = 0; t < Q.columns; t++) {
      result.data[i * Q.columns + t] = roots[i] * (Q.data[i * Q.columns + t] - means[t]);
    }
  }
  return result;
}

/** x_i y_i for each i. */
export function timesEach(x: Float64Array, y: Float64Array): Float64Array {
  const result = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) result[i] = x[i] * y[i];
  return result;
}
