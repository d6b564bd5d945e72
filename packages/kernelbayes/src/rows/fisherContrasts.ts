import { InputError } from "../errors.ts";
import { requireLength } from "../matrix/requireLength.ts";

/**
 * What the Bayesian Fisher discriminant knows of the labels: which contrast of the latent values f is the distance of the
 * class means, which one is their midpoint, and what is left within the classes.
 *
 * A row of weight w stands for w copies of itself. Copies that share their latent value enter every sum w times, so that
 * with D = diag(w), n_q = Σ w over class q and E = [e₁ e₀]
 *
 *     δ = D(e₁/n₁ − e₀/n₀),   h = ½ D(e₁/n₁ + e₀/n₀),   L = D − D E diag(1/n₁, 1/n₀) Eᵀ D.
 *
 * In the root coordinates D^½ f, which the computations use, L is a projector again and δ has the squared length
 * κ = 1/n₁ + 1/n₀, as without weights.
 *
 * Where labels may be wrong, a row belongs to class 1 with probability r and counts r times there and 1 − r times in class 0, with
 * one latent value: E has the rows (r, 1 − r), n_q are sums of these. Then L = H − δδᵀ/κ as before (H takes the grand mean off), but δ is
 * shorter than √κ, and L no projector: κ − |δ|² = κ² Σ w r(1 − r) is the `softness`.
 */
export interface FisherContrasts {
  /** 1 for the upper class, whose projections are the larger ones, 0 for the other. */
  readonly classes: Int32Array;
  /** r, the probability of the upper class, where labels may be wrong; absent where each row belongs to its class. */
  readonly memberships?: Float64Array | undefined;
  readonly weights: Float64Array;
  /** √w: the rows of [e₁ e₀] in root coordinates. */
  readonly roots: Float64Array;
  /** n₀ and n₁, as sums of weights. */
  readonly sizes: readonly [number, number];
  /** N = n₀ + n₁. */
  readonly total: number;
  /** δ: δᵀf is the distance of the class means. */
  readonly delta: Float64Array;
  /** h: hᵀf is the midpoint of the class means. */
  readonly midpoint: Float64Array;
  /** κ = 1/n₁ + 1/n₀. */
  readonly kappa: number;
  /** ε = (n₀ − n₁)/N, by which h = D1/N + ½ε δ. */
  readonly imbalance: number;
  /** κ − |δ|² in root coordinates: 0 unless rows belong to both classes. */
  readonly softness: number;
}

/** Throws an `InputError` unless there is one label for each row. */
export function requireRows(rows: number, { classes }: FisherContrasts): void {
  if (rows === classes.length) return;
  throw new InputError("rows-differ", `There are ${rows} rows but ${classes.length} labels.`);
}

/**
 * The contrasts of labels 0 and 1, with positive weights (default: 1 each), and with the probability that each row belongs to class 1
 * (default: that of its label).
 */
export function fisherContrasts(
  labels: ArrayLike<number>,
  given?: ArrayLike<number>,
  memberships?: Float64Array,
): FisherContrasts {
  const n = labels.length;
  if (n === 0) throw new InputError("no-rows", "A Fisher discriminant needs rows; there are none.");
  const classes = Int32Array.from(labels);
  const weights = given === undefined ? new Float64Array(n).fill(1) : Float64Array.from(given);
  requireLength(weights.length, n, "The number of weights");
  if (memberships) requireMemberships(memberships, n);
  const sizes: [number, number] = [0, 0];
  for (let i = 0; i < n; i++) {
    if (labels[i] !== 0 && labels[i] !== 1) {
      throw new RangeError(`Label ${i} (counted from 0) must be 0 or 1; got ${labels[i]}.`);
    }
    if (!(weights[i] > 0 && weights[i] < Infinity)) {
      throw new RangeError(`Weight ${i} (counted from 0) must be positive and finite; got ${weights[i]}.`);
    }
    if (memberships) {
      sizes[0] += weights[i] * (1 - memberships[i]);
      sizes[1] += weights[i] * memberships[i];
    } else sizes[classes[i]] += weights[i];
  }
  if (sizes[0] === 0 || sizes[1] === 0) {
    const missing = sizes[0] === 0 ? 0 : 1;
    throw new InputError(
      "one-class",
      `A Fisher discriminant needs rows of two classes; there is none of class ${missing}.`,
    );
  }
  const total = sizes[0] + sizes[1];
  const kappa = 1 / sizes[1] + 1 / sizes[0];
  return {
    classes,
    ...(memberships && { memberships }),
    weights,
    roots: weights.map(Math.sqrt),
    sizes,
    total,
    delta: weights.map((w, i) => {
      if (memberships) return w * (memberships[i] / sizes[1] - (1 - memberships[i]) / sizes[0]);
      return classes[i] === 1 ? w / sizes[1] : -w / sizes[0];
    }),
    midpoint: weights.map((w, i) => {
      if (memberships) return (w * (memberships[i] / sizes[1] + (1 - memberships[i]) / sizes[0])) / 2;
      return w / (2 * sizes[classes[i]]);
    }),
    kappa,
    imbalance: (sizes[0] - sizes[1]) / total,
    softness: memberships ? kappa * kappa * mixedness(weights, memberships) : 0,
  };
}

function requireMemberships(memberships: Float64Array, rows: number): void {
  requireLength(memberships.length, rows, "The number of memberships");
  const at = memberships.findIndex((r) => !(r >= 0 && r <= 1));
  if (at >= 0)
    throw new RangeError(`Membership ${at} (counted from 0) must lie between 0 and 1; got ${memberships[at]}.`);
}

/** Σ w r(1 − r). */
function mixedness(weights: Float64Array, memberships: Float64Array): number {
  return weights.reduce((sum, w, i) => sum + w * memberships[i] * (1 - memberships[i]), 0);
}

/** The weight with which each row counts in class 0, and in class 1. */
export function weightsInClasses({
  classes,
  memberships,
  weights,
}: Pick<FisherContrasts, "classes" | "memberships" | "weights">): readonly [Float64Array, Float64Array] {
  const lower = new Float64Array(weights.length);
  const upper = new Float64Array(weights.length);
  for (let i = 0; i < weights.length; i++) {
    if (memberships) {
      lower[i] = weights[i] * (1 - memberships[i]);
      upper[i] = weights[i] * memberships[i];
    } else (classes[i] === 0 ? lower : upper)[i] = weights[i];
  }
  return [lower, upper];
}

/** The means of v over class 0 and class 1, weights counted as copies. */
export function classMeans(contrasts: FisherContrasts, v: Float64Array): readonly [number, number] {
  const { classes, memberships, weights, sizes } = contrasts;
  requireLength(v.length, classes.length, "The length of the vector");
  const sums: [number, number] = [0, 0];
  for (let i = 0; i < v.length; i++) {
    if (memberships) {
      sums[0] += weights[i] * (1 - memberships[i]) * v[i];
      sums[1] += weights[i] * memberships[i] * v[i];
    } else sums[classes[i]] += weights[i] * v[i];
  }
  return [sums[0] / sizes[0], sums[1] / sizes[1]];
}
