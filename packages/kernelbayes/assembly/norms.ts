import { addLanes, multiplyAdd } from "./lanes";

/** The distance from 1 to the next double. */
export const EPSILON: f64 = 2.220446049250313e-16;

/** Sums of squares between these bounds have lost nothing to underflow or overflow. */
export const SAFE_LOW: f64 = 1e-280;
export const SAFE_HIGH: f64 = 1e280;

/** Σ xᵢ yᵢ. */
export function innerProduct(x: usize, y: usize, n: i32): f64 {
  const even: usize = (<usize>(n & ~1)) << 3;
  let s0 = f64x2.splat(0),
    s1 = f64x2.splat(0);
  let i: usize = 0;
  for (; i + 32 <= even; i += 32) {
    s0 = multiplyAdd(v128.load(x + i), v128.load(y + i), s0);
    s1 = multiplyAdd(v128.load(x + i, 16), v128.load(y + i, 16), s1);
  }
  for (; i < even; i += 16) s0 = multiplyAdd(v128.load(x + i), v128.load(y + i), s0);
  let sum: f64 = addLanes(f64x2.add(s0, s1));
  if ((n & 1) != 0) sum += load<f64>(x + i) * load<f64>(y + i);
  return sum;
}

/** max |xᵢ|, 0 for none. */
export function largestMagnitude(x: usize, n: i32): f64 {
  let result: f64 = 0;
  for (let i: i32 = 0; i < n; i++) result = max(result, abs(load<f64>(x + ((<usize>i) << 3))));
  return result;
}

/** x ← factor · x. */
export function scaleBy(x: usize, n: i32, factor: f64): void {
  for (let i: i32 = 0; i < n; i++) store<f64>(x + ((<usize>i) << 3), factor * load<f64>(x + ((<usize>i) << 3)));
}

/** The power of two that brings a positive number to between 1 and 2, or as near as a double can. */
export function scaleToOne(x: f64): f64 {
  const exponent: i64 = <i64>((reinterpret<u64>(x) >> 52) & 0x7ff);
  return reinterpret<f64>(max<i64>(2046 - exponent, 1) << 52);
}

/** √(Σ xᵢ²), without overflow or harmful underflow. */
export function euclideanNorm(x: usize, n: i32): f64 {
  const square: f64 = innerProduct(x, x, n);
  if (square > SAFE_LOW && square < SAFE_HIGH) return Math.sqrt(square);
  const largest: f64 = largestMagnitude(x, n);
  if (largest == 0) return 0;
  const factor: f64 = scaleToOne(largest);
  let sum: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const value: f64 = load<f64>(x + ((<usize>i) << 3)) * factor;
    sum += value * value;
  }
  return Math.sqrt(sum) / factor;
}

/** √(a² + b²), without overflow or harmful underflow. */
export function hypotenuse(a: f64, b: f64): f64 {
  const square: f64 = a * a + b * b;
  if (square > SAFE_LOW && square < SAFE_HIGH) return Math.sqrt(square);
  const largest: f64 = max(abs(a), abs(b));
  if (!(largest > 0 && largest < Infinity)) return largest;
  const x: f64 = a / largest;
  const y: f64 = b / largest;
  return largest * Math.sqrt(x * x + y * y);
}
