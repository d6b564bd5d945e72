import { NumericalError } from "../../errors.ts";
import type { Svd } from "../engine.ts";
import { matrix, mapMatrix, type Matrix, transpose } from "../matrix.ts";
import { multiply } from "./multiply.ts";
import { hypotenuse, largestMagnitude, norm2, powerOfTwoNear } from "./norm2.ts";
import { qr } from "./qr.ts";
import { requireFinite, requireShape } from "./requireShape.ts";

/** Sweeps over all pairs of columns; six to twelve are usual. */
const sweepLimit = 60;

/** Columns shorter than this, beside a largest entry of about 1, are zero: their reciprocal length could overflow. */
const negligible = 1e-300;

/**
 * Thin singular value decomposition by QR and one-sided Jacobi rotations (Hestenes 1958; Demmel & Veselić 1992), which finds
 * small singular values to high relative accuracy when the columns of A are badly scaled but not nearly dependent.
 *
 * With A = Q R, rotations J make the columns of R orthogonal, R J = W diag(σ); hence A = (Q W) diag(σ) Jᵀ.
 */
export function svd(a: Matrix): Svd {
  const { rows, columns: n } = a;
  requireShape(rows >= n, `svd needs at least as many rows as columns; got ${rows} × ${n}. Decompose the transpose.`);
  requireFinite(a, "svd");
  const scale = powerOfTwoNear(largestMagnitude(a.data)) || 1;
  const { Q, R } = qr(mapMatrix(a, (value) => value / scale));
  const work = transpose(R).data; // one column of R a row
  const J = matrix(n, n);
  for (let i = 0; i < n; i++) J.data[i * n + i] = 1;
  const lengths = orthogonalizeRowsInPlace(work, J.data, n);

  const order = Array.from(lengths.keys()).toSorted((i, j) => lengths[j] - lengths[i]);
  const W = matrix(n, n);
  const V = matrix(n, n);
  order.forEach((from, to) => {
    const length = lengths[from];
    for (let k = 0; k < n; k++) {
      V.data[k * n + to] = J.data[from * n + k];
      if (length > 0) W.data[to * n + k] = work[from * n + k] / length;
    }
  });
  completeOrthonormalInPlace(W, lengths.filter((length) => length > 0).length);
  return {
    U: multiply(Q, W, { transposeB: true }),
    values: Float64Array.from(order, (from) => lengths[from] * scale),
    V,
  };
}

/**
 * Rotates pairs of rows of `work` until all are orthogonal to working precision, and the rows of `companion` with them.
 * Returns the lengths of the rows.
 */
function orthogonalizeRowsInPlace(work: Float64Array, companion: Float64Array, n: number): Float64Array {
  const tolerance = Math.sqrt(n) * Number.EPSILON;
  const lengths = new Float64Array(n);
  const measure = (i: number): void => {
    const length = norm2(work.subarray(i * n, (i + 1) * n));
    lengths[i] = length < negligible ? 0 : length;
  };
  for (let i = 0; i < n; i++) measure(i);
  for (let sweep = 0; sweep < sweepLimit; sweep++) {
    let rotations = 0;
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) {
        const cosine = cosineBetween(work, n, p, q, lengths);
        if (Math.abs(cosine) <= tolerance) continue;
        const tangent = tangentFor(cosine, lengths[q] / lengths[p]);
        rotateRowsInPlace(work, n, p, q, tangent);
        rotateRowsInPlace(companion, n, p, q, tangent);
        measure(p);
        measure(q);
        rotations++;
      }
    }
    if (rotations === 0) return lengths;
  }
  throw new NumericalError("no-convergence", `svd did not converge in ${sweepLimit} sweeps at ${n} columns.`);
}

/** The cosine of the angle between two rows; 0 if one of them is zero. */
function cosineBetween(work: Float64Array, n: number, p: number, q: number, lengths: Float64Array): number {
  if (lengths[p] === 0 || lengths[q] === 0) return 0;
  const scaleP = 1 / lengths[p];
  const scaleQ = 1 / lengths[q];
  let cosine = 0;
  for (let k = 0; k < n; k++) cosine += work[p * n + k] * scaleP * (work[q * n + k] * scaleQ);
  return cosine;
}

/**
 * The tangent of the smaller angle that makes p and q orthogonal: t² + 2ζt = 1 with ζ = (‖q‖² − ‖p‖²) / (2 p·q), which is
 * (ratio − 1/ratio) / (2 cosine).
 */
function tangentFor(cosine: number, ratio: number): number {
  const zeta = (ratio - 1 / ratio) / (2 * cosine);
  return (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + hypotenuse(1, zeta));
}

/** (p, q) ← (c p − s q, s p + c q). */
function rotateRowsInPlace(data: Float64Array, n: number, p: number, q: number, tangent: number): void {
  const c = 1 / Math.sqrt(1 + tangent * tangent);
  const s = c * tangent;
  for (let k = 0; k < n; k++) {
    const first = data[p * n + k];
    const second = data[q * n + k];
    data[p * n + k] = c * first - s * second;
    data[q * n + k] = s * first + c * second;
  }
}

/**
 * Fills the rows from `count` on so that all rows of a square matrix are orthonormal, given that the first `count` are. Each
 * new row is the unit vector that the rows so far cover least, made orthogonal to them twice (once leaves rounding behind).
 */
function completeOrthonormalInPlace({ data, rows: n }: Matrix, count: number): void {
  for (let next = count; next < n; next++) {
    const row = data.subarray(next * n, (next + 1) * n);
    row.fill(0);
    row[leastCovered(data, n, next)] = 1;
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < next; i++) {
        let product = 0;
        for (let k = 0; k < n; k++) product += data[i * n + k] * row[k];
        for (let k = 0; k < n; k++) row[k] -= product * data[i * n + k];
      }
      const length = norm2(row);
      for (let k = 0; k < n; k++) row[k] /= length;
    }
  }
}

function leastCovered(data: Float64Array, n: number, count: number): number {
  const covered = new Float64Array(n);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < n; k++) covered[k] += data[i * n + k] ** 2;
  }
  return covered.indexOf(Math.min(...covered));
}
