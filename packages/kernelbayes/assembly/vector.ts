import { addLanes, multiplyAdd } from "./lanes";
import { ADD, REPLACE } from "./mode";
import { packedColumns, packedRows } from "./pack";

// Products with one vector read the matrix once; packing it would double the work.

/** Entries of the vector, and of the result, that are gathered at a time: the buffers for packing hold them. */
const STRETCH: i32 = 16384;
const gathered: usize = packedColumns;
const sums: usize = packedRows;

/**
 * y = A x, y += A x or y −= A x for a matrix of `rows` × `depth` whose entry (i, j) is found at a + 8 (i · aRow + j ·
 * aColumn), where one of the two strides is 1. The entries of x and y are xStep and yStep doubles apart.
 */
export function timesVector(
  rows: i32,
  depth: i32,
  a: usize,
  aRow: i32,
  aColumn: i32,
  x: usize,
  xStep: i32,
  y: usize,
  yStep: i32,
  mode: i32,
): void {
  for (let inner: i32 = 0; inner < depth; inner += STRETCH) {
    const length: i32 = min(STRETCH, depth - inner);
    const blockMode: i32 = inner > 0 && mode == REPLACE ? ADD : mode;
    let from: usize = x + ((<usize>inner * <usize>xStep) << 3);
    for (let k: i32 = 0; k < length; k++) {
      store<f64>(gathered + ((<usize>k) << 3), load<f64>(from));
      from += (<usize>xStep) << 3;
    }
    for (let row: i32 = 0; row < rows; row += STRETCH) {
      const height: i32 = min(STRETCH, rows - row);
      const corner: usize = a + ((<usize>row * <usize>aRow + <usize>inner * <usize>aColumn) << 3);
      if (aColumn == 1) innerProducts(height, length, corner, (<usize>aRow) << 3);
      else combination(height, length, corner, (<usize>aColumn) << 3);
      let target: usize = y + ((<usize>row * <usize>yStep) << 3);
      for (let i: i32 = 0; i < height; i++) {
        const value: f64 = load<f64>(sums + ((<usize>i) << 3));
        store<f64>(
          target,
          blockMode == REPLACE ? value : blockMode == ADD ? load<f64>(target) + value : load<f64>(target) - value,
        );
        target += (<usize>yStep) << 3;
      }
    }
  }
}

/** One sum for each row of A, contiguous. */
function innerProducts(rows: i32, depth: i32, a: usize, rowBytes: usize): void {
  const even: usize = (<usize>(depth & ~1)) << 3;
  for (let i: i32 = 0; i < rows; i++) {
    let s0 = f64x2.splat(0),
      s1 = f64x2.splat(0),
      s2 = f64x2.splat(0),
      s3 = f64x2.splat(0);
    let k: usize = 0;
    for (; k + 64 <= even; k += 64) {
      s0 = multiplyAdd(v128.load(a + k), v128.load(gathered + k), s0);
      s1 = multiplyAdd(v128.load(a + k, 16), v128.load(gathered + k, 16), s1);
      s2 = multiplyAdd(v128.load(a + k, 32), v128.load(gathered + k, 32), s2);
      s3 = multiplyAdd(v128.load(a + k, 48), v128.load(gathered + k, 48), s3);
    }
    for (; k < even; k += 16) s0 = multiplyAdd(v128.load(a + k), v128.load(gathered + k), s0);
    let sum: f64 = addLanes(f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3)));
    if ((depth & 1) != 0) sum += load<f64>(a + k) * load<f64>(gathered + k);
    store<f64>(sums + ((<usize>i) << 3), sum);
    a += rowBytes;
  }
}

/** The sum of the columns of A, contiguous, each times its entry of the vector; two columns at a time. */
function combination(rows: i32, depth: i32, a: usize, columnBytes: usize): void {
  const bytes: usize = (<usize>rows) << 3;
  const even: usize = (<usize>(rows & ~1)) << 3;
  memory.fill(sums, 0, bytes);
  for (let k: i32 = 0; k < depth; k += 2) {
    const first: f64 = load<f64>(gathered + ((<usize>k) << 3));
    const isPair: bool = k + 1 < depth;
    const second: f64 = isPair ? load<f64>(gathered + ((<usize>k) << 3), 8) : 0;
    const one = f64x2.splat(first);
    const two = f64x2.splat(second);
    const next: usize = a + columnBytes;
    let i: usize = 0;
    if (isPair) {
      for (; i < even; i += 16) {
        const sum = multiplyAdd(one, v128.load(a + i), v128.load(sums + i));
        v128.store(sums + i, multiplyAdd(two, v128.load(next + i), sum));
      }
    } else {
      for (; i < even; i += 16) v128.store(sums + i, multiplyAdd(one, v128.load(a + i), v128.load(sums + i)));
    }
    if (i < bytes) {
      let sum: f64 = load<f64>(sums + i) + first * load<f64>(a + i);
      if (isPair) sum += second * load<f64>(next + i);
      store<f64>(sums + i, sum);
    }
    a = next + columnBytes;
  }
}
