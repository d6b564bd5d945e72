import { exponentialOfNegative } from "./exponential";
import { lowerLanes, multiplyAdd, upperLanes } from "./lanes";
import { BLOCK_COLUMNS, BLOCK_DEPTH, BLOCK_ROWS, packedColumns, packedRows, packPanels, packTwice, TILE } from "./pack";

/** A 4 × 4 tile of squared distances, then of kernel values. */
const tile: usize = memory.data(4 * 4 * 8, 64);
/** The weights of one stretch of columns, packed as a panel of one vector. */
const pairedWeights: usize = memory.data(256 * 64, 64);

/**
 * C = Σⱼ wⱼ (xⱼ − zⱼ)² for each of the n rows of X and the m rows of Z, of p columns each, or exp(−½ of it) with
 * `gaussian`. Differences are taken before anything is squared, so that nothing cancels. Without `weights` (address 0)
 * all are equal to `scale`. With `symmetric` Z is X: one half is computed and written twice; both halves are equal bit
 * by bit because (a − b)² = (b − a)².
 */
export function distances(
  n: i32,
  m: i32,
  p: i32,
  x: usize,
  z: usize,
  c: usize,
  weights: usize,
  scale: f64,
  symmetric: bool,
  gaussian: bool,
): void {
  const strideBytes: usize = (<usize>m) << 3;
  for (let column: i32 = 0; column < m; column += BLOCK_COLUMNS) {
    const width: i32 = min(BLOCK_COLUMNS, m - column);
    for (let inner: i32 = 0; inner < p; inner += BLOCK_DEPTH) {
      const depth: i32 = min(BLOCK_DEPTH, p - inner);
      const isFirst: bool = inner == 0;
      const isLast: bool = inner + depth == p;
      if (weights != 0) packTwice(pairedWeights, weights + ((<usize>inner) << 3), 0, 1, 1, depth);
      packPanels(packedColumns, z + ((<usize>column * <usize>p + <usize>inner) << 3), p, 1, width, depth);
      for (let row: i32 = symmetric ? (column / BLOCK_ROWS) * BLOCK_ROWS : 0; row < n; row += BLOCK_ROWS) {
        const height: i32 = min(BLOCK_ROWS, n - row);
        packTwice(packedRows, x + ((<usize>row * <usize>p + <usize>inner) << 3), p, 1, height, depth);
        for (let j: i32 = 0; j < width; j += TILE) {
          const tileColumn: i32 = column + j;
          const columns: i32 = min(TILE, m - tileColumn);
          const start: i32 = symmetric ? max(0, tileColumn - row) : 0;
          for (let i: i32 = (start / TILE) * TILE; i < height; i += TILE) {
            const tileRow: i32 = row + i;
            const rows: i32 = min(TILE, n - tileRow);
            const target: usize = c + <usize>tileRow * strideBytes + ((<usize>tileColumn) << 3);
            const fromRows: usize = packedRows + ((<usize>(i * depth)) << 4);
            const fromColumns: usize = packedColumns + ((<usize>(j * depth)) << 3);
            if (weights == 0) equalTile(depth, fromRows, fromColumns);
            else {
              weightedTile(depth, fromRows, fromColumns, tile);
              weightedTile(depth, fromRows, fromColumns + 16, tile + 16);
            }
            if (!isFirst) addTile(target, strideBytes, rows, columns);
            if (isLast) finishTile(weights == 0 ? scale : 1, gaussian, rows);
            writeTile(target, strideBytes, rows, columns);
            if (symmetric && isLast && tileRow != tileColumn) {
              writeTransposed(
                c + <usize>tileColumn * strideBytes + ((<usize>tileRow) << 3),
                strideBytes,
                rows,
                columns,
              );
            }
          }
        }
      }
    }
  }
}

function equalTile(depth: i32, a: usize, b: usize): void {
  const end: usize = b + ((<usize>depth) << 5);
  let r00 = f64x2.splat(0),
    r01 = f64x2.splat(0);
  let r10 = f64x2.splat(0),
    r11 = f64x2.splat(0);
  let r20 = f64x2.splat(0),
    r21 = f64x2.splat(0);
  let r30 = f64x2.splat(0),
    r31 = f64x2.splat(0);
  do {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const a0 = v128.load(a);
    const d00 = f64x2.sub(a0, b0),
      d01 = f64x2.sub(a0, b1);
    r00 = multiplyAdd(d00, d00, r00);
    r01 = multiplyAdd(d01, d01, r01);
    const a1 = v128.load(a, 16);
    const d10 = f64x2.sub(a1, b0),
      d11 = f64x2.sub(a1, b1);
    r10 = multiplyAdd(d10, d10, r10);
    r11 = multiplyAdd(d11, d11, r11);
    const a2 = v128.load(a, 32);
    const d20 = f64x2.sub(a2, b0),
      d21 = f64x2.sub(a2, b1);
    r20 = multiplyAdd(d20, d20, r20);
    r21 = multiplyAdd(d21, d21, r21);
    const a3 = v128.load(a, 48);
    const d30 = f64x2.sub(a3, b0),
      d31 = f64x2.sub(a3, b1);
    r30 = multiplyAdd(d30, d30, r30);
    r31 = multiplyAdd(d31, d31, r31);
    a += 64;
    b += 32;
  } while (b != end);
  v128.store(tile, r00);
  v128.store(tile, r01, 16);
  v128.store(tile, r10, 32);
  v128.store(tile, r11, 48);
  v128.store(tile, r20, 64);
  v128.store(tile, r21, 80);
  v128.store(tile, r30, 96);
  v128.store(tile, r31, 112);
}

/** Half a tile, four rows and two columns: the weights need a register too. */
function weightedTile(depth: i32, a: usize, b: usize, target: usize): void {
  const end: usize = b + ((<usize>depth) << 5);
  let w: usize = pairedWeights;
  let r0 = f64x2.splat(0),
    r1 = f64x2.splat(0),
    r2 = f64x2.splat(0),
    r3 = f64x2.splat(0);
  do {
    const weight = v128.load(w);
    const b0 = v128.load(b);
    const d0 = f64x2.sub(v128.load(a), b0);
    r0 = multiplyAdd(f64x2.mul(d0, weight), d0, r0);
    const d1 = f64x2.sub(v128.load(a, 16), b0);
    r1 = multiplyAdd(f64x2.mul(d1, weight), d1, r1);
    const d2 = f64x2.sub(v128.load(a, 32), b0);
    r2 = multiplyAdd(f64x2.mul(d2, weight), d2, r2);
    const d3 = f64x2.sub(v128.load(a, 48), b0);
    r3 = multiplyAdd(f64x2.mul(d3, weight), d3, r3);
    a += 64;
    b += 32;
    w += 64;
  } while (b != end);
  v128.store(target, r0);
  v128.store(target, r1, 32);
  v128.store(target, r2, 64);
  v128.store(target, r3, 96);
}

/** Adds what earlier stretches of columns left in C. */
function addTile(c: usize, strideBytes: usize, rows: i32, columns: i32): void {
  for (let i: i32 = 0; i < rows; i++) {
    for (let j: i32 = 0; j < columns; j++) {
      const entry: usize = tile + ((<usize>(i * TILE + j)) << 3);
      store<f64>(entry, load<f64>(entry) + load<f64>(c + <usize>i * strideBytes + ((<usize>j) << 3)));
    }
  }
}

/** Scales the rows of the tile that are there and takes their exponentials: one row alone is to cost no more than one. */
function finishTile(scale: f64, gaussian: bool, rows: i32): void {
  const end: usize = tile + ((<usize>rows) << 5);
  const factor = f64x2.splat(gaussian ? -0.5 * scale : scale);
  if (gaussian) {
    for (let entry: usize = tile; entry < end; entry += 16) {
      v128.store(entry, exponentialOfNegative(f64x2.mul(v128.load(entry), factor)));
    }
  } else if (scale != 1) {
    for (let entry: usize = tile; entry < end; entry += 16) {
      v128.store(entry, f64x2.mul(v128.load(entry), factor));
    }
  }
}

function writeTile(c: usize, strideBytes: usize, rows: i32, columns: i32): void {
  if (columns == TILE) {
    let from: usize = tile;
    for (let i: i32 = 0; i < rows; i++) {
      v128.store(c, v128.load(from));
      v128.store(c, v128.load(from, 16), 16);
      from += 32;
      c += strideBytes;
    }
    return;
  }
  for (let i: i32 = 0; i < rows; i++) {
    for (let j: i32 = 0; j < columns; j++) {
      store<f64>(c + <usize>i * strideBytes + ((<usize>j) << 3), load<f64>(tile + ((<usize>(i * TILE + j)) << 3)));
    }
  }
}

function writeTransposed(c: usize, strideBytes: usize, rows: i32, columns: i32): void {
  if (rows == TILE && columns == TILE) {
    for (let j: usize = 0; j < 32; j += 16) {
      const one = v128.load(tile + j),
        two = v128.load(tile + j, 32);
      const three = v128.load(tile + j, 64),
        four = v128.load(tile + j, 96);
      v128.store(c, lowerLanes(one, two));
      v128.store(c, lowerLanes(three, four), 16);
      c += strideBytes;
      v128.store(c, upperLanes(one, two));
      v128.store(c, upperLanes(three, four), 16);
      c += strideBytes;
    }
    return;
  }
  for (let j: i32 = 0; j < columns; j++) {
    for (let i: i32 = 0; i < rows; i++) {
      store<f64>(c + <usize>j * strideBytes + ((<usize>i) << 3), load<f64>(tile + ((<usize>(i * TILE + j)) << 3)));
    }
  }
}
