import type { Engine } from "../../engine/engine.ts";
import { matrix, type Matrix, transpose } from "../../engine/matrix.ts";
import { diagonal } from "../../matrix/diagonal.ts";
import { dot, sumOf } from "../../matrix/dot.ts";
import { selectColumns, selectRows } from "../../matrix/row.ts";

/** The rank, as a share of the order, up to which a factorization is wanted. */
const mostRank = 0.5;
/** The share of that rank at which the factorization is looked at, and how much of what the first column leaves of the trace may be left there. */
const firstLook = 1 / 8;
const mostLeftThere = 0.05;
/** How many rows are tried at a time: a share of the columns there are, within limits. */
const blockShare = 0.25;
const leastBlock = 16;
const mostBlock = 128;
/** Columns that there is memory for to begin with. */
const firstRoom = 64;
/** Rows of a block of which less than this share of the largest is left, once others of the block are taken, are not taken. */
const leastShare = 0.01;

/**
 * G with K = G Gᵀ to rounding for a positive semidefinite matrix, if half as many columns as rows will do. A pivoted Cholesky
 * factorization by blocks: rows are tried in a block, as many at a time as a quarter of the columns there are, evenly spaced in
 * the cumulated diagonal of what is left, so that rows of which much is left are tried often and those next to each other are not;
 * of these the ones that others of the block do not explain are pivots. It needs a few more columns than pivots taken one by one,
 * and nearly all of its work is in matrix products. It ends where nothing above n ε max Kᵢᵢ is left of the diagonal, as LAPACK's
 * dpstrf does, or nothing above a larger `share` of max Kᵢᵢ, where that is all that is asked for.
 *
 * Columns are wasted where they do not come to an end in time. What is left of the trace falls by about as many orders with each eighth
 * of the way at first, and faster later; where that promises no end, the factorization is given up early.
 */
export function factorToRounding(engine: Engine, K: Matrix, share = 0): Matrix | undefined {
  const n = K.rows;
  const left = diagonal(K);
  if (left.some((value) => !(value >= 0))) return undefined; // no kernel; a whole decomposition says what is the matter
  let total = sumOf(left);
  const least = Math.max(n * Number.EPSILON, share) * largestOf(left);
  const most = Math.floor(mostRank * n);
  // Gᵀ, whose rows are added as they are found, in memory that grows.
  let room = new Float64Array(Math.min(most, firstRoom) * n);
  let rank = 0;
  while (largestOf(left) > least) {
    const isEarly = rank >= firstLook * most && rank < 2 * firstLook * most;
    if (isEarly && sumOf(left) > mostLeftThere * total) return undefined;
    const size = Math.min(mostBlock, Math.max(leastBlock, Math.floor(blockShare * rank)));
    const found = matrix(rank, n, room.subarray(0, rank * n));
    const tried = spacedRows(left, size);
    const { leftOfTried, added } = rowsOfBlock(engine, K, found, tried, least);
    // Made anew, it differs in its last digits: where no row is a pivot any more, none of these counts as left either.
    tried.forEach((row, k) => (left[row] = Math.max(0, leftOfTried[k])));
    if (rank + added.rows > most) return undefined;
    if ((rank + added.rows) * n > room.length) {
      const larger = new Float64Array(Math.min(most, 2 * (rank + added.rows)) * n);
      larger.set(room.subarray(0, rank * n));
      room = larger;
    }
    room.set(added.data, rank * n);
    // A constant, however large, is gone with the first column, and promises nothing of the others.
    const first = added.data.subarray(0, n);
    if (rank === 0) total -= dot(first, first);
    rank += added.rows;
    takeOff(left, added);
  }
  return transpose(matrix(rank, n, room.subarray(0, rank * n)));
}

/** Rows evenly spaced in the cumulated diagonal of what is left, and the one of which most is left. */
function spacedRows(left: Float64Array, count: number): number[] {
  const step = sumOf(left) / count;
  const rows = new Set([left.indexOf(largestOf(left))]);
  let cumulated = 0;
  let next = step / 2;
  for (let i = 0; i < left.length; i++) {
    cumulated += left[i];
    if (cumulated <= next) continue;
    rows.add(i);
    next += step * Math.ceil((cumulated - next) / step);
  }
  return Array.from(rows);
}

/** What a block of rows adds. */
interface Block {
  /** What the rows found before leave of the diagonal of the rows that were tried. */
  readonly leftOfTried: Float64Array;
  /** The rows of Gᵀ that belong to the pivots. */
  readonly added: Matrix;
}

/** Tries rows as pivots beside the rows of Gᵀ that were found. */
function rowsOfBlock(engine: Engine, K: Matrix, found: Matrix, tried: readonly number[], least: number): Block {
  const block = selectColumns(selectRows(K, tried), tried);
  const own = selectColumns(found, tried);
  subtractInPlace(block, engine.symmetricProduct(own, { transpose: true }));
  const leftOfTried = diagonal(block);
  const { pivots, factor } = pivotedFactor(block, Math.max(least, leastShare * largestOf(leftOfTried)));
  const rows = Array.from(pivots, (pivot) => tried[pivot]);
  const added = selectRows(K, rows);
  subtractInPlace(added, engine.multiply(selectColumns(own, pivots), found, { transposeA: true }));
  return { leftOfTried, added: engine.solveTriangular(factor, added) };
}

function subtractInPlace(a: Matrix, b: Matrix): void {
  for (let at = 0; at < a.data.length; at++) a.data[at] -= b.data[at];
}

/** Takes off the diagonal what rows of Gᵀ explain. */
function takeOff(left: Float64Array, { data, rows, columns: n }: Matrix): void {
  for (let k = 0; k < rows; k++) {
    for (let i = 0; i < n; i++) left[i] = Math.max(0, left[i] - data[k * n + i] ** 2);
  }
}

function largestOf(values: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > largest) largest = values[i];
  return largest;
}

/** Rows of a kernel matrix that span it to a tolerance, and the factor of their block. */
export interface PivotedFactor {
  /** The chosen rows, in order of choice. */
  readonly pivots: Int32Array;
  /** Lower triangular, K[pivots, pivots] = factor · factorᵀ. */
  readonly factor: Matrix;
}

/**
 * Pivoted Cholesky factorization of a small positive semidefinite matrix, which stops when the largest remaining diagonal
 * entry is at most the tolerance: it drops rows that repeat others and needs no ridge. Ties go to the lowest index.
 */
export function pivotedFactor(K: Matrix, tolerance: number): PivotedFactor {
  const m = K.rows;
  const remaining = Float64Array.from({ length: m }, (_, i) => K.data[i * m + i]);
  const rows = new Float64Array(m * m);
  const pivots: number[] = [];
  while (pivots.length < m) {
    let pivot = 0;
    for (let i = 1; i < m; i++) if (remaining[i] > remaining[pivot]) pivot = i;
    if (!(remaining[pivot] > tolerance)) break;
    const k = pivots.length;
    const root = Math.sqrt(remaining[pivot]);
    for (let i = 0; i < m; i++) {
      if (remaining[i] === -Infinity) continue;
      let value = K.data[i * m + pivot];
      for (let j = 0; j < k; j++) value -= rows[i * m + j] * rows[pivot * m + j];
      rows[i * m + k] = i === pivot ? root : value / root;
      if (i !== pivot) remaining[i] -= rows[i * m + k] ** 2;
    }
    pivots.push(pivot);
    remaining[pivot] = -Infinity;
  }
  const r = pivots.length;
  const factor = matrix(r, r);
  pivots.forEach((pivot, i) => {
    for (let j = 0; j <= i; j++) factor.data[i * r + j] = rows[pivot * m + j];
  });
  return { pivots: Int32Array.from(pivots), factor };
}
