import { matrix, type Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { requireLength } from "../matrix/requireLength.ts";

/**
 * Rows in C classes. A row of weight w stands for w copies of itself; in root coordinates D^½ f with D = diag(w) the
 * projector on differences between the class means is T Tᵀ.
 */
export interface ClassGroups {
  /** 0, …, C − 1. */
  readonly classes: Int32Array;
  readonly weights: Float64Array;
  /** √w. */
  readonly roots: Float64Array;
  /** n_c, as sums of weights. */
  readonly sizes: Float64Array;
  /** N = Σ n_c. */
  readonly total: number;
  /**
   * T, n × (C − 1) with orthonormal columns, each orthogonal to √w: column k sets class k + 1 against all classes before
   * it. T Tᵀ = E N⁻¹Eᵀ − 11ᵀ/n, the scatter between the classes. For two classes T = δ/√κ.
   */
  readonly between: Matrix;
}

/** The groups of labels 0, …, count − 1, each of which occurs, with positive weights (default: 1 each). */
export function classGroups(labels: ArrayLike<number>, count: number, given?: ArrayLike<number>): ClassGroups {
  const n = labels.length;
  if (n === 0) throw new InputError("no-rows", "A Fisher discriminant needs rows; there are none.");
  if (count < 2) throw new InputError("one-class", `A Fisher discriminant needs two classes or more; got ${count}.`);
  const weights = given === undefined ? new Float64Array(n).fill(1) : Float64Array.from(given);
  requireLength(weights.length, n, "The number of weights");
  const sizes = new Float64Array(count);
  for (let i = 0; i < n; i++) {
    if (!(Number.isInteger(labels[i]) && labels[i] >= 0 && labels[i] < count)) {
      throw new RangeError(`Label ${i} (counted from 0) must be from 0 to ${count - 1}; got ${labels[i]}.`);
    }
    if (!(weights[i] > 0 && weights[i] < Infinity)) {
      throw new RangeError(`Weight ${i} (counted from 0) must be positive and finite; got ${weights[i]}.`);
    }
    sizes[labels[i]] += weights[i];
  }
  const missing = sizes.indexOf(0);
  if (missing >= 0) {
    throw new InputError("one-class", `A Fisher discriminant needs rows of every class; there is none of ${missing}.`);
  }
  const classes = Int32Array.from(labels);
  const roots = weights.map(Math.sqrt);
  return {
    classes,
    weights,
    roots,
    sizes,
    total: sizes.reduce((sum, size) => sum + size, 0),
    between: contrastsBetween(classes, roots, sizes),
  };
}

/** With m_k = n_0 + … + n_k: −√(n_{k+1}/(m_k m_{k+1})) for classes up to k, √(m_k/(n_{k+1} m_{k+1})) for class k + 1. */
function contrastsBetween(classes: Int32Array, roots: Float64Array, sizes: Float64Array): Matrix {
  const columns = sizes.length - 1;
  const result = matrix(classes.length, columns);
  let before = sizes[0];
  for (let k = 0; k < columns; k++) {
    const size = sizes[k + 1];
    const after = before + size;
    const lower = -Math.sqrt(size / (before * after));
    const upper = Math.sqrt(before / (size * after));
    classes.forEach((c, i) => {
      if (c <= k) result.data[i * columns + k] = roots[i] * lower;
      else if (c === k + 1) result.data[i * columns + k] = roots[i] * upper;
    });
    before = after;
  }
  return result;
}

/** Sizes and means of the classes, where a row of weight w counts as w rows. */
export interface ClassMoments {
  /** Σ w over the rows of each class. */
  readonly sizes: Float64Array;
  readonly total: number;
  /** One row a class. */
  readonly means: Matrix;
  /** Each row less the mean of its class: exactly zero in a column that is constant within the class. */
  readonly within: Matrix;
}

/**
 * Means are summed as differences to the first row of the class, m = x₁ + Σ w (x − x₁)/Σ w: a constant column then has its
 * own value as its mean, to the bit, and rows far from the origin lose no digits.
 */
export function classMoments(X: Matrix, classes: Int32Array, weights: Float64Array, classCount: number): ClassMoments {
  const { rows: n, columns: p } = X;
  const sizes = new Float64Array(classCount);
  const first = new Int32Array(classCount).fill(-1);
  const means = matrix(classCount, p);
  for (let i = 0; i < n; i++) {
    const q = classes[i];
    if (first[q] < 0) first[q] = i;
    sizes[q] += weights[i];
    for (let j = 0; j < p; j++) means.data[q * p + j] += weights[i] * (X.data[i * p + j] - X.data[first[q] * p + j]);
  }
  for (let q = 0; q < classCount; q++) {
    for (let j = 0; j < p; j++) means.data[q * p + j] = X.data[first[q] * p + j] + means.data[q * p + j] / sizes[q];
  }
  const within = matrix(n, p);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < p; j++) within.data[i * p + j] = X.data[i * p + j] - means.data[classes[i] * p + j];
  }
  return { sizes, total: sizes.reduce((sum, size) => sum + size, 0), means, within };
}

/** The chosen rows (all without a choice), each times the root of its weight: their product is the scatter Σ wᵢ zᵢ zᵢᵀ. */
export function weightedRows(rows: Matrix, weights: Float64Array, chosen?: (row: number) => boolean): Matrix {
  const kept: number[] = [];
  for (let i = 0; i < rows.rows; i++) if (chosen?.(i) ?? true) kept.push(i);
  const p = rows.columns;
  const result = matrix(kept.length, p);
  kept.forEach((row, i) => {
    const root = Math.sqrt(weights[row]);
    for (let j = 0; j < p; j++) result.data[i * p + j] = root * rows.data[row * p + j];
  });
  return result;
}
