import type { Engine } from "../../../engine/engine.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { selectRows, column } from "../../../matrix/row.ts";
import { stream, type Stream } from "../../../random/stream.ts";
import type { ExpansionSettings, KernelSettings } from "../expansionOptions.ts";
import type { ExpansionProblem } from "../expansionProblem.ts";
import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { dot, multiplyVector, columnSquares } from "../../../matrix/dot.ts";
import { requireLength } from "../../../matrix/requireLength.ts";
import { scaleRowsAndColumns } from "../../../matrix/addMatrices.ts";
import { type Bias, scaledFeatures } from "./scaledFeatures.ts";
import type { Penalty } from "../tuned/kernelFeatures.ts";

/**
 * The rows that an expansion is in, as the option `basis` has it; undefined for all of them. The rows of a problem are in random
 * order, so that a random basis is the first of them. A greedy one needs a regularization: that which suits the random
 * basis of the same size, unless it is given. Of several machines each chooses its share,
 * and a row that two of them choose counts once.
 */
export function chooseBasis(
  engine: Engine,
  kernel: Kernel,
  { X, targets, weights }: ExpansionProblem,
  { penalty, bias, regularization }: ExpansionSettings,
  { basis, basisSize }: KernelSettings,
  seed: number,
  regularizationFor: (basis: Int32Array) => number,
): Int32Array | undefined {
  if (basis === "all" || basisSize >= X.rows) return undefined;
  const random = Int32Array.from({ length: basisSize }, (_, row) => row);
  if (basis === "random") return random;
  if (basis === "pivoted") {
    const column = (row: number): Float64Array => kernel.cross(engine, X, selectRows(X, [row])).data;
    return pivotedBasis(engine, kernel.diagonal(X), column, basisSize);
  }
  const mu = regularization ?? regularizationFor(random);
  const chosen = new Set<number>();
  targets.forEach((machine, m) => {
    const share = Math.ceil((basisSize - chosen.size) / (targets.length - m));
    const problem = {
      rows: X.rows,
      columns: (indices: Int32Array) => kernel.cross(engine, X, selectRows(X, indices)),
      targets: machine,
      weights,
      bias,
      penalty,
      mu,
    };
    const { selected } = greedyBasis(engine, problem, { size: share, draw: stream(seed, m) });
    selected.forEach((row) => chosen.add(row));
  });
  return Int32Array.from(chosen);
}

export interface GreedyProblem {
  /** n, the number of rows, each of which may join the basis. */
  readonly rows: number;
  /** The kernel columns of the rows with the given numbers, n × their number. */
  columns(indices: Int32Array): Matrix;
  readonly targets: Float64Array;
  readonly weights: Float64Array;
  readonly bias: Bias;
  readonly penalty: Penalty;
  readonly mu: number;
}

interface GreedyOptions {
  /** The largest size of the basis. */
  readonly size: number;
  /** Where the 59 candidates of a step are drawn from. Without it every row is a candidate in every step. */
  readonly draw?: Stream;
}

interface GreedyBasis {
  /** The rows of the basis, in order of choice. */
  readonly selected: Int32Array;
  /** The minimum of the criterion without a basis, then with each row added. */
  readonly objectivePath: Float64Array;
}

/** As many draws have, with probability 0.95, one of the best 5 %: 1 − 0.95⁵⁹ = 0.951. */
const candidatesAStep = 59;

/** A column that lies closer than this to the span of the basis, in units of its own length, adds nothing. */
const least = 1e-10;

/**
 * Chooses the basis of an expansion row by row, each time the one that lowers min Σ w(t − f − b)² + μ‖α‖²_penalty most. With
 * scaled columns c = √w k_j (centered if the bias is free), residual r of the fit on J and A = Φ_JᵀΦ_J + μI, adding a column
 * lowers the minimum by exactly
 *
 *     (cᵀr)² / (cᵀc + μ − qᵀA⁻¹q),   q = Φ_Jᵀc
 *
 * (for the penalty αᵀKα with μK_Jj added to q, μk_jj in place of μ, and cᵀr − μk_jJα). It is a Cholesky factorization that is
 * bordered by one row a step: with LLᵀ = A, v = L⁻¹q and τ = L⁻¹Φ_Jᵀt̃ the numerator is (cᵀt̃ − vᵀτ)², the rest of the
 * denominator ‖v‖². Ties go to the lowest row.
 *
 * All rows as candidates cost O(n²m) time and O(n²) memory; 59 drawn at random in each step O(nm²) and O(nm).
 */
export function greedyBasis(engine: Engine, problem: GreedyProblem, { size, draw }: GreedyOptions): GreedyBasis {
  const scaling = scalingOf(problem);
  const most = Math.min(size, problem.rows);
  const next = draw ? amongDrawn(engine, problem, scaling, most, draw) : amongAll(engine, problem, scaling);
  const { targets, constant } = scaling;
  let objective = dot(targets, targets) - (constant ? constant.share ** 2 : 0);
  const selected: number[] = [];
  const objectivePath = [objective];
  while (selected.length < most) {
    const step = next();
    if (!step) break;
    objective -= step.gain;
    selected.push(step.row);
    objectivePath.push(objective);
  }
  return { selected: Int32Array.from(selected), objectivePath: Float64Array.from(objectivePath) };
}

interface Step {
  readonly row: number;
  readonly gain: number;
}

/** The next row and what it gains; undefined when no candidate adds anything. */
type NextStep = () => Step | undefined;

/** Keeps L⁻¹Φ_JᵀC for all columns and appends one row a step. */
function amongAll(engine: Engine, problem: GreedyProblem, { targets, constant, scaled }: Scaling): NextStep {
  const { rows: n, penalty, mu } = problem;
  const raw = problem.columns(Int32Array.from({ length: n }, (_, j) => j));
  const C = scaled(raw);
  const numerators = multiplyVector(C, targets, { transpose: true });
  const denominators = columnSquares(C).map((value, j) => value + mu * chargeOf(penalty, raw, j, j));
  const lengths = denominators.slice();
  const isOpen = new Uint8Array(n).fill(1);
  const halves: Float64Array[] = [];
  const append = (half: Float64Array, share: number): void => {
    halves.push(half);
    for (let j = 0; j < n; j++) {
      numerators[j] -= half[j] * share;
      denominators[j] -= half[j] * half[j];
    }
  };
  if (constant) {
    const products = multiplyVector(C, constant.column, { transpose: true });
    append(
      products.map((value) => value / constant.root),
      constant.share,
    );
  }
  return () => {
    const row = bestOf(n, (j) => (isOpen[j] ? gainOf(numerators[j], denominators[j], lengths[j]) : 0));
    if (row === undefined) return undefined;
    const root = Math.sqrt(denominators[row]);
    const share = numerators[row] / root;
    const half = engine.multiply(C, matrix(n, 1, column(C, row)), { transposeA: true }).data;
    if (penalty === "function") for (let j = 0; j < n; j++) half[j] += mu * raw.data[row * n + j];
    for (const earlier of halves) {
      const factor = earlier[row];
      for (let j = 0; j < n; j++) half[j] -= factor * earlier[j];
    }
    for (let j = 0; j < n; j++) half[j] /= root;
    isOpen[row] = 0;
    append(half, share);
    return { row, gain: share * share };
  };
}

/** Keeps the columns of the basis and L, and looks at a few columns a step. */
function amongDrawn(
  engine: Engine,
  problem: GreedyProblem,
  { targets, constant, scaled }: Scaling,
  most: number,
  draw: Stream,
): NextStep {
  const { rows: n, penalty, mu } = problem;
  const first = constant ? 1 : 0;
  const width = most + first;
  // Φ_Jᵀ, L and τ, filled from their beginning; the constant comes before the rows.
  const basis = new Float64Array(width * n);
  const lower = new Float64Array(width * width);
  const shares: number[] = [];
  const selected: number[] = [];
  if (constant) {
    basis.set(constant.column);
    lower[0] = constant.root;
    shares.push(constant.share);
  }
  let pool = Int32Array.from({ length: n }, (_, j) => j);
  return () => {
    const candidates = drawToFront(draw, pool, Math.min(candidatesAStep, pool.length)).toSorted();
    const count = candidates.length;
    const k = shares.length;
    const raw = problem.columns(candidates);
    const C = scaled(raw);
    const products = engine.multiply(matrix(k, n, basis.subarray(0, k * n)), C);
    if (penalty === "function") addCharges(products, first, raw, selected, mu);
    const halves = engine.solveTriangular(leadingBlock(lower, width, k), products);
    const explained = multiplyVector(halves, Float64Array.from(shares), { transpose: true });
    const numerators = multiplyVector(C, targets, { transpose: true }).map((value, c) => value - explained[c]);
    const lengths = columnSquares(C).map((value, c) => value + mu * chargeOf(penalty, raw, candidates[c], c));
    const spanned = columnSquares(halves);
    const denominators = lengths.map((value, c) => value - spanned[c]);
    const best = bestOf(count, (c) => gainOf(numerators[c], denominators[c], lengths[c]));
    if (best === undefined) return undefined;
    const row = candidates[best];
    const root = Math.sqrt(denominators[best]);
    const share = numerators[best] / root;
    basis.set(column(C, best), k * n);
    lower.set(column(halves, best), k * width);
    lower[k * width + k] = root;
    shares.push(share);
    selected.push(row);
    pool = pool.filter((j) => j !== row);
    return { row, gain: share * share };
  };
}

/** Adds μK_Jj to the products from row `first` on, a row for each that is selected. */
function addCharges(products: Matrix, first: number, raw: Matrix, selected: readonly number[], mu: number): void {
  const count = raw.columns;
  selected.forEach((j, at) => {
    for (let c = 0; c < count; c++) products.data[(first + at) * count + c] += mu * raw.data[j * count + c];
  });
}

/** What a coefficient is charged for in units of μ: 1, or k_jj, which is entry (row j, column of j). */
function chargeOf(penalty: Penalty, raw: Matrix, row: number, at: number): number {
  return penalty === "function" ? raw.data[row * raw.columns + at] : 1;
}

function gainOf(numerator: number, denominator: number, length: number): number {
  return denominator > least * length ? (numerator * numerator) / denominator : 0;
}

/** The lowest index with the largest gain; undefined if none is positive. */
function bestOf(count: number, gain: (index: number) => number): number | undefined {
  let [best, most]: [number | undefined, number] = [undefined, 0];
  for (let index = 0; index < count; index++) {
    const candidate = gain(index);
    if (candidate > most) [best, most] = [index, candidate];
  }
  return best;
}

function leadingBlock(lower: Float64Array, width: number, size: number): Matrix {
  const result = matrix(size, size);
  for (let i = 0; i < size; i++) result.data.set(lower.subarray(i * width, i * width + size), i * size);
  return result;
}

interface Scaling {
  /** t̃. */
  readonly targets: Float64Array;
  /** √w, its entry √(Σw + μ) of L and τ, where the bias is penalized like a coefficient. */
  readonly constant: { readonly column: Float64Array; readonly root: number; readonly share: number } | undefined;
  /** Columns times √w, centered first if the bias is free. */
  scaled(columns: Matrix): Matrix;
}

function scalingOf({ rows, targets: given, weights, bias, mu }: GreedyProblem): Scaling {
  requireLength(given.length, rows, "The number of targets");
  requireLength(weights.length, rows, "The number of weights");
  const roots = weights.map(Math.sqrt);
  const scaled = (columns: Matrix): Matrix =>
    bias === "free"
      ? scaledFeatures(columns, roots, "free").Z
      : scaleRowsAndColumns(columns, roots, new Float64Array(columns.columns).fill(1));
  const targets = scaled(matrix(rows, 1, given)).data;
  if (bias !== "regularized") return { targets, constant: undefined, scaled };
  const root = Math.sqrt(dot(roots, roots) + mu);
  return { targets, constant: { column: roots, root, share: dot(roots, targets) / root }, scaled };
}

/** What may be left of the trace of the kernel matrix before a pivoted choice stops. */
const tolerance = 1e-10;

/**
 * A basis by pivoted incomplete Cholesky factorization of the kernel matrix, given by its diagonal and its columns: each time
 * the row that is explained worst so far, the lowest one among equals. Needs as many kernel columns as it has rows, and no
 * targets. Stops early when the rows chosen span the others.
 */
export function pivotedBasis(
  engine: Engine,
  diagonal: Float64Array,
  column: (index: number) => Float64Array,
  size: number,
): Int32Array {
  return engine.incompleteCholesky(diagonal, column, { rank: size, tolerance }).pivots;
}

/** Draws so many different entries of a pool, which is reordered so that they are its first, and returns a copy of them. */
export function drawToFront(draw: Stream, pool: Int32Array, count: number): Int32Array {
  for (let i = 0; i < count; i++) {
    const j = i + draw.integer(pool.length - i);
    const held = pool[i];
    pool[i] = pool[j];
    pool[j] = held;
  }
  return pool.slice(0, count);
}
