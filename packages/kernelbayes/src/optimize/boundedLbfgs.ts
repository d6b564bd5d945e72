import { dot, minus } from "../matrix/dot.ts";
import type { Work } from "../run/work.ts";
import { type Box, boxOf, clip } from "./box.ts";
import {
  demandCount,
  demandStart,
  evaluateGradient,
  type GradientSample,
  isRounding,
  type Ledger,
  openLedger,
} from "./ledger.ts";
import { limitedMemory } from "./limitedMemory.ts";
import { modelMinimum } from "./modelMinimum.ts";
import type { BoundOptions, LimitOptions, Objective, Optimum } from "./optimizer.ts";
import { largestStep } from "./subspaceMinimum.ts";
import { type LineMinimum, type LinePoint, wolfeSearch } from "./wolfeSearch.ts";

export interface BoundedLbfgsOptions extends LimitOptions, BoundOptions {
  /** How many of the last steps describe the curvature. */
  readonly memory?: number;
  /** Converged when no entry of the projected gradient is larger. */
  readonly gradientTolerance?: number;
  /** Converged when a step lowers the value by no more than this share of max(1, |value|). */
  readonly valueTolerance?: number;
  /** At most so many evaluations in one line search. */
  readonly maxLineEvaluations?: number;
}

const gradientIsSmall = "the gradient is below its tolerance";

interface SampledLinePoint extends LinePoint {
  readonly sample: GradientSample;
}

/**
 * L-BFGS with bounds: a quasi-Newton method that knows the Hessian through its last few steps only, O(memory · coordinates)
 * an iteration. Each iteration minimizes that quadratic model within the bounds (generalized Cauchy point, then the free
 * coordinates) and searches the line towards its minimum for a strong Wolfe point.
 *
 * It is written to survive objectives that jump and ones that fail in places. A value that is not finite shortens the step.
 * Where no Wolfe point can be found the lowest point of the line is taken, the memory is dropped and the search goes on from
 * there by the gradient; if that too finds nothing, it stops and says so. Every iterate is the lowest point met so far.
 * A start outside the bounds is moved onto them.
 *
 * R. H. Byrd, P. Lu, J. Nocedal & C. Zhu, A limited memory algorithm for bound constrained optimization, 1995.
 */
export function* boundedLbfgs(
  objective: Objective,
  start: ArrayLike<number>,
  {
    lower = -Infinity,
    upper = Infinity,
    memory: capacity = 10,
    gradientTolerance = 1e-6,
    valueTolerance = 1e-12,
    maxLineEvaluations = 20,
    ...limits
  }: BoundedLbfgsOptions = {},
): Work<Optimum> {
  const ledger = openLedger(limits);
  demandCount("memory", capacity);
  demandCount("maxLineEvaluations", maxLineEvaluations);
  const from = demandStart(start);
  const box = boxOf(from.length, lower, upper);
  const memory = limitedMemory(capacity);

  let x = evaluateGradient(ledger, objective, clip(from, box), box);
  if (x.value === Infinity) return ledger.close(false, "", box);
  let converged = x.gradientNorm <= gradientTolerance;
  let status = converged ? gradientIsSmall : ledger.limit;

  while (status === undefined) {
    const target = modelMinimum(x, box, memory);
    const isFirst = memory.width === 0;
    const most = Math.min(maxLineEvaluations, ledger.evaluationsLeft);
    const evaluate = (point: Float64Array): GradientSample => evaluateGradient(ledger, objective, point, box);
    const line = yield* searchLine(x, target, box, isFirst, most, evaluate);
    const next = line.lowest?.sample ?? x;
    const isSmall = x.value - next.value <= valueTolerance * Math.max(1, Math.abs(x.value), Math.abs(next.value));
    if (next.gradientNorm <= gradientTolerance) {
      converged = true;
      status = gradientIsSmall;
    } else {
      const isRound = line.level || isRounding(line.slope, x.value);
      ({ converged, status } = verdict(ledger, line.regular, isSmall, isRound, isFirst));
    }
    if (line.regular) memory.remember(minus(next.point, x.point), minus(next.gradient, x.gradient));
    else memory.forget();
    x = next;
    yield ledger.iterate();
    status ??= ledger.limit;
  }
  yield ledger.finish();
  return ledger.close(converged, status, box);
}

/** Searches the line from x to the minimum of the model, and beyond it to the bounds. */
function* searchLine(
  x: GradientSample,
  target: Float64Array,
  box: Box,
  isFirst: boolean,
  maxEvaluations: number,
  evaluate: (point: Float64Array) => GradientSample,
): Work<LineMinimum<SampledLinePoint> & { readonly slope: number }> {
  const direction = minus(target, x.point);
  const slope = dot(direction, x.gradient);
  // Rounding can leave a model, and an empty memory with a gradient near underflow, without a direction of descent.
  if (!(slope < 0)) return { lowest: undefined, regular: false, level: false, slope };
  const at = (step: number): SampledLinePoint => {
    const sample = evaluate(step === 1 ? target : pointOnLine(x.point, step, direction, box));
    return { step, value: sample.value, slope: dot(direction, sample.gradient), sample };
  };
  const line = yield* wolfeSearch({ step: 0, value: x.value, slope }, at, {
    firstStep: isFirst ? Math.min(1, 1 / Math.sqrt(dot(direction, direction))) : 1,
    largestStep: Math.max(1, largestStep(x.point, direction, box)),
    maxEvaluations,
  });
  return { ...line, slope };
}

/**
 * Whether a search ends after a line whose lowest point has too steep a gradient, and why: `regular` if that is a Wolfe point, `isSmall`
 * if the value hardly fell, `isRound` if it could not fall beyond rounding, `isFirst` if the line was along the gradient.
 */
function verdict(
  ledger: Ledger,
  regular: boolean,
  isSmall: boolean,
  isRound: boolean,
  isFirst: boolean,
): { readonly converged: boolean; readonly status: string | undefined } {
  if (regular && isSmall) return { converged: true, status: "the value falls by less than its tolerance" };
  if (ledger.evaluationsLeft === 0) return { converged: false, status: ledger.limit };
  if (regular || !isSmall) return { converged: false, status: undefined };
  if (isRound) return { converged: true, status: "the value cannot fall further beyond rounding" };
  const jumps = "no lower point was found along the gradient; the objective may jump here";
  return { converged: false, status: isFirst ? jumps : undefined };
}

/** x + step · direction in the box. A coordinate that reaches its bound but for rounding is put on it exactly. */
function pointOnLine(x: Float64Array, step: number, direction: Float64Array, { lower, upper }: Box): Float64Array {
  return x.map((entry, j) => {
    const move = step * direction[j];
    if (move === 0) return entry;
    const bound = move > 0 ? upper[j] : lower[j];
    const rounding = 2 * Number.EPSILON * (Math.abs(entry) + Math.abs(move));
    return Math.sign(move) * (bound - (entry + move)) <= rounding ? bound : entry + move;
  });
}
