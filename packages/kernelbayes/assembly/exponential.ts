import { multiplyAdd, multiplySubtract } from "./lanes";

// eˣ = 2ⁿ eʳ with n = round(x / ln 2) and r = x − n ln 2, |r| ≤ ½ ln 2. ln 2 is split in two, so that n times its first
// part is exact. eʳ = 1 + (r + r² P(r)) with P the Chebyshev interpolant of (eʳ − 1 − r) / r² of degree 10 (error 2e-19
// in eʳ).

/** Below this argument 2ⁿ is no longer a normal number. */
const SMALLEST: f64 = -708;
const LOG2_E: f64 = 1.4426950408889634;
/** Adding 1.5 · 2⁵² rounds to an integer and leaves it in the low bits of the sum. */
const ROUND: f64 = 6755399441055744;
const LN_2_HIGH: f64 = 0.6931471801362932;
const LN_2_LOW: f64 = 4.236521365809284e-10;

/** The coefficients of P from r⁰ to r¹⁰, each in both lanes: V8 would build a constant anew, out of integers, each time. */
const coefficients: usize = memory.data<f64>([
  0.5, 0.5,
  0.1666666666666667, 0.1666666666666667,
  0.04166666666666667, 0.04166666666666667,
  0.008333333333326136, 0.008333333333326136,
  0.0013888888888883748, 0.0013888888888883748,
  0.00019841269874820627, 0.00019841269874820627,
  2.4801587325547743e-5, 2.4801587325547743e-5,
  2.7557255400206422e-6, 2.7557255400206422e-6,
  2.75572736431103e-7, 2.75572736431103e-7,
  2.5105217004720745e-8, 2.5105217004720745e-8,
  2.0914686968086876e-9, 2.0914686968086876e-9,
], 16);

@inline
function coefficient(power: usize): v128 {
  return v128.load(coefficients + (power << 4));
}

/** eˣ of both lanes, for x ≤ 0 or NaN; at most one unit in the last place off, with gradual underflow to zero. */
@inline
export function exponentialOfNegative(x: v128): v128 {
  if (i64x2.all_true(f64x2.ge(x, f64x2.splat(SMALLEST)))) {
    const shifted = f64x2.add(f64x2.mul(x, f64x2.splat(LOG2_E)), f64x2.splat(ROUND));
    const power = i64x2.shl(shifted, 52);
    return i64x2.add(reduced(x, f64x2.sub(shifted, f64x2.splat(ROUND))), power);
  }
  return f64x2.replace_lane(f64x2.splat(gradual(f64x2.extract_lane(x, 0))), 1, gradual(f64x2.extract_lane(x, 1)));
}

/** exp(x − n ln 2); the even and the odd powers of P side by side. */
@inline
function reduced(x: v128, n: v128): v128 {
  const r = multiplySubtract(n, f64x2.splat(LN_2_LOW), multiplySubtract(n, f64x2.splat(LN_2_HIGH), x));
  const square = f64x2.mul(r, r);
  let even = multiplyAdd(coefficient(10), square, coefficient(8));
  let odd = multiplyAdd(coefficient(9), square, coefficient(7));
  even = multiplyAdd(even, square, coefficient(6));
  odd = multiplyAdd(odd, square, coefficient(5));
  even = multiplyAdd(even, square, coefficient(4));
  odd = multiplyAdd(odd, square, coefficient(3));
  even = multiplyAdd(even, square, coefficient(2));
  odd = multiplyAdd(odd, square, coefficient(1));
  even = multiplyAdd(even, square, coefficient(0));
  return f64x2.add(f64x2.splat(1), multiplyAdd(multiplyAdd(odd, r, even), square, r));
}

/** eˣ where 2ⁿ may be subnormal: two factors, of which only the second one rounds. */
function gradual(x: f64): f64 {
  if (isNaN(x)) return x;
  if (x < -746) return 0;
  const n: f64 = nearest(x * LOG2_E);
  const first: i64 = <i64>n / 2;
  const second: i64 = <i64>n - first;
  const value: f64 = f64x2.extract_lane(reduced(f64x2.splat(x), f64x2.splat(n)), 0);
  return value * reinterpret<f64>((1023 + first) << 52) * reinterpret<f64>((1023 + second) << 52);
}
