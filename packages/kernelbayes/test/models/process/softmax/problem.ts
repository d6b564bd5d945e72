import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import type { SoftmaxRows } from "../../../../src/models/process/softmax/labelledRows.ts";
import { constant } from "../../../../src/kernels/constant.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";
import type { Kernel } from "../../../../src/kernels/kernel.ts";
import { scale } from "../../../../src/kernels/scale.ts";
import { sum } from "../../../../src/kernels/sum.ts";
import { normal, stream } from "../../../../src/random/index.ts";

export interface SmallProblem {
  readonly X: Matrix;
  readonly rows: SoftmaxRows;
  readonly kernel: Kernel;
}

/** Rows of two columns in overlapping classes, with uneven weights unless they are given. */
export function smallProblem(n: number, classCount: number, variance = 4, weights?: Float64Array): SmallProblem {
  const random = stream(3, n, classCount);
  const classes = Int32Array.from({ length: n }, (_, i) => i % classCount);
  const X = matrix(n, 2);
  classes.forEach((c, i) => {
    X.data[2 * i] = Math.cos((2 * Math.PI * c) / classCount) + normal(random);
    X.data[2 * i + 1] = Math.sin((2 * Math.PI * c) / classCount) + normal(random);
  });
  return {
    X,
    rows: { classes, classCount, weights: weights ?? Float64Array.from(classes, (_, i) => 0.5 + (i % 4)) },
    kernel: sum(scale(gaussian({ lengthScale: 1.2 }), { variance }), constant({ variance: 0.6 })),
  };
}

/** The dense matrices of all classes together, class after class: K in C diagonal blocks, and W. */
export function denseMatrices(
  K: Matrix,
  probabilities: Matrix,
  weights: Float64Array,
): { readonly K: Matrix; readonly W: Matrix } {
  const n = K.rows;
  const C = probabilities.columns;
  const N = n * C;
  const [large, W] = [matrix(N, N), matrix(N, N)];
  for (let c = 0; c < C; c++) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) large.data[(c * n + i) * N + c * n + j] = K.data[i * n + j];
      for (let d = 0; d < C; d++) {
        const [p, q] = [probabilities.data[i * C + c], probabilities.data[i * C + d]];
        W.data[(c * n + i) * N + d * n + i] = weights[i] * ((c === d ? p : 0) - p * q);
      }
    }
  }
  return { K: large, W };
}
