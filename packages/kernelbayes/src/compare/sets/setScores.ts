import { matrix, type Matrix } from "../../engine/matrix.ts";
import { probabilityMatrix, type Probabilities } from "../../evaluate/probabilities.ts";
import { requireLength } from "../../matrix/requireLength.ts";

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
  const { data, rows, columns } = probabilityMatrix(probabilities);
  if (score === "least-ambiguous") {
    return matrix(
      rows,
      columns,
      data.map((p) => 1 - p),
    );
  }
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
