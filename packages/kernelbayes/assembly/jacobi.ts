import { addLanes, at, multiplyAdd, multiplySubtract } from "./lanes";
import { EPSILON, euclideanNorm, innerProduct, SAFE_HIGH, SAFE_LOW } from "./norms";

/** Rows shorter than this, beside a largest entry of about 1, are zero. */
const NEGLIGIBLE: f64 = 1e-290;
const SWEEP_LIMIT: i32 = 60;

/**
 * One-sided Jacobi (Hestenes 1958): rotates pairs of rows of an n × n matrix until all are orthogonal to working
 * precision, and the rows of the companion, which starts as the identity, along with them. The lengths of the rows go
 * to `lengths`. Returns whether it converged.
 */
export function orthogonalizeRows(rows: usize, companion: usize, n: i32, lengths: usize): bool {
  memory.fill(companion, 0, (<usize>n * <usize>n) << 3);
  for (let i: i32 = 0; i < n; i++) {
    store<f64>(at(companion, n, i, i), 1);
    store<f64>(lengths + ((<usize>i) << 3), lengthOf(euclideanNorm(at(rows, n, i, 0), n)));
  }
  const tolerance: f64 = Math.sqrt(<f64>n) * EPSILON;
  for (let sweep: i32 = 0; sweep < SWEEP_LIMIT; sweep++) {
    let isDone: bool = true;
    for (let p: i32 = 0; p < n - 1; p++) {
      for (let q: i32 = p + 1; q < n; q++) {
        if (orthogonalizePair(rows, companion, n, lengths, p, q, tolerance)) isDone = false;
      }
    }
    if (isDone) return true;
  }
  return false;
}

/** Makes two rows orthogonal; returns whether they were not. */
function orthogonalizePair(
  rows: usize,
  companion: usize,
  n: i32,
  lengths: usize,
  p: i32,
  q: i32,
  tolerance: f64,
): bool {
  const lengthX: usize = lengths + ((<usize>p) << 3);
  const lengthY: usize = lengths + ((<usize>q) << 3);
  const one: f64 = load<f64>(lengthX);
  const two: f64 = load<f64>(lengthY);
  if (one == 0 || two == 0) return false;
  const x: usize = at(rows, n, p, 0);
  const y: usize = at(rows, n, q, 0);
  const cosine: f64 = cosineBetween(x, y, n, one, two);
  if (abs(cosine) <= tolerance) return false;
  // The smaller angle that makes the two orthogonal: t² + 2ζt = 1 with ζ = (‖y‖² − ‖x‖²) / (2 x·y).
  const ratio: f64 = two / one;
  const zeta: f64 = (ratio - 1 / ratio) / (2 * cosine);
  const size: f64 = abs(zeta);
  const tangent: f64 = (zeta < 0 ? -1.0 : 1.0) / (size + (size < 1e100 ? Math.sqrt(1 + size * size) : size));
  const c: f64 = 1 / Math.sqrt(1 + tangent * tangent);
  rotate(x, y, n, c, c * tangent, lengthX, lengthY);
  rotate(at(companion, n, p, 0), at(companion, n, q, 0), n, c, c * tangent, 0, 0);
  return true;
}

@inline
function lengthOf(norm: f64): f64 {
  return norm < NEGLIGIBLE ? 0 : norm;
}

/** The cosine of the angle between two rows of known length. */
function cosineBetween(x: usize, y: usize, n: i32, one: f64, two: f64): f64 {
  if (one * two > SAFE_LOW) return innerProduct(x, y, n) / (one * two);
  let sum: f64 = 0;
  for (let i: usize = 0; i < (<usize>n) << 3; i += 8) sum += (load<f64>(x + i) / one) * (load<f64>(y + i) / two);
  return sum;
}

/** (x, y) ← (c x − s y, s x + c y); the new lengths go to the given addresses, unless these are 0. */
function rotate(x: usize, y: usize, n: i32, c: f64, s: f64, lengthX: usize, lengthY: usize): void {
  const cosine = f64x2.splat(c);
  const sine = f64x2.splat(s);
  let sumX = f64x2.splat(0);
  let sumY = f64x2.splat(0);
  const even: usize = (<usize>(n & ~1)) << 3;
  let i: usize = 0;
  for (; i < even; i += 16) {
    const a = v128.load(x + i);
    const b = v128.load(y + i);
    const first = multiplySubtract(sine, b, f64x2.mul(cosine, a));
    const second = multiplyAdd(sine, a, f64x2.mul(cosine, b));
    sumX = multiplyAdd(first, first, sumX);
    sumY = multiplyAdd(second, second, sumY);
    v128.store(x + i, first);
    v128.store(y + i, second);
  }
  let squareX: f64 = addLanes(sumX);
  let squareY: f64 = addLanes(sumY);
  if ((n & 1) != 0) {
    const a: f64 = load<f64>(x + i);
    const b: f64 = load<f64>(y + i);
    const first: f64 = c * a - s * b;
    const second: f64 = s * a + c * b;
    store<f64>(x + i, first);
    store<f64>(y + i, second);
    squareX += first * first;
    squareY += second * second;
  }
  if (lengthX == 0) return;
  store<f64>(lengthX, lengthOf(isSafe(squareX) ? Math.sqrt(squareX) : euclideanNorm(x, n)));
  store<f64>(lengthY, lengthOf(isSafe(squareY) ? Math.sqrt(squareY) : euclideanNorm(y, n)));
}

@inline
function isSafe(square: f64): bool {
  return square > SAFE_LOW && square < SAFE_HIGH;
}
