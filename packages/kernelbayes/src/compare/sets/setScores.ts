import { mapMatrix, matrix, type Matrix } from "../../engine/matrix.ts";
import { probabilityMatrix, type Probabilities } from "../../evaluate/probabilities.ts";
import { requireLength } from "../../matrix/requireLength.ts";
import { stream, type Stream } from "../../random/stream.ts";

/** By which score classes enter a prediction set: see `setScores`. */
export type SetScore = "adaptive" | "least-ambiguous";

/**
 * How badly each class goes with each row, between 0 and 1: the scores from which prediction sets are made.
 *
 * "adaptive" puts the classes in order of falling probability (of equals the lower number first) and takes for class c
 *
 *     s_c = Σ p of the classes before c + u p_c
 *
 * with one u between 0 and 1 for each row. Sets grow where the model is unsure, so that hard rows are covered about as often as
 * easy ones. Drawn at random, u makes the coverage exact; u = 1 everywhere is a little more careful.
 * (Y. Romano, M. Sesia & E. J. Candès, *Classification with valid and adaptive coverage*, 2020.)
 *
 * "least-ambiguous" takes s_c = 1 − p_c: the smallest sets on average, but hard rows pay for it.
 * (M. Sadinle, J. Lei & L. Wasserman, *Least ambiguous set-valued classifiers with bounded error levels*, 2019.)
 */
export function setScores(probabilities: Probabilities, score: SetScore, uniforms?: ArrayLike<number>): Matrix {
  const P = probabilityMatrix(probabilities);
  if (score === "least-ambiguous") return mapMatrix(P, (p) => 1 - p);
  const { data, rows, columns } = P;
  if (uniforms) requireLength(uniforms.length, rows, "The number of uniforms");
  const scores = matrix(rows, columns);
  const order = Int32Array.from({ length: columns }, (_, c) => c);
  for (let row = 0; row < rows; row++) {
    const at = row * columns;
    const u = uniforms?.[row] ?? 1;
    let before = 0;
    for (const c of order.toSorted((a, b) => data[at + b] - data[at + a] || a - b)) {
      scores.data[at + c] = before + u * data[at + c];
      before += data[at + c];
    }
  }
  return scores;
}

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
