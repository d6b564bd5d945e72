import type { Engine } from "../../../engine/engine.ts";
import { matrix, type Matrix, transpose } from "../../../engine/matrix.ts";
import { scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import {
  scaledFeatures,
  placeInColumns,
  placeInKernel,
  type Bias,
  type BiasPlace,
} from "../expansion/scaledFeatures.ts";
import { selectRows } from "../../../matrix/row.ts";
import { factorToRounding } from "../../../rows/kernel/factorToRounding.ts";
import type { Room } from "../../../matrix/room.ts";

/** What residuals are made of at every regularization μ. */
export interface ResidualForm {
  /** n × r with orthonormal columns. */
  readonly basis: Matrix;
  /** The squares of its entries, which the diagonal of R is made of. */
  readonly squares: Matrix;
  /** Never negative. */
  readonly eigenvalues: Float64Array;
  /** √w. */
  readonly rootWeights: Float64Array;
  /** What is left of the unit diagonal outside of the span of the basis, for a basis that does not span everything. */
  readonly remainder: Float64Array | undefined;
}

/**
 * A penalized least-squares problem for one kernel and every regularization μ,
 *
 *     minimize Σᵢ wᵢ (tᵢ − fᵢ − b)² + μ ‖α‖²_penalty,
 *
 * with the rows scaled by √wᵢ and turned into coordinates in which everything that depends on μ is diagonal. With U the
 * basis and λ the eigenvalues of the Gram matrix of the scaled rows, the training residuals are R(μ) t̃, where
 *
 *     R(μ) = U diag(ω) Uᵀ + (what U does not span),   ωⱼ = μ / (λⱼ + μ).
 */
export interface CanonicalForm extends ResidualForm {
  /** Where the constant is; of a bias that is removed the basis is orthogonal to √w. */
  readonly bias: BiasPlace;
  /** The coefficients α for the coordinates ω-weighted as `coefficientsAt` has them. */
  coefficients(coordinates: Float64Array): Float64Array;
  /** The constant that belongs to coefficients, where the form has taken a free bias off beforehand. */
  readonly columnMeans: Float64Array | undefined;
}

/** A form that also says how its coordinates become coefficients: factors ∘ (directions · (scales ∘ coordinates)). */
export interface ExpansionForm extends CanonicalForm {
  /** As many rows as there are coefficients, r columns. */
  readonly directions: Matrix;
  readonly scales: Float64Array;
  /** All 1 when absent, and for coefficients beyond its end. */
  readonly factors: Float64Array | undefined;
}

export interface FormOptions {
  readonly weights: Float64Array;
  readonly bias: Bias;
}

interface KernelFormOptions extends FormOptions {
  /** Which eigenpairs the form has: "full" (default), or with "numerical" those above rounding alone, where these are few. */
  readonly rank?: SpectrumRank;
}

/**
 * The form of an expansion in all training rows, f(x) = Σᵢ αᵢ k(xᵢ, x), from the eigenpairs of √w K √w = V Λ Vᵀ.
 * The penalty is αᵀKα for "function" (kernel ridge regression, least-squares support vectors; eigenvalues Λ) and ‖α‖²
 * for "coefficients" (kernel Fisher discriminant; eigenvalues Λ²). A row of weight w is worth w copies of it, each with a
 * coefficient of its own.
 */
export function kernelForm(
  engine: Engine,
  K: Matrix,
  penalty: "function" | "coefficients",
  { weights, bias, rank }: KernelFormOptions,
): ExpansionForm {
  const rootWeights = weights.map(Math.sqrt);
  if (bias === "regularized" && penalty === "coefficients") {
    const { Z } = scaledFeatures(scaleRowsAndColumns(K, onesOf(K.rows), rootWeights), rootWeights, bias);
    return expansionForm(engine, Z, { rootWeights, bias, columnFactors: rootWeights });
  }
  const { values, vectors, remainder } = kernelSpectrum(engine, scaledKernel(K, rootWeights, bias), rank);
  const squared = penalty === "coefficients";
  let squares: Matrix | undefined;
  return {
    basis: vectors,
    // As large as the basis: made when they are first asked for, which a search (`significantPart`) does not.
    get squares() {
      return (squares ??= squaresOf(vectors));
    },
    eigenvalues: squared ? values.map((value) => value * value) : values,
    rootWeights,
    bias: placeInKernel(bias),
    remainder,
    columnMeans: undefined,
    ...coefficientsBy(engine, vectors, squared ? values : onesOf(values.length), rootWeights),
  };
}

/** √w K √w, to which a regularized constant is added. */
function scaledKernel(K: Matrix, rootWeights: Float64Array, bias: Bias): Matrix {
  if (bias !== "regularized") return rootWeights.every((root) => root === 1) ? K : scaleRowsAndColumns(K, rootWeights);
  const n = K.rows;
  const scaled = scaleRowsAndColumns(K, rootWeights);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) scaled.data[i * n + j] += rootWeights[i] * rootWeights[j];
  }
  return scaled;
}

interface ExpansionOptions {
  readonly rootWeights: Float64Array;
  readonly bias: Bias;
  /** What coefficients of the scaled columns are multiplied with to be coefficients of the columns. */
  readonly columnFactors?: Float64Array;
}

/**
 * The form of an expansion in few columns, f(x) = Σⱼ αⱼ φⱼ(x) with penalty ‖α‖², from a singular value decomposition of the
 * scaled columns √w Φ: O(n m²) time and O(n m) memory.
 */
export function columnsForm(engine: Engine, columns: Matrix, { weights, bias }: FormOptions): ExpansionForm {
  const rootWeights = weights.map(Math.sqrt);
  const { Z, means } = scaledFeatures(columns, rootWeights, bias);
  const form = featuresForm(engine, Z, rootWeights, bias);
  return bias === "free" ? { ...form, columnMeans: means } : form;
}

/** The form of features that `scaledFeatures` has prepared for the bias. */
export function featuresForm(engine: Engine, Z: Matrix, rootWeights: Float64Array, bias: Bias = "free"): ExpansionForm {
  const form = expansionForm(engine, Z, { rootWeights, bias });
  return bias === "free" ? { ...form, columnMeans: new Float64Array(Z.columns) } : form;
}

/** The form of columns that are scaled as the bias wants it. */
function expansionForm(engine: Engine, columns: Matrix, options: ExpansionOptions): ExpansionForm {
  const { rootWeights, bias, columnFactors } = options;
  const isTall = columns.rows >= columns.columns;
  const { U, values, V } = engine.svd(isTall ? columns : transpose(columns));
  const [left, right] = isTall ? [U, V] : [V, U];
  const least = values.length > 0 ? values[0] * Number.EPSILON * Math.max(columns.rows, columns.columns) : 0;
  const rank = values.findIndex((value) => !(value > least));
  const kept = rank < 0 ? values.length : rank;
  const basis = firstColumns(left, kept);
  const squares = squaresOf(basis);
  const directions = firstColumns(right, kept);
  return {
    basis,
    squares,
    eigenvalues: values.slice(0, kept).map((value) => value * value),
    rootWeights,
    bias: placeInColumns(bias),
    remainder: remainderOf(squares, bias === "free" ? rootWeights : undefined),
    columnMeans: undefined,
    ...coefficientsBy(engine, directions, values.slice(0, kept), columnFactors),
  };
}

/** What turns coordinates into coefficients, as data and as a function. */
function coefficientsBy(
  engine: Engine,
  directions: Matrix,
  scales: Float64Array,
  factors: Float64Array | undefined,
): Pick<ExpansionForm, "directions" | "scales" | "factors" | "coefficients"> {
  return {
    directions,
    scales,
    factors,
    coefficients(coordinates) {
      const turned = coordinates.map((value, j) => value * scales[j]);
      const result = engine.multiply(directions, matrix(turned.length, 1, turned)).data;
      return factors ? result.map((value, j) => value * (factors[j] ?? 1)) : result;
    },
  };
}

/** 1 − Σⱼ uᵢⱼ², less the share of the constant where it was taken off. */
function remainderOf({ data, rows, columns }: Matrix, constant: Float64Array | undefined): Float64Array {
  const total = constant?.reduce((sum, value) => sum + value * value, 0) ?? 1;
  return Float64Array.from({ length: rows }, (_, i) => {
    let spanned = constant ? constant[i] ** 2 / total : 0;
    for (let j = 0; j < columns; j++) spanned += data[i * columns + j];
    return Math.max(0, 1 - spanned);
  });
}

function onesOf(length: number): Float64Array {
  return new Float64Array(length).fill(1);
}

function firstColumns({ data, rows, columns }: Matrix, count: number): Matrix {
  const result = matrix(rows, count);
  for (let i = 0; i < rows; i++) result.data.set(data.subarray(i * columns, i * columns + count), i * count);
  return result;
}

export function squaresOf({ data, rows, columns }: Matrix): Matrix {
  const result = matrix(rows, columns);
  for (let at = 0; at < data.length; at++) result.data[at] = data[at] * data[at];
  return result;
}

/** How many eigenpairs are wanted: all of them, or those that rounding leaves of a kernel matrix, if they are few. */
type SpectrumRank = "full" | "numerical";

/** Eigenpairs of a kernel matrix. */
interface KernelSpectrum {
  /** In ascending order, never negative. */
  readonly values: Float64Array;
  /** A column for each of them, orthonormal. */
  readonly vectors: Matrix;
  /** What the vectors leave of the unit diagonal; undefined if they are all of them. */
  readonly remainder: Float64Array | undefined;
}

/** Below this order the whole decomposition takes milliseconds. */
const leastOrder = 256;

/**
 * The eigenpairs of a positive semidefinite kernel matrix. Smooth kernels have far fewer eigenvalues above rounding than there
 * are rows. If these are wanted alone, and few, they are found without the whole decomposition: K = G Gᵀ by pivoted Cholesky
 * factorization down to rounding, G = QR, and with R Rᵀ = W Λ Wᵀ
 *
 *     K = (QW) Λ (QW)ᵀ
 *
 * in O(n r²). The error is of the order of that of a whole decomposition, some ε λₘₐₓ, and the vectors are as orthogonal.
 */
export function kernelSpectrum(engine: Engine, K: Matrix, rank: SpectrumRank = "full"): KernelSpectrum {
  const factor = rank === "numerical" && K.rows >= leastOrder ? factorToRounding(engine, K) : undefined;
  if (factor === undefined) {
    const { values, vectors } = engine.eigenSymmetric(K);
    return { values: withoutRounding(values), vectors, remainder: undefined };
  }
  const { Q, R } = engine.qr(factor);
  const { values, vectors } = engine.eigenSymmetric(engine.symmetricProduct(R));
  const turned = engine.multiply(Q, vectors);
  return {
    values: values.map((value) => Math.max(0, value)),
    vectors: turned,
    remainder: accurateRemainder(engine, turned),
  };
}

/**
 * Eigenvalues in ascending order, with 0 for those that are nothing but rounding. A decomposition errs by some ε λₘₐₓ, and a
 * kernel has no negative eigenvalues: as far as they go below zero, as far they may be above it. An indefinite
 * matrix is not taken for rounding beyond n ε λₘₐₓ; its negative eigenvalues are 0 too.
 */
function withoutRounding(values: Float64Array): Float64Array {
  const n = values.length;
  const unit = n > 0 ? Number.EPSILON * Math.max(values[n - 1], 0) : 0;
  const error = n > 0 ? Math.min(n * unit, Math.max(unit, -values[0])) : 0;
  return values.map((value) => (value > error ? value : 0));
}

/** Below this 1 − Σⱼ vᵢⱼ² has lost digits that may count. */
const leastDifference = 1e-3;
/** Rows whose remainders are made together. */
const together = 64;

/** 1 − Σⱼ vᵢⱼ² or, where that would lose its digits, the squared length of what the vectors leave of the unit vector of the row. */
function accurateRemainder(engine: Engine, vectors: Matrix): Float64Array {
  const { data, rows: n, columns: r } = vectors;
  const remainder = new Float64Array(n);
  const small: number[] = [];
  for (let i = 0; i < n; i++) {
    let spanned = 0;
    for (let at = i * r; at < (i + 1) * r; at++) spanned += data[at] * data[at];
    remainder[i] = 1 - spanned;
    if (remainder[i] < leastDifference) small.push(i);
  }
  for (let from = 0; from < small.length; from += together) {
    const rows = small.slice(from, from + together);
    const spanned = engine.multiply(selectRows(vectors, rows), vectors, { transposeB: true });
    rows.forEach((row, k) => {
      let left = 0;
      for (let i = 0; i < n; i++) left += ((i === row ? 1 : 0) - spanned.data[k * n + i]) ** 2;
      remainder[row] = left;
    });
  }
  return remainder;
}

/** Eigenvalues below this share of the largest are raised to it; nothing but rounding is left of them. */
const smallestShare = 1e-14;

/** Where the large parts of a form are put, for who needs it only until the next. */
export interface GramFormRooms {
  readonly basis: Room;
  readonly squares: Room;
}

/**
 * The form of an expansion in few features with penalty ‖α‖², as `featuresForm`, from the eigenvectors of the small Gram
 * matrix ZᵀZ of features that `scaledFeatures` has prepared for the bias: faster than a singular value decomposition,
 * at the price of half of the digits of directions in which the features hardly vary.
 */
export function gramForm(
  engine: Engine,
  Z: Matrix,
  rootWeights: Float64Array,
  bias: Bias = "free",
  gram: Matrix = engine.symmetricProduct(Z, { transpose: true }),
  rooms?: GramFormRooms,
): ExpansionForm {
  const { rows: n, columns: r } = Z;
  const { values, vectors } = engine.eigenSymmetric(gram);
  const least = Math.max(1e-300, r > 0 ? smallestShare * values[r - 1] : 0);
  const eigenvalues = values.map((value) => Math.max(value, least));
  const scaledVectors = matrix(r, r);
  for (let i = 0; i < r; i++) {
    for (let j = 0; j < r; j++) scaledVectors.data[i * r + j] = vectors.data[i * r + j] / Math.sqrt(eigenvalues[j]);
  }
  const basis = engine.multiply(Z, scaledVectors, { into: rooms?.basis(n, r) });
  const squares = rooms?.squares(n, r) ?? matrix(n, r);
  const remainder = new Float64Array(n);
  let total = 0;
  for (let i = 0; i < n; i++) total += rootWeights[i] ** 2;
  for (let i = 0; i < n; i++) {
    let spanned = bias === "free" ? rootWeights[i] ** 2 / total : 0;
    for (let j = i * r; j < (i + 1) * r; j++) {
      const square = basis.data[j] * basis.data[j];
      squares.data[j] = square;
      spanned += square;
    }
    remainder[i] = Math.max(0, 1 - spanned);
  }
  return {
    basis,
    squares,
    eigenvalues,
    rootWeights,
    bias: placeInColumns(bias),
    remainder,
    columnMeans: bias === "free" ? new Float64Array(r) : undefined,
    ...coefficientsBy(engine, vectors, eigenvalues.map(Math.sqrt), undefined),
  };
}
