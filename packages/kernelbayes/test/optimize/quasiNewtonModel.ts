import { boxOf, type Box } from "../../src/optimize/box.ts";
import { limitedMemory, type LimitedMemory } from "../../src/optimize/limitedMemory.ts";
import { normal } from "../../src/random/normal.ts";
import { stream } from "../../src/random/stream.ts";

/** A random problem for the parts of bounded L-BFGS: a memory of some pairs, a point in a box, a gradient. */
export interface ModelProblem {
  readonly memory: LimitedMemory;
  /** The model's Hessian by the BFGS recursion from θI, each pair in turn. */
  readonly B: number[][];
  readonly x: Float64Array;
  readonly gradient: Float64Array;
  readonly box: Box;
}

/** Pairs come from a random quadratic with eigenvalues of at least 0.5; a third of the coordinates start on a bound. */
export function modelProblem(seed: number, size: number, pairs: number, width = 1): ModelProblem {
  const source = stream(seed);
  const draw = (): Float64Array => Float64Array.from({ length: size }, () => normal(source));
  const roots = Array.from({ length: size }, draw);
  const memory = limitedMemory(5);
  const kept: [Float64Array, Float64Array][] = [];
  for (let k = 0; k < pairs; k++) {
    const s = draw();
    const y = s.map(
      (entry, i) => 0.5 * entry + roots[i].reduce((sum, _, a) => sum + rootProduct(roots, i, a) * s[a], 0),
    );
    memory.remember(s, y);
    kept.push([s, y]);
  }
  let B = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? memory.theta : 0)));
  for (const [s, y] of kept.slice(-5)) B = updated(B, s, y);
  const x = draw();
  const lower = x.map((entry, j) => entry - (j % 3 === 0 ? 0 : width * source.uniform()));
  const upper = x.map((entry) => entry + width * source.uniform());
  return { memory, B, x, gradient: draw(), box: boxOf(size, lower, upper) };
}

/** gᵀz + ½zᵀBz. */
export function modelValue({ B, x, gradient }: ModelProblem, point: Float64Array): number {
  const z = point.map((entry, j) => entry - x[j]);
  return z.reduce((sum, entry, i) => sum + entry * (gradient[i] + 0.5 * times(B[i], z)), 0);
}

export function times(row: ArrayLike<number>, z: Float64Array): number {
  return z.reduce((sum, entry, j) => sum + row[j] * entry, 0);
}

function rootProduct(roots: Float64Array[], i: number, j: number): number {
  return roots[i].reduce((sum, entry, a) => sum + entry * roots[j][a], 0);
}

/** B − Bs sᵀB / sᵀBs + yyᵀ / sᵀy. */
function updated(B: number[][], s: Float64Array, y: Float64Array): number[][] {
  const Bs = s.map((_, i) => times(B[i], s));
  const sBs = times(s, Bs);
  const sy = times(s, y);
  return B.map((row, i) => row.map((entry, j) => entry - (Bs[i] * Bs[j]) / sBs + (y[i] * y[j]) / sy));
}
