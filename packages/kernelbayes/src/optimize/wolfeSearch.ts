import { pause, type Work } from "../run/work.ts";

/** A point on the line: the value is +∞ where the objective was rejected, and the slope then means nothing. */
export interface LinePoint {
  readonly step: number;
  readonly value: number;
  readonly slope: number;
}

export interface WolfeSearchOptions {
  readonly firstStep: number;
  readonly largestStep: number;
  readonly maxEvaluations: number;
  /** Sufficient decrease: the value must fall by this share of what the slope at the start promises. */
  readonly decrease?: number;
  /** Curvature: the slope must have shrunk to this share. */
  readonly curvature?: number;
}

export interface LineMinimum<Point extends LinePoint> {
  /** The lowest point met, if any was lower than the start. */
  readonly lowest: Point | undefined;
  /** Whether it meets both conditions, or meets the first at the largest step, where the line ends. */
  readonly regular: boolean;
  /** Whether the search ended because the line is level to rounding: a step was tried that neither promised nor brought more. */
  readonly level: boolean;
}

/**
 * Searches a line for a step that meets the strong Wolfe conditions
 *
 *     φ(t) ≤ φ(0) + c₁ t φ′(0)  and  |φ′(t)| ≤ c₂ |φ′(0)|.
 *
 * The step doubles until an interval is known that must hold such a point; the interval then shrinks by cubic
 * interpolation, or by halves where the far end is not finite or the cubic made little headway. A function that jumps may
 * have no such point: the search ends after its evaluations, or when interval or values have shrunk to rounding, and hands
 * back the lowest point it met.
 *
 * J. Nocedal & S. J. Wright, Numerical Optimization, 2006, algorithms 3.5 and 3.6.
 */
export function* wolfeSearch<Point extends LinePoint>(
  start: LinePoint,
  evaluate: (step: number) => Point,
  { firstStep, largestStep, maxEvaluations, decrease = 1e-4, curvature = 0.9 }: WolfeSearchOptions,
): Work<LineMinimum<Point>> {
  let near: LinePoint = start; // the end with the lowest value that decreases sufficiently
  let far: LinePoint | undefined; // the other end, once there is one
  let lowest: Point | undefined;
  let step = Math.min(firstStep, largestStep);
  let lastWidth = Infinity;
  for (let evaluations = 0; evaluations < maxEvaluations; evaluations++) {
    const trial = evaluate(step);
    yield pause;
    if (trial.value < (lowest ?? start).value) lowest = trial;
    if (trial.value > start.value + decrease * step * start.slope || trial.value >= near.value) {
      far = trial;
    } else {
      const isLevel = Math.abs(trial.slope) <= curvature * Math.abs(start.slope);
      const isAtEnd = step === largestStep && trial.slope < 0;
      if (isLevel || isAtEnd) return { lowest, regular: lowest === trial, level: false };
      // The slope points back to the old near end, or away from it and on.
      const beyond = far?.step ?? Infinity;
      if (trial.slope * (beyond - step) >= 0) far = near;
      near = trial;
    }
    const rounding = 16 * Number.EPSILON * Math.abs(start.value);
    if (Math.abs(trial.value - start.value) <= rounding && Math.abs(step * start.slope) <= rounding) {
      return { lowest, regular: false, level: true };
    }
    if (far === undefined) {
      step = Math.min(2 * step, largestStep);
    } else {
      const width = Math.abs(far.step - near.step);
      if (width <= 1e-14 * Math.max(far.step, near.step)) break;
      step = width > 0.66 * lastWidth ? middle(near, far) : interpolate(near, far);
      lastWidth = width;
    }
  }
  return { lowest, regular: false, level: false };
}

/** The lowest point of the cubic through both ends; the middle where the cubic has none between them. */
function interpolate(near: LinePoint, far: LinePoint): number {
  if (far.value === Infinity) return middle(near, far);
  const gap = far.step - near.step;
  const d1 = near.slope + far.slope - (3 * (far.value - near.value)) / gap;
  const d2 = Math.sign(gap) * Math.sqrt(d1 * d1 - near.slope * far.slope);
  const share = 1 - (far.slope + d2 - d1) / (far.slope - near.slope + 2 * d2);
  // A cubic without a minimum has a d2, and so a share, that is NaN.
  return share >= 1e-5 && share <= 1 - 1e-5 ? near.step + share * gap : middle(near, far);
}

function middle(near: LinePoint, far: LinePoint): number {
  return near.step + (far.step - near.step) / 2;
}
