import { type Box, clip } from "./box.ts";
import { cauchyPoint } from "./cauchyPoint.ts";
import type { GradientSample } from "./ledger.ts";
import type { LimitedMemory } from "./limitedMemory.ts";
import { smallSolver } from "./smallSolver.ts";
import { subspaceMinimum } from "./subspaceMinimum.ts";
import { plusScaled } from "../matrix/dot.ts";

/**
 * Where the quadratic model of the objective around x is lowest inside the box, to good approximation: first along the
 * projected gradient, then over the coordinates this left free. A memory that has become singular is forgotten, and the
 * answer is the projected gradient step P(x − g).
 */
export function modelMinimum({ point, gradient }: GradientSample, box: Box, memory: LimitedMemory): Float64Array {
  const solveMiddle = smallSolver(memory.middle(), memory.width);
  if (solveMiddle !== undefined) {
    const cauchy = cauchyPoint(point, gradient, box, memory, solveMiddle);
    const minimum = subspaceMinimum(point, gradient, box, memory, solveMiddle, cauchy);
    if (minimum !== undefined) return minimum;
  }
  memory.forget();
  return clip(plusScaled(point, -1, gradient), box);
}
