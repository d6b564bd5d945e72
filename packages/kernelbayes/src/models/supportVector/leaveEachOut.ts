import type { Engine } from "../../engine/engine.ts";
import { biasOf, lowerBound, upperBound, type DualPoint, type DualProblem } from "./dual.ts";
import { minimalOptimization } from "./minimalOptimization.ts";
import { refine } from "./refine.ts";

export interface LeaveEachOutOptions {
  /** The gap at which steps in pairs end and `refine` takes over. */
  readonly tolerance: number;
  /** The most steps of one refit. */
  readonly steps: number;
}

/**
 * The outputs of rows by machines without them, from the machine of all rows: exact. `left` is what the
 * bound of each row becomes when it (or one unit of its weight) goes. Where its coefficient is within that already, the
 * machine stays what it is; for the others it is trained again from a point near its end. Rows without which a side has
 * nothing left get NaN.
 */
export function* leaveEachOut(
  engine: Engine,
  problem: DualProblem,
  point: DualPoint,
  left: Float64Array,
  { tolerance, steps }: LeaveEachOutOptions,
): Generator<number, Float64Array> {
  const { signs, costs } = problem;
  const bias = biasOf(problem, point);
  const outputs = new Float64Array(signs.length);
  for (let i = 0; i < signs.length; i++) {
    if (isLastOfSide(problem, i, left[i])) {
      outputs[i] = Number.NaN;
      continue;
    }
    if (Math.abs(point.coefficients[i]) <= left[i]) {
      outputs[i] = signs[i] - point.residuals[i] + bias;
      continue;
    }
    const without = { ...problem, costs: costs.with(i, left[i]) };
    const search = minimalOptimization(without, { start: movedInside(without, point, i) });
    if (search.run(steps, tolerance)) refine(engine, without, search);
    outputs[i] = signs[i] - search.residuals[i] + biasOf(without, search);
    yield i;
  }
  return outputs;
}

function isLastOfSide({ signs, costs }: DualProblem, i: number, left: number): boolean {
  if (left > 0) return false;
  return !signs.some((sign, j) => j !== i && sign === signs[i] && costs[j] > 0);
}

/** A point with the coefficient of row i at its new bound, and what it lost taken over by the rows that want it most. */
function movedInside({ rows, signs, costs }: DualProblem, point: DualPoint, i: number): DualPoint {
  const coefficients = point.coefficients.slice();
  const residuals = point.residuals.slice();
  const bound = signs[i] * costs[i];
  /** What others have to take over: upwards for a row of sign +1. */
  let open = coefficients[i] - bound;
  coefficients[i] = bound;
  move(i, -open);
  function move(row: number, by: number): void {
    const kernelRow = rows.row(row);
    for (let t = 0; t < residuals.length; t++) residuals[t] -= by * kernelRow[t];
  }
  for (let count = 0; count < signs.length && open !== 0; count++) {
    let best = -1;
    for (let j = 0; j < signs.length; j++) {
      if (j === i) continue;
      const hasRoom =
        open > 0 ? coefficients[j] < upperBound(signs[j], costs[j]) : coefficients[j] > lowerBound(signs[j], costs[j]);
      if (hasRoom && (best < 0 || open * residuals[j] > open * residuals[best])) best = j;
    }
    if (best < 0) break;
    const border = open > 0 ? upperBound(signs[best], costs[best]) : lowerBound(signs[best], costs[best]);
    const room = border - coefficients[best];
    const isEnough = Math.abs(room) >= Math.abs(open);
    const by = isEnough ? open : room;
    coefficients[best] = isEnough ? coefficients[best] + by : border;
    open = isEnough ? 0 : open - by;
    move(best, by);
  }
  return { coefficients, residuals };
}
