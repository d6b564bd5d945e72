import { smallSolver } from "../../optimize/smallSolver.ts";

/** Suggests the next point of a fixed-point iteration x ← G(x) from the points it has seen. */
export interface Anderson {
  /** From x and G(x); `scales` say in which units the entries of G(x) − x are compared. Equals G(x) with nothing to go by. */
  next(x: Float64Array, image: Float64Array, scales: Float64Array): Float64Array;
  forget(): void;
}

/**
 * Anderson acceleration (Anderson 1965; type II): the combination of the last images G(x_j) whose combined residual
 * G(x_j) − x_j is smallest in the sense of least squares.
 */
export function anderson(memory: number): Anderson {
  let history: { readonly x: Float64Array; readonly image: Float64Array }[] = [];
  return {
    forget: () => void (history = []),
    next(x, image, scales) {
      const differences = history.map((old) => ({
        residual: x.map((value, i) => (image[i] - value - (old.image[i] - old.x[i])) * scales[i]),
        image: image.map((value, i) => value - old.image[i]),
      }));
      history = [...history.slice(-(memory - 1)), { x: x.slice(), image: image.slice() }];
      const m = differences.length;
      const residual = image.map((value, i) => (value - x[i]) * scales[i]);
      const products = new Float64Array(m * m);
      const right = new Float64Array(m);
      for (let a = 0; a < m; a++) {
        for (let b = 0; b < m; b++) products[a * m + b] = inner(differences[a].residual, differences[b].residual);
        right[a] = inner(differences[a].residual, residual);
      }
      // Nearly dependent differences must not be divided by.
      for (let a = 0; a < m; a++) products[a * m + a] *= 1 + 1e-10;
      const solve = m > 0 ? smallSolver(products, m) : undefined;
      if (solve === undefined) return image.slice();
      const gamma = solve(right);
      const result = image.slice();
      for (let a = 0; a < m; a++) {
        const { image: difference } = differences[a];
        for (let i = 0; i < result.length; i++) result[i] -= gamma[a] * difference[i];
      }
      return result.every(Number.isFinite) ? result : image.slice();
    },
  };
}

function inner(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}
