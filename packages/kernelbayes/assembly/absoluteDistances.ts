import { BLOCK_COLUMNS, BLOCK_DEPTH, packedColumns, packPanels, TILE } from "./pack";

/** Where the sums of rows that are not there go. */
const nowhere: usize = memory.data(4 * 8, 16);

/**
 * C = Σⱼ wⱼ |xⱼ − zⱼ| for each of the n rows of X and the m rows of Z, of p columns each. Each sum is taken in the order of the columns, by one product and one addition at a time, so that
 * it is the same to the last bit on every machine. With `lower` only the tiles that touch the lower triangle are computed.
 */
export function absoluteDistances(
  n: i32,
  m: i32,
  p: i32,
  x: usize,
  z: usize,
  c: usize,
  weights: usize,
  lower: bool,
): void {
  const strideBytes: usize = (<usize>m) << 3;
  const rowBytes: usize = (<usize>p) << 3;
  for (let column: i32 = 0; column < m; column += BLOCK_COLUMNS) {
    const width: i32 = min(BLOCK_COLUMNS, m - column);
    for (let inner: i32 = 0; inner < p; inner += BLOCK_DEPTH) {
      const depth: i32 = min(BLOCK_DEPTH, p - inner);
      packPanels(packedColumns, z + ((<usize>column * <usize>p + <usize>inner) << 3), p, 1, width, depth);
      const w: usize = weights + ((<usize>inner) << 3);
      for (let row: i32 = 0; row < n; row += TILE) {
        const rows: i32 = min(TILE, n - row);
        const from: usize = x + <usize>row * rowBytes + ((<usize>inner) << 3);
        const end: i32 = lower ? min(width, row + rows - column) : width;
        for (let j: i32 = 0; j < end; j += TILE) {
          const target: usize = c + <usize>row * strideBytes + ((<usize>(column + j)) << 3);
          const panel: usize = packedColumns + ((<usize>(j * depth)) << 3);
          tile(depth, from, rowBytes, rows, panel, w, target, strideBytes, min(TILE, width - j), inner == 0);
        }
      }
    }
  }
}

/** Four rows of X with a panel of four rows of Z; rows that are not there repeat the last one. */
function tile(
  depth: i32,
  x: usize,
  rowBytes: usize,
  rows: i32,
  z: usize,
  weights: usize,
  c: usize,
  strideBytes: usize,
  columns: i32,
  isFirst: bool,
): void {
  const last: i32 = rows - 1;
  let x0: usize = x;
  let x1: usize = x + <usize>min(1, last) * rowBytes;
  let x2: usize = x + <usize>min(2, last) * rowBytes;
  let x3: usize = x + <usize>min(3, last) * rowBytes;
  const c1: usize = last < 1 ? nowhere : c + strideBytes;
  const c2: usize = last < 2 ? nowhere : c + 2 * strideBytes;
  const c3: usize = last < 3 ? nowhere : c + 3 * strideBytes;
  let r00 = former(c, columns, 0, isFirst),
    r01 = former(c, columns, 2, isFirst);
  let r10 = former(c1, columns, 0, isFirst),
    r11 = former(c1, columns, 2, isFirst);
  let r20 = former(c2, columns, 0, isFirst),
    r21 = former(c2, columns, 2, isFirst);
  let r30 = former(c3, columns, 0, isFirst),
    r31 = former(c3, columns, 2, isFirst);
  const end: usize = z + ((<usize>depth) << 5);
  do {
    const weight = v128.load_splat<f64>(weights);
    const z0 = v128.load(z);
    const z1 = v128.load(z, 16);
    const a0 = v128.load_splat<f64>(x0);
    r00 = f64x2.add(r00, f64x2.mul(weight, f64x2.abs(f64x2.sub(a0, z0))));
    r01 = f64x2.add(r01, f64x2.mul(weight, f64x2.abs(f64x2.sub(a0, z1))));
    const a1 = v128.load_splat<f64>(x1);
    r10 = f64x2.add(r10, f64x2.mul(weight, f64x2.abs(f64x2.sub(a1, z0))));
    r11 = f64x2.add(r11, f64x2.mul(weight, f64x2.abs(f64x2.sub(a1, z1))));
    const a2 = v128.load_splat<f64>(x2);
    r20 = f64x2.add(r20, f64x2.mul(weight, f64x2.abs(f64x2.sub(a2, z0))));
    r21 = f64x2.add(r21, f64x2.mul(weight, f64x2.abs(f64x2.sub(a2, z1))));
    const a3 = v128.load_splat<f64>(x3);
    r30 = f64x2.add(r30, f64x2.mul(weight, f64x2.abs(f64x2.sub(a3, z0))));
    r31 = f64x2.add(r31, f64x2.mul(weight, f64x2.abs(f64x2.sub(a3, z1))));
    weights += 8;
    x0 += 8;
    x1 += 8;
    x2 += 8;
    x3 += 8;
    z += 32;
  } while (z != end);
  write(c, columns, r00, r01);
  write(c1, columns, r10, r11);
  write(c2, columns, r20, r21);
  write(c3, columns, r30, r31);
}

/** What earlier stretches of columns left in two entries of C. */
@inline
function former(c: usize, columns: i32, place: i32, isFirst: bool): v128 {
  if (isFirst || place >= columns) return f64x2.splat(0);
  const from: usize = c + ((<usize>place) << 3);
  return place + 1 < columns ? v128.load(from) : v128.load64_zero(from);
}

function write(c: usize, columns: i32, left: v128, right: v128): void {
  if (columns == TILE) {
    v128.store(c, left);
    v128.store(c, right, 16);
    return;
  }
  store<f64>(c, f64x2.extract_lane(left, 0));
  if (columns > 1) store<f64>(c, f64x2.extract_lane(left, 1), 8);
  if (columns > 2) store<f64>(c, f64x2.extract_lane(right, 0), 16);
}
