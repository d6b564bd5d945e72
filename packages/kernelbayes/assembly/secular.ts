import { numberAt, setNumber } from "./ascending";
import { addLanes, multiplyAdd } from "./lanes";
import { EPSILON, innerProduct } from "./norms";

// The eigenvalues of diag(d) + ρ z zᵀ with ρ > 0, d ascending without repetition and no zero in z are the roots of the
// secular equation
//
//     w(λ) = 1/ρ + ψ(λ) + φ(λ) = 0,   ψ = Σ zⱼ² / (dⱼ − λ) over j ≤ i,   φ the same sum over j > i,
//
// one between each pole and the next, and one beyond the last. Root i is kept as its distance τ from the nearer of its
// two poles, its origin, so that all differences dⱼ − λ = (dⱼ − origin) − τ have small relative errors.

/** Evaluations for each root; four are usual. From the latter on only the bracket is halved. */
const LIMIT: i32 = 120;
const PATIENCE: i32 = 30;

/** What `accumulate` and `secularRoot` found. */
let sum: f64 = 0;
let slope: f64 = 0;
export let rootOrigin: i32 = 0;
export let rootShift: f64 = 0;

/**
 * Sums zⱼ² / δⱼ and its derivative zⱼ² / δⱼ², δⱼ = (dⱼ − origin) − τ, over `count` neighbors, the farthest first. Pairs
 * are found from the addresses `pole` and `weight` on, `step` bytes apart; `last` bytes after the last pair there is
 * the one that is left of an odd number.
 */
function accumulate(pole: usize, weight: usize, step: isize, count: i32, last: isize, origin: f64, shift: f64): void {
  const from = f64x2.splat(origin);
  const by = f64x2.splat(shift);
  let values = f64x2.splat(0);
  let slopes = f64x2.splat(0);
  for (let pairs: i32 = count >> 1; pairs > 0; pairs--) {
    const z = v128.load(weight);
    const ratio = f64x2.div(z, f64x2.sub(f64x2.sub(v128.load(pole), from), by));
    values = multiplyAdd(z, ratio, values);
    slopes = multiplyAdd(ratio, ratio, slopes);
    pole += step;
    weight += step;
  }
  sum = addLanes(values);
  slope = addLanes(slopes);
  if ((count & 1) == 0) return;
  const z: f64 = load<f64>(weight + last);
  const ratio: f64 = z / (load<f64>(pole + last) - origin - shift);
  sum += z * ratio;
  slope += ratio * ratio;
}

/** ψ and its derivative: the poles up to i. */
@inline
function accumulateBelow(d: usize, z: usize, i: i32, origin: f64, shift: f64): void {
  accumulate(d, z, 16, i + 1, 0, origin, shift);
}

/** φ and its derivative: the poles after i. */
@inline
function accumulateAbove(d: usize, z: usize, k: i32, i: i32, origin: f64, shift: f64): void {
  const end: usize = (<usize>k) << 3;
  accumulate(d + end - 16, z + end - 16, -16, k - 1 - i, 8, origin, shift);
}

/**
 * Root i of k: its origin, a pole, and its distance from it. The iteration replaces ψ and φ by rational functions with
 * one pole each, next to the root (Bunch, Nielsen & Sorensen 1978), or w by one whose weight at the origin is kept; it
 * changes from one to the other when it gains less than a factor of ten (Li 1993, LAPACK working note 89). A bracket
 * that shrinks with every step holds it. Returns whether w is zero to rounding, or the bracket empty, within the limit.
 */
export function secularRoot(d: usize, z: usize, k: i32, i: i32, rho: f64): bool {
  const isLast: bool = i == k - 1;
  const left: f64 = numberAt(d, i);
  // The last root is at most ρ ‖z‖² beyond the last pole.
  const gap: f64 = isLast ? rho * innerProduct(z, z, k) : numberAt(d, i + 1) - left;
  const half: f64 = 0.5 * gap;
  const constant: f64 = 1 / rho;
  let isLeft: bool = true;
  let low: f64 = 0;
  let high: f64 = gap * (1 + 4 * EPSILON);
  let shift: f64 = half;
  if (!isLast) {
    accumulateBelow(d, z, i, left, half);
    let w: f64 = constant + sum;
    accumulateAbove(d, z, k, i, left, half);
    w += sum;
    // In the half where the root is: what the two poles beside it leave of w, taken as constant.
    const one: f64 = numberAt(z, i) * numberAt(z, i);
    const two: f64 = numberAt(z, i + 1) * numberAt(z, i + 1);
    const c: f64 = w + (one - two) / half;
    isLeft = w > 0;
    if (isLeft) {
      high = half;
      shift = smallerRoot(c * gap + one + two, one * gap, c);
    } else {
      low = -half;
      high = 0;
      shift = -smallerRoot(one + two - c * gap, two * gap, -c);
    }
  }
  rootOrigin = isLeft ? i : i + 1;
  const origin: f64 = numberAt(d, rootOrigin);
  let keepsWeight: bool = true;
  let before: f64 = 0;
  for (let evaluation: i32 = 0; evaluation < LIMIT; evaluation++) {
    if (!(shift > low && shift < high)) {
      shift = middle(low, high);
      if (!(shift > low && shift < high)) {
        rootShift = low == 0 ? high : low;
        return true;
      }
    }
    rootShift = shift;
    accumulateBelow(d, z, i, origin, shift);
    const below: f64 = sum;
    const belowSlope: f64 = slope;
    accumulateAbove(d, z, k, i, origin, shift);
    const both: f64 = belowSlope + slope;
    const w: f64 = constant + below + sum;
    if (abs(w) <= EPSILON * (constant + 8 * (sum - below) + abs(shift) * both)) return true;
    if (w < 0) low = shift;
    else high = shift;
    if (evaluation > 0 && w * before > 0 && abs(w) > 0.1 * abs(before)) keepsWeight = !keepsWeight;
    before = w;

    const one: f64 = left - origin - shift;
    let step: f64;
    if (isLast) {
      step = one + (one * one * belowSlope) / (w - one * belowSlope);
    } else {
      const two: f64 = numberAt(d, i + 1) - origin - shift;
      let c: f64;
      if (!keepsWeight) c = w - one * belowSlope - two * slope;
      else if (isLeft) {
        const ratio: f64 = numberAt(z, i) / one;
        c = w - two * both + gap * ratio * ratio;
      } else {
        const ratio: f64 = numberAt(z, i + 1) / two;
        c = w - one * both - gap * ratio * ratio;
      }
      step = smallerRoot((one + two) * w - one * two * both, one * two * w, c);
      if (!(w * step < 0)) step = -w / both;
    }
    if (shift + step == shift) return true;
    shift = evaluation < PATIENCE ? shift + step : low;
  }
  return false;
}

/** The root η of c η² − a η + b = 0 that tends to b / a as c tends to zero, or the one beyond it where a is negative. */
@inline
function smallerRoot(a: f64, b: f64, c: f64): f64 {
  const root: f64 = Math.sqrt(abs(a * a - 4 * b * c));
  return a > 0 ? (2 * b) / (a + root) : (a - root) / (2 * c);
}

/** A number between two of one sign, closer to the smaller one when they differ by orders of magnitude. */
function middle(low: f64, high: f64): f64 {
  if (low == 0) return high * 0.0009765625;
  if (high == 0) return low * 0.0009765625;
  const ratio: f64 = low / high;
  if (ratio > 0.25 && ratio < 4) return 0.5 * (low + high);
  return (low < 0 ? -1 : 1) * Math.sqrt(abs(low)) * Math.sqrt(abs(high));
}

/**
 * The weights whose secular equation has exactly the computed roots as its roots, with the signs of the old ones
 * (Löwner's formula; Gu & Eisenstat 1994):
 *
 *     zⱼ² = (λⱼ − dⱼ) Π (λᵢ − dⱼ) / (dᵢ − dⱼ) over i ≠ j
 *
 * Vectors made from them are orthogonal to working precision, however close the roots are. Replaces z; `squares` has
 * room for k doubles.
 */
export function exactWeights(d: usize, z: usize, k: i32, origins: usize, shifts: usize, squares: usize): void {
  for (let j: i32 = 0; j < k; j++) setNumber(squares, j, -1);
  for (let i: i32 = 0; i < k; i++) {
    const origin: f64 = numberAt(d, load<i32>(origins + ((<usize>i) << 2)));
    const shift: f64 = numberAt(shifts, i);
    const own: f64 = numberAt(d, i);
    multiplyRatios(d, squares, 0, i, origin, shift, own);
    multiplyRatios(d, squares, i + 1, k, origin, shift, own);
    setNumber(squares, i, numberAt(squares, i) * (own - origin - shift));
  }
  for (let j: i32 = 0; j < k; j++) setNumber(z, j, copysign(Math.sqrt(numberAt(squares, j)), numberAt(z, j)));
}

/** Multiplies the squares from `first` to before `end` by ((dⱼ − origin) − τ) / (dⱼ − own). */
function multiplyRatios(d: usize, squares: usize, first: i32, end: i32, origin: f64, shift: f64, own: f64): void {
  let j: i32 = first;
  for (; j + 1 < end; j += 2) {
    const pole = v128.load(d + ((<usize>j) << 3));
    const target: usize = squares + ((<usize>j) << 3);
    const difference = f64x2.sub(f64x2.sub(pole, f64x2.splat(origin)), f64x2.splat(shift));
    const ratio = f64x2.div(difference, f64x2.sub(pole, f64x2.splat(own)));
    v128.store(target, f64x2.mul(v128.load(target), ratio));
  }
  if (j == end) return;
  const pole: f64 = numberAt(d, j);
  setNumber(squares, j, (numberAt(squares, j) * (pole - origin - shift)) / (pole - own));
}

/** The unit vector of the root with an origin and a distance: zⱼ / (dⱼ − λ), in the order in which d and z are given. */
export function secularVector(d: usize, z: usize, k: i32, origin: f64, shift: f64, target: usize): void {
  const from = f64x2.splat(origin);
  const by = f64x2.splat(shift);
  // An odd number leaves one entry beyond the end, which the next vector overwrites.
  for (let j: usize = 0; j < (<usize>k) << 3; j += 16) {
    v128.store(target + j, f64x2.div(v128.load(z + j), f64x2.sub(f64x2.sub(v128.load(d + j), from), by)));
  }
  const scale = f64x2.splat(1 / Math.sqrt(innerProduct(target, target, k)));
  for (let j: usize = 0; j < (<usize>k) << 3; j += 16) {
    v128.store(target + j, f64x2.mul(v128.load(target + j), scale));
  }
}
