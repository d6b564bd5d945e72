import { type Matrix } from "kernelbayes";
import { matrix, type Engine } from "kernelbayes/engine";

/** Order of the matrices: one that a small data set has, and that even the slowest engine does in a moment. */
export const order = 300;

/** Milliseconds of two operations, the fastest of a few runs each. */
export interface Times {
  readonly product: number;
  readonly cholesky: number;
}

/** Measures an engine for a fraction of a second. */
export function timesOf(engine: Engine): Times {
  const A = scattered(order);
  const S = engine.symmetricProduct(A);
  for (let i = 0; i < order; i++) S.data[i * (order + 1)] += order;
  return { product: fastest(() => engine.multiply(A, A)), cholesky: fastest(() => engine.cholesky(S)) };
}

/** The fastest of at least three runs, and of as many as fit into 40 milliseconds: the first ones are not yet optimized. */
function fastest(run: () => unknown): number {
  let best = Infinity;
  let spent = 0;
  for (let i = 0; i < 3 || (spent < 40 && i < 50); i++) {
    const start = performance.now();
    run();
    const time = performance.now() - start;
    best = Math.min(best, time);
    spent += time;
  }
  return best;
}

/** Numbers between −½ and ½, the same in every run: fractional parts of multiples of the golden ratio. */
function scattered(n: number): Matrix {
  const result = matrix(n, n);
  for (let k = 0; k < n * n; k++) result.data[k] = (((k + 1) * 0.6180339887498949) % 1) - 0.5;
  return result;
}
