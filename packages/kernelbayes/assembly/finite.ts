import { addLanes, at } from "./lanes";

/** Whether `count` numbers are all finite: 0 · x is 0 for a finite x and NaN otherwise. */
export function isFinite(data: usize, count: i32): bool {
  const zero = f64x2.splat(0);
  let sum = f64x2.splat(0);
  const end: usize = data + ((<usize>(count & ~1)) << 3);
  for (; data < end; data += 16) sum = f64x2.add(sum, f64x2.mul(zero, v128.load(data)));
  let total: f64 = addLanes(sum);
  if ((count & 1) != 0) total += 0 * load<f64>(data);
  return total == 0;
}

/** Whether the diagonal of an n × n matrix and what is below it are finite. */
export function isFiniteLower(a: usize, n: i32): bool {
  for (let i: i32 = 0; i < n; i++) if (!isFinite(at(a, n, i, 0), i + 1)) return false;
  return true;
}
