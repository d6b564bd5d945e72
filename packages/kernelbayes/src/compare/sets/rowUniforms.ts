import { stream, type Stream } from "../../random/stream.ts";

/** Rows that a threshold is found on and rows that get sets draw from branches of their own. */
const branches = { calibration: 1_668_115_574, prediction: 1_886_545_251 } as const;

/** How many rows share a stream; a stream for every row would cost more than all else. */
const BLOCK = 64;

/**
 * A number between 0 and 1 for each row, which depends on the seed, the row's place and nothing else: rows get the same numbers
 * whether they come all at once or in pieces. `first` is the place of the first row.
 */
export function rowUniforms(branch: keyof typeof branches, seed: number, rows: number, first = 0): Float64Array {
  if (!Number.isSafeInteger(first) || first < 0) {
    throw new RangeError(`The place of the first row must be a whole number from 0; got ${String(first)}.`);
  }
  const uniforms = new Float64Array(rows);
  let block = Math.floor(first / BLOCK);
  let source = blockStream(branch, seed, block);
  for (let skipped = block * BLOCK; skipped < first; skipped++) source.uniform();
  for (let row = 0; row < rows; row++) {
    const place = first + row;
    if (row > 0 && place % BLOCK === 0) source = blockStream(branch, seed, ++block);
    uniforms[row] = source.uniform();
  }
  return uniforms;
}

function blockStream(branch: keyof typeof branches, seed: number, block: number): Stream {
  // Every 64th stream of a branch begins without a jump.
  return stream(seed, branches[branch], block * BLOCK);
}
