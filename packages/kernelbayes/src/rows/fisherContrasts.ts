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
 */
export interface FisherContrasts {
  /** 1 for the upper class, whose projections are the larger ones, 0 for the other. */
  readonly classes: Int32Array;
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
}

/** Throws an `InputError` unless there is one label for each row. */
export function requireRows(rows: number, { classes }: FisherContrasts): void {
  if (rows === classes.length) return;
  throw new InputError("rows-differ", `There are ${rows} rows but ${classes.length} labels.`);
}

/** The contrasts of labels 0 and 1, with positive weights (default: 1 each). */
export function fisherContrasts(labels: ArrayLike<number>, given?: ArrayLike<number>): FisherContrasts {
  const n = labels.length;
  if (n === 0) throw new InputError("no-rows", "A Fisher discriminant needs rows; there are none.");
  const classes = Int32Array.from(labels);
  const weights = given === undefined ? new Float64Array(n).fill(1) : Float64Array.from(given);
  requireLength(weights.length, n, "The number of weights");
  const sizes: [number, number] = [0, 0];
  for (let i = 0; i < n; i++) {
    if (labels[i] !== 0 && labels[i] !== 1) {
      throw new RangeError(`Label ${i} (counted from 0) must be 0 or 1; got ${labels[i]}.`);
    }
    if (!(weights[i] > 0 && weights[i] < Infinity)) {
      throw new RangeError(`Weight ${i} (counted from 0) must be positive and finite; got ${weights[i]}.`);
    }
    sizes[classes[i]] += weights[i];
  }
  if (sizes[0] === 0 || sizes[1] === 0) {
    const missing = sizes[0] === 0 ? 0 : 1;
    throw new InputError(
      "one-class",
      `A Fisher discriminant needs rows of two classes; there is none of class ${missing}.`,
    );
  }
  const total = sizes[0] + sizes[1];
  return {
    classes,
    weights,
    roots: weights.map(Math.sqrt),
    sizes,
    total,
    delta: weights.map((w, i) => (classes[i] === 1 ? w / sizes[1] : -w / sizes[0])),
    midpoint: weights.map((w, i) => w / (2 * sizes[classes[i]])),
    kappa: 1 / sizes[1] + 1 / sizes[0],
    imbalance: (sizes[0] - sizes[1]) / total,
  };
}

/** The means of v over class 0 and class 1, weights counted as copies. */
export function classMeans({ classes, weights, sizes }: FisherContrasts, v: Float64Array): readonly [number, number] {
  requireLength(v.length, classes.length, "The length of the vector");
  const sums: [number, number] = [0, 0];
  for (let i = 0; i < v.length; i++) sums[classes[i]] += weights[i] * v[i];
  return [sums[0] / sizes[0], sums[1] / sizes[1]];
}
