import type { WeightedRows } from "../../../rows/labelledRows.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { scaleMatrix } from "../../../matrix/addMatrices.ts";
import type { Box } from "../../../optimize/box.ts";
import { patternSearch } from "../../../optimize/patternSearch.ts";
import { rising, progress, type Work } from "../../../run/work.ts";
import { centeredCovariance, latentScale } from "./centeredCovariance.ts";
import type { Criterion } from "./leaveOneOutCriterion.ts";
import type { KernelFamily } from "./kernelFamily.ts";
import type { ModeStart } from "./kernelLogisticMode.ts";

/** Rows, and how well they are predicted when they are held out. */
export interface SearchRows extends WeightedRows {
  readonly criterion: Criterion;
}

/** A kernel with its C. */
export interface KernelLogisticChoice {
  readonly kernel: Kernel;
  /** C of the sum ½|w|² + C Σ ln(1 + exp(−y f)). */
  readonly cost: number;
}

/** The coordinates of a choice: log s with s = C times the scale of the kernel on the rows, then those of the family. */
export type ChoicePoint = Float64Array;

/** What is minimized over choices on given rows: minus the held-out score of all rows, and a weak prior. */
export interface Surface {
  readonly box: Box;
  value(point: ArrayLike<number>): number;
  choiceAt(point: ArrayLike<number>): KernelLogisticChoice;
}

/** log s is looked for between these. */
const logScaleBounds = [Math.log(1e-3), Math.log(1e6)] as const;

/** log s before the rows are seen: eight nats are lost at the ends, hardly any within a factor of ten of the middle. */
const prior = { mean: Math.log(3), deviation: 2 };

/** The surface over the kernels of a family and C, or over the kernels alone where C is given. */
export function surfaceOf(
  engine: Engine,
  family: KernelFamily,
  { X, weights, criterion }: SearchRows,
  cost: number | undefined,
): Surface {
  const costAt = (logScale: number, scale: number): number => cost ?? Math.exp(logScale) / scale;
  const penalty = (logScale: number): number =>
    cost === undefined ? 0.5 * ((logScale - prior.mean) / prior.deviation) ** 2 : 0;
  const [least, most] = cost === undefined ? logScaleBounds : [0, 0];
  const total = weights.reduce((sum, w) => sum + w, 0);
  const known: { readonly point: ArrayLike<number>; readonly starts: readonly ModeStart[] }[] = [];
  let last: { readonly key: string; readonly K: Matrix; readonly scale: number } | undefined;
  const kernelMatrixAt = (point: ArrayLike<number>): { readonly K: Matrix; readonly scale: number } => {
    const key = Array.from(point).slice(1).join();
    if (last?.key !== key) {
      const K = centeredCovariance(engine, family.kernelAt(Array.from(point).slice(1)), 1, X).A;
      last = { key, K, scale: latentScale(K, weights) };
    }
    return last;
  };
  return {
    box: {
      lower: Float64Array.from([least, ...family.box.lower]),
      upper: Float64Array.from([most, ...family.box.upper]),
    },
    value(point) {
      const { K, scale } = kernelMatrixAt(point);
      const { perRow, starts } = criterion(scaleMatrix(K, costAt(point[0], scale)), nearest(known, point));
      known.push({ point: Array.from(point), starts });
      return -total * perRow + penalty(point[0]) + family.penalty(Array.from(point).slice(1));
    },
    choiceAt(point) {
      const { scale } = kernelMatrixAt(point);
      return { kernel: family.kernelAt(Array.from(point).slice(1)), cost: costAt(point[0], scale) };
    },
  };
}

/** The starts of the evaluated point that is nearest; of points as near but for rounding, the first. */
function nearest(
  known: readonly { readonly point: ArrayLike<number>; readonly starts: readonly ModeStart[] }[],
  point: ArrayLike<number>,
): readonly ModeStart[] | undefined {
  let best: { readonly distance: number; readonly starts: readonly ModeStart[] } | undefined;
  for (const { point: other, starts } of known) {
    const distance = Array.from(other).reduce((sum, value, j) => sum + (value - point[j]) ** 2, 0);
    if (!best || distance < best.distance - 1e-9) best = { distance, starts };
  }
  return best?.starts;
}

/** s of the grid; each kernel takes them in this order, from stiff to yielding, every fit beginning where the last ended. */
const scales = [0.3, 3, 30, 300];

/** The best of the kernels of the family's grid, each with four values of s (one, if C is given). Ties go to the first. */
export function* searchGrid(family: KernelFamily, surface: Surface): Work<ChoicePoint> {
  const isHeld = surface.box.lower[0] === surface.box.upper[0];
  const logScales = isHeld ? [surface.box.lower[0]] : scales.map(Math.log);
  let best: { readonly value: number; readonly point: ChoicePoint } | undefined;
  for (const [at, coordinates] of family.grid.entries()) {
    for (const logScale of logScales) {
      const point = Float64Array.from([logScale, ...coordinates]);
      const value = valueOrInfinity(surface, point);
      if (!best || value < best.value) best = { value, point };
    }
    yield progress("grid", at + 1, family.grid.length, -(best?.value ?? Infinity));
  }
  if (!best || best.value === Infinity) {
    throw new NumericalError("no-valid-fit", "No kernel of the grid has a valid fit: give another kernel.");
  }
  return best.point;
}

function valueOrInfinity(surface: Surface, point: ChoicePoint): number {
  try {
    const value = surface.value(point);
    return Number.isNaN(value) ? Infinity : value;
  } catch (error) {
    if (error instanceof NumericalError) return Infinity;
    throw error;
  }
}

export interface RefineOptions {
  readonly stage: string;
  /** First and last step in the logarithms. */
  readonly steps: readonly [number, number];
  readonly maxEvaluations: number;
}

/**
 * Steps in one coordinate after the other from a point. Only comparisons decide about the way, so that it is the same on
 * every engine.
 */
export function* refine(
  { value, box }: Surface,
  from: ChoicePoint,
  { stage, steps: [step, smallestStep], maxEvaluations }: RefineOptions,
): Work<ChoicePoint> {
  const { point } = yield* rising(
    patternSearch(value, from, { ...box, step, smallestStep, maxEvaluations, maxIterations: maxEvaluations, stage }),
  );
  return point;
}
