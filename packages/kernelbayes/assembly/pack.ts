import { lowerLanes, upperLanes } from "./lanes";

/** Rows and columns of a register tile, which is the number of vectors in a panel. */
export const TILE: i32 = 4;

// A packed block of the left operand (every entry twice) and a packed panel of the right one.
export const BLOCK_ROWS: i32 = 64;
export const BLOCK_DEPTH: i32 = 256;
export const BLOCK_COLUMNS: i32 = 1024;
export const packedRows: usize = memory.data(64 * 256 * 16, 64);
export const packedColumns: usize = memory.data(256 * 1024 * 8, 64);

/**
 * Copies `count` vectors of length `depth` into panels of four vectors: a panel holds, for each position along the
 * depth, the entries of its vectors side by side. Vectors are `across` doubles apart, entries of one vector `along`
 * doubles apart. The last panel is filled up with zeros, whose products nobody reads.
 */
export function packPanels(target: usize, source: usize, across: i32, along: i32, count: i32, depth: i32): void {
  const acrossBytes: usize = (<usize>across) << 3;
  const alongBytes: usize = (<usize>along) << 3;
  for (let first: i32 = 0; first < count; first += TILE) {
    const live: i32 = min(TILE, count - first);
    let from: usize = source + <usize>first * acrossBytes;
    let to: usize = target;
    target += (<usize>depth) << 5;
    if (live == TILE && along == 1) {
      let position: i32 = 0;
      for (; position + 1 < depth; position += 2) {
        const one = v128.load(from);
        const two = v128.load(from + acrossBytes);
        const three = v128.load(from + 2 * acrossBytes);
        const four = v128.load(from + 3 * acrossBytes);
        v128.store(to, lowerLanes(one, two));
        v128.store(to, lowerLanes(three, four), 16);
        v128.store(to, upperLanes(one, two), 32);
        v128.store(to, upperLanes(three, four), 48);
        from += 16;
        to += 64;
      }
      if (position < depth) {
        store<f64>(to, load<f64>(from));
        store<f64>(to, load<f64>(from + acrossBytes), 8);
        store<f64>(to, load<f64>(from + 2 * acrossBytes), 16);
        store<f64>(to, load<f64>(from + 3 * acrossBytes), 24);
      }
    } else if (live == TILE && across == 1) {
      for (let position: i32 = 0; position < depth; position++) {
        v128.store(to, v128.load(from));
        v128.store(to, v128.load(from, 16), 16);
        from += alongBytes;
        to += 32;
      }
    } else {
      for (let position: i32 = 0; position < depth; position++) {
        for (let member: i32 = 0; member < TILE; member++) {
          store<f64>(to, member < live ? load<f64>(from + <usize>member * acrossBytes) : 0);
          to += 8;
        }
        from += alongBytes;
      }
    }
  }
}

/**
 * As `packPanels`, with every entry written twice: a plain load then fills both lanes, where a broadcasting load would
 * occupy the arithmetic units on some processors (a tenth of the speed of the product).
 */
export function packTwice(target: usize, source: usize, across: i32, along: i32, count: i32, depth: i32): void {
  const acrossBytes: usize = (<usize>across) << 3;
  const alongBytes: usize = (<usize>along) << 3;
  for (let first: i32 = 0; first < count; first += TILE) {
    const live: i32 = min(TILE, count - first);
    const panel: usize = target;
    target += (<usize>depth) << 6;
    if (along == 1) {
      for (let member: i32 = 0; member < TILE; member++) {
        let from: usize = source + <usize>(first + member) * acrossBytes;
        let to: usize = panel + ((<usize>member) << 4);
        if (member < live) {
          let position: i32 = 0;
          for (; position + 1 < depth; position += 2) {
            const pair = v128.load(from);
            v128.store(to, lowerLanes(pair, pair));
            v128.store(to, upperLanes(pair, pair), 64);
            from += 16;
            to += 128;
          }
          if (position < depth) v128.store(to, v128.load_splat<f64>(from));
        } else {
          for (let position: i32 = 0; position < depth; position++) {
            v128.store(to, f64x2.splat(0));
            to += 64;
          }
        }
      }
    } else {
      let from: usize = source + <usize>first * acrossBytes;
      let to: usize = panel;
      for (let position: i32 = 0; position < depth; position++) {
        for (let member: i32 = 0; member < TILE; member++) {
          v128.store(to, member < live ? v128.load_splat<f64>(from + <usize>member * acrossBytes) : f64x2.splat(0));
          to += 16;
        }
        from += alongBytes;
      }
    }
  }
}
