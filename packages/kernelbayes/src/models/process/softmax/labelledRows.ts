import { matrix, type Matrix } from "../../../engine/matrix.ts";
import { logSumExp } from "../../../numeric/logSumExp.ts";

/** The classes of rows, with what each row counts. */
export interface SoftmaxRows {
  /** Class number of each row, from 0. */
  readonly classes: Int32Array;
  readonly classCount: number;
  /** Positive; a row of weight w stands for w equal rows. */
  readonly weights: Float64Array;
}

/** What the likelihood says at latent values f (a row a row, a class a column). */
export interface SoftmaxLikelihood {
  /** π = softmax of the rows of f. */
  readonly probabilities: Matrix;
  /** Its gradient in f: w (y − π). */
  readonly slopes: Matrix;
  /** Σ w log π of the own classes. */
  readonly logLikelihood: number;
}

/** The softmax likelihood of rows at latent values. */
export function softmaxLikelihood({ classes, weights }: SoftmaxRows, f: Matrix): SoftmaxLikelihood {
  const { rows: n, columns: C } = f;
  const probabilities = matrix(n, C);
  const slopes = matrix(n, C);
  let logLikelihood = 0;
  for (let i = 0; i < n; i++) {
    const total = logSumExp(f.data.subarray(i * C, (i + 1) * C));
    let ofOthers = 0;
    for (let c = 0; c < C; c++) {
      const at = i * C + c;
      const probability = Math.exp(f.data[at] - total);
      probabilities.data[at] = probability;
      if (c === classes[i]) continue;
      slopes.data[at] = -weights[i] * probability;
      ofOthers += probability;
    }
    // 1 − π of the own class as the sum of the others, which keeps its digits where π is next to one.
    slopes.data[i * C + classes[i]] = weights[i] * ofOthers;
    logLikelihood += weights[i] * (f.data[i * C + classes[i]] - total);
  }
  return { probabilities, slopes, logLikelihood };
}
