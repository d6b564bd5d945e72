import { multiplyAdd } from "./lanes";
import { ADD, LOWER, REPLACE, UPPER } from "./mode";
import { BLOCK_COLUMNS, BLOCK_DEPTH, BLOCK_ROWS, packedColumns, packedRows, packPanels, packTwice, TILE } from "./pack";
import { timesVector } from "./vector";

// Blocking after Goto & van de Geijn (2008), "Anatomy of high-performance matrix multiplication": a block of A stays in
// the second-level cache, a panel of B in the first, a 4 × 4 tile of C in the registers. No larger tile: V8 loads all
// operands of one pass through the loop before it uses them, and six operands, eight sums and one product fill its
// fifteen registers.

const edgeTile: usize = memory.data(4 * 4 * 8, 16);

/**
 * C = op(A) op(B), C += op(A) op(B) or C −= op(A) op(B), for C of `rows` × `columns` and a common length `depth`. Entry
 * (i, j) of op(A) is found at a + 8 (i · aRow + j · aColumn), and so for B: transposition is a matter of strides. C is
 * row-major. `part` restricts the work to the tiles that touch one triangle of C.
 */
export function product(
  rows: i32,
  columns: i32,
  depth: i32,
  a: usize,
  aRow: i32,
  aColumn: i32,
  b: usize,
  bRow: i32,
  bColumn: i32,
  c: usize,
  cRow: i32,
  mode: i32,
  part: i32,
): void {
  if (rows <= 0 || columns <= 0) return;
  if (depth <= 0) {
    if (mode == REPLACE)
      for (let i: i32 = 0; i < rows; i++) memory.fill(c + ((<usize>i * <usize>cRow) << 3), 0, (<usize>columns) << 3);
    return;
  }
  if (columns == 1) {
    timesVector(rows, depth, a, aRow, aColumn, b, bRow, c, cRow, mode);
    return;
  }
  if (rows == 1) {
    timesVector(columns, depth, b, bColumn, bRow, a, aColumn, c, 1, mode);
    return;
  }
  for (let column: i32 = 0; column < columns; column += BLOCK_COLUMNS) {
    const width: i32 = min(BLOCK_COLUMNS, columns - column);
    for (let inner: i32 = 0; inner < depth; inner += BLOCK_DEPTH) {
      const length: i32 = min(BLOCK_DEPTH, depth - inner);
      const blockMode: i32 = inner == 0 ? mode : mode == REPLACE ? ADD : mode;
      packPanels(
        packedColumns,
        b + ((<usize>inner * <usize>bRow + <usize>column * <usize>bColumn) << 3),
        bColumn,
        bRow,
        width,
        length,
      );
      for (let row: i32 = 0; row < rows; row += BLOCK_ROWS) {
        const height: i32 = min(BLOCK_ROWS, rows - row);
        if (part == LOWER && row + height <= column) continue;
        if (part == UPPER && row >= column + width) continue;
        packTwice(
          packedRows,
          a + ((<usize>row * <usize>aRow + <usize>inner * <usize>aColumn) << 3),
          aRow,
          aColumn,
          height,
          length,
        );
        block(
          height,
          width,
          length,
          c + ((<usize>row * <usize>cRow + <usize>column) << 3),
          cRow,
          blockMode,
          part,
          row - column,
        );
      }
    }
  }
}

/**
 * All tiles of one packed block of A with one packed panel of B. `shift` is the row minus the column of the block's
 * corner.
 */
function block(height: i32, width: i32, depth: i32, c: usize, cRow: i32, mode: i32, part: i32, shift: i32): void {
  const strideBytes: usize = (<usize>cRow) << 3;
  const panelA: usize = (<usize>depth) << 6;
  const panelB: usize = (<usize>depth) << 5;
  let fromB: usize = packedColumns;
  for (let column: i32 = 0; column < width; column += TILE) {
    let row: i32 = 0;
    // From the tile that holds the diagonal at the first of these columns on, or up to the one that holds it at the
    // last.
    if (part == LOWER && column > shift) row = ((column - shift) / TILE) * TILE;
    const end: i32 = part == UPPER ? min(height, column + TILE - shift) : height;
    let fromA: usize = packedRows + <usize>(row / TILE) * panelA;
    const whole: bool = column + TILE <= width;
    for (; row < end; row += TILE) {
      const target: usize = c + <usize>row * strideBytes + ((<usize>column) << 3);
      if (whole && row + TILE <= height) {
        tile(depth, fromA, fromB, target, strideBytes, mode);
      } else {
        tile(depth, fromA, fromB, edgeTile, <usize>(TILE << 3), REPLACE);
        mergeEdge(min(TILE, height - row), min(TILE, width - column), target, strideBytes, mode);
      }
      fromA += panelA;
    }
    fromB += panelB;
  }
}

function mergeEdge(rows: i32, columns: i32, c: usize, strideBytes: usize, mode: i32): void {
  for (let i: i32 = 0; i < rows; i++) {
    for (let j: i32 = 0; j < columns; j++) {
      const value = load<f64>(edgeTile + ((<usize>(i * TILE + j)) << 3));
      const target: usize = c + <usize>i * strideBytes + ((<usize>j) << 3);
      if (mode == REPLACE) store<f64>(target, value);
      else if (mode == ADD) store<f64>(target, load<f64>(target) + value);
      else store<f64>(target, load<f64>(target) - value);
    }
  }
}

@inline
function merge(target: usize, left: v128, right: v128, mode: i32): void {
  if (mode == REPLACE) {
    v128.store(target, left);
    v128.store(target, right, 16);
  } else if (mode == ADD) {
    v128.store(target, f64x2.add(v128.load(target), left));
    v128.store(target, f64x2.add(v128.load(target, 16), right), 16);
  } else {
    v128.store(target, f64x2.sub(v128.load(target), left));
    v128.store(target, f64x2.sub(v128.load(target, 16), right), 16);
  }
}

/**
 * A tile of the product of four packed rows and four packed columns. Four steps along the depth to a pass; the ways
 * out between them also keep V8 from loading the operands of all four at once, for which it has no registers.
 */
function tile(depth: i32, a: usize, b: usize, c: usize, strideBytes: usize, mode: i32): void {
  const end: usize = b + ((<usize>depth) << 5);
  const last1: usize = end - 32,
    last2: usize = end - 64,
    last3: usize = end - 96;
  let r00 = f64x2.splat(0),
    r01 = f64x2.splat(0);
  let r10 = f64x2.splat(0),
    r11 = f64x2.splat(0);
  let r20 = f64x2.splat(0),
    r21 = f64x2.splat(0);
  let r30 = f64x2.splat(0),
    r31 = f64x2.splat(0);
  do {
    const b00 = v128.load(b),
      b01 = v128.load(b, 16);
    const a00 = v128.load(a);
    r00 = multiplyAdd(a00, b00, r00);
    r01 = multiplyAdd(a00, b01, r01);
    const a01 = v128.load(a, 16);
    r10 = multiplyAdd(a01, b00, r10);
    r11 = multiplyAdd(a01, b01, r11);
    const a02 = v128.load(a, 32);
    r20 = multiplyAdd(a02, b00, r20);
    r21 = multiplyAdd(a02, b01, r21);
    const a03 = v128.load(a, 48);
    r30 = multiplyAdd(a03, b00, r30);
    r31 = multiplyAdd(a03, b01, r31);
    if (b == last1) break;
    const b10 = v128.load(b, 32),
      b11 = v128.load(b, 48);
    const a10 = v128.load(a, 64);
    r00 = multiplyAdd(a10, b10, r00);
    r01 = multiplyAdd(a10, b11, r01);
    const a11 = v128.load(a, 80);
    r10 = multiplyAdd(a11, b10, r10);
    r11 = multiplyAdd(a11, b11, r11);
    const a12 = v128.load(a, 96);
    r20 = multiplyAdd(a12, b10, r20);
    r21 = multiplyAdd(a12, b11, r21);
    const a13 = v128.load(a, 112);
    r30 = multiplyAdd(a13, b10, r30);
    r31 = multiplyAdd(a13, b11, r31);
    if (b == last2) break;
    const b20 = v128.load(b, 64),
      b21 = v128.load(b, 80);
    const a20 = v128.load(a, 128);
    r00 = multiplyAdd(a20, b20, r00);
    r01 = multiplyAdd(a20, b21, r01);
    const a21 = v128.load(a, 144);
    r10 = multiplyAdd(a21, b20, r10);
    r11 = multiplyAdd(a21, b21, r11);
    const a22 = v128.load(a, 160);
    r20 = multiplyAdd(a22, b20, r20);
    r21 = multiplyAdd(a22, b21, r21);
    const a23 = v128.load(a, 176);
    r30 = multiplyAdd(a23, b20, r30);
    r31 = multiplyAdd(a23, b21, r31);
    if (b == last3) break;
    const b30 = v128.load(b, 96),
      b31 = v128.load(b, 112);
    const a30 = v128.load(a, 192);
    r00 = multiplyAdd(a30, b30, r00);
    r01 = multiplyAdd(a30, b31, r01);
    const a31 = v128.load(a, 208);
    r10 = multiplyAdd(a31, b30, r10);
    r11 = multiplyAdd(a31, b31, r11);
    const a32 = v128.load(a, 224);
    r20 = multiplyAdd(a32, b30, r20);
    r21 = multiplyAdd(a32, b31, r21);
    const a33 = v128.load(a, 240);
    r30 = multiplyAdd(a33, b30, r30);
    r31 = multiplyAdd(a33, b31, r31);
    a += 256;
    b += 128;
  } while (b != end);
  merge(c, r00, r01, mode);
  c += strideBytes;
  merge(c, r10, r11, mode);
  c += strideBytes;
  merge(c, r20, r21, mode);
  c += strideBytes;
  merge(c, r30, r31, mode);
}
