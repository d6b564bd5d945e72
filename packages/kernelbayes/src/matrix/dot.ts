import { requireLength } from "./requireLength.ts";

/** Σ xᵢ yᵢ. */
export function dot(x: ArrayLike<number>, y: ArrayLike<number>): number {
  requireLength(y.length, x.length, "The length of both vectors");
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}
