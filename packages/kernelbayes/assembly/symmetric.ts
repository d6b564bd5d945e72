import { at, lowerLanes, upperLanes } from "./lanes";

const BLOCK: i32 = 32;

/** Copies the lower triangle of an n × n matrix onto the upper one, block by block. */
export function mirrorLower(a: usize, n: i32): void {
  for (let row: i32 = 0; row < n; row += BLOCK) {
    const rowEnd: i32 = min(n, row + BLOCK);
    for (let column: i32 = 0; column <= row; column += BLOCK) {
      for (let i: i32 = row; i < rowEnd; i += 2) {
        const end: i32 = min(i, column + BLOCK);
        let j: i32 = column;
        if (i + 1 < n) {
          const other: usize = at(a, n, i + 1, 0);
          for (; j < end; j += 2) {
            const one = v128.load(at(a, n, i, j));
            const two = v128.load(other + ((<usize>j) << 3));
            v128.store(at(a, n, j, i), lowerLanes(one, two));
            v128.store(at(a, n, j + 1, i), upperLanes(one, two));
          }
          if (column == row) store<f64>(at(a, n, i, i + 1), load<f64>(at(a, n, i + 1, i)));
        } else {
          for (; j < end; j++) store<f64>(at(a, n, j, i), load<f64>(at(a, n, i, j)));
        }
      }
    }
  }
}

/** Writes zeros above the diagonal of an n × n matrix. */
export function clearUpper(a: usize, n: i32): void {
  for (let i: i32 = 0; i < n - 1; i++) memory.fill(at(a, n, i, i + 1), 0, (<usize>(n - 1 - i)) << 3);
}
