import { NumericalError } from "../../errors.ts";
import { hypotenuse } from "./norm2.ts";

/** QL steps granted to one eigenvalue; two or three are usual. */
const stepLimit = 80;

/**
 * Steps after which a coupling is weighed against the whole matrix instead of its neighbors. In a steeply graded matrix the
 * shift of the small end is lost in the rounding of the large end, and convergence becomes linear.
 */
const patience = 30;

/** Below this a coupling is zero even between two zeros. */
const negligible = 1e-290;

/**
 * Eigenvalues and vectors of a symmetric tridiagonal matrix, whose entries are at most about 1, by the implicit QL iteration
 * with Wilkinson's shift (Parlett, *The Symmetric Eigenvalue Problem*, chapter 8). The diagonal becomes the eigenvalues, in no
 * order; `vectors`, one vector a row, is rotated along.
 */
export function diagonalizeTridiagonalInPlace(
  diagonal: Float64Array,
  offDiagonal: Float64Array,
  vectors: Float64Array,
): void {
  const n = diagonal.length;
  for (let first = 0; first < n; first++) {
    for (let step = 0; ; step++) {
      const last = endOfBlock(diagonal, offDiagonal, first, step < patience ? negligible : 0.5 * Number.EPSILON);
      if (last === first) break;
      if (step === stepLimit) {
        throw new NumericalError(
          "no-convergence",
          `eigenSymmetric did not converge: eigenvalue ${first} of ${n} was not found in ${stepLimit} steps.`,
        );
      }
      if (step === 0 && Math.abs(diagonal[first]) > Math.abs(diagonal[last])) {
        reverseBlockInPlace(diagonal, offDiagonal, vectors, first, last); // QL wants its small entries first
      }
      stepInPlace(diagonal, offDiagonal, vectors, first, last);
    }
  }
}

/** The last index of the block that begins at `first` and has no coupling that counts as zero. */
function endOfBlock(diagonal: Float64Array, offDiagonal: Float64Array, first: number, threshold: number): number {
  let last = first;
  while (last < diagonal.length - 1) {
    const neighbors = Math.abs(diagonal[last]) + Math.abs(diagonal[last + 1]);
    if (Math.abs(offDiagonal[last]) <= Math.max(0.5 * Number.EPSILON * neighbors, threshold)) break;
    last++;
  }
  return last;
}

/** One QL step with shift: a bulge is chased by plane rotations from the end of the block to its beginning. */
function stepInPlace(d: Float64Array, e: Float64Array, vectors: Float64Array, first: number, last: number): void {
  const half = (d[first + 1] - d[first]) / (2 * e[first]);
  const root = half < 0 ? half - hypotenuse(half, 1) : half + hypotenuse(half, 1);
  const shift = d[first] - e[first] / root; // the eigenvalue of the leading 2 × 2 block that is closer to d[first]
  let bulge = d[last] - shift;
  let sine = 1;
  let cosine = 1;
  let correction = 0;
  for (let i = last - 1; i >= first; i--) {
    const across = sine * e[i];
    const along = cosine * e[i];
    const length = hypotenuse(across, bulge);
    e[i + 1] = length;
    if (length === 0) {
      // The block has come apart at i + 1: finish its lower part, and let the next step see two blocks.
      d[i + 1] -= correction;
      e[last] = 0;
      return;
    }
    sine = across / length;
    cosine = bulge / length;
    const shifted = d[i + 1] - correction;
    const turned = (d[i] - shifted) * sine + 2 * cosine * along;
    correction = sine * turned;
    d[i + 1] = shifted + correction;
    bulge = cosine * turned - along;
    rotateRowsInPlace(vectors, d.length, i, cosine, sine);
  }
  d[first] -= correction;
  e[first] = bulge;
  e[last] = 0;
}

/** Renumbers a block from its end to its beginning. */
function reverseBlockInPlace(
  d: Float64Array,
  e: Float64Array,
  vectors: Float64Array,
  first: number,
  last: number,
): void {
  const n = d.length;
  d.subarray(first, last + 1).reverse();
  e.subarray(first, last).reverse();
  for (let i = first, j = last; i < j; i++, j--) {
    const row = vectors.slice(i * n, (i + 1) * n);
    vectors.copyWithin(i * n, j * n, (j + 1) * n);
    vectors.set(row, j * n);
  }
}

/** (vᵢ, vᵢ₊₁) ← (c vᵢ − s vᵢ₊₁, s vᵢ + c vᵢ₊₁). */
function rotateRowsInPlace(vectors: Float64Array, n: number, i: number, cosine: number, sine: number): void {
  for (let k = i * n; k < (i + 1) * n; k++) {
    const upper = vectors[k];
    const lower = vectors[k + n];
    vectors[k] = cosine * upper - sine * lower;
    vectors[k + n] = sine * upper + cosine * lower;
  }
}
