import type { Work } from "../run/work.ts";
import { type Box, boxOf, clip, projectedNorm } from "./box.ts";
import { demandPositive, demandStart, isRounding, type Ledger, openLedger, type Sample } from "./ledger.ts";
import type { LimitOptions, Optimum } from "./optimizer.ts";

/** A function of one variable with its first two derivatives. A value or slope that is not finite rejects the step. */
export type CurveObjective = (x: number) => {
  readonly value: number;
  readonly slope: number;
  readonly curvature: number;
};

export interface NewtonOneDimensionOptions extends LimitOptions {
  readonly lower?: number;
  readonly upper?: number;
  /** No step is longer. */
  readonly largestStep?: number;
  /** A step that does not lower the value is halved at most so often. */
  readonly maxHalvings?: number;
  /** Converged when the slope is no larger than this share of max(1, |value|). */
  readonly slopeTolerance?: number;
  /** Converged when a step is no longer. */
  readonly pointTolerance?: number;
}

interface CurveSample extends Sample {
  readonly slope: number;
  readonly curvature: number;
}

/**
 * Newton's method for one variable, safeguarded: the step is −f′/f″ where the function is convex, a unit step downhill where
 * it is not, never longer than `largestStep`, cut at the bounds, and halved until the value falls. It finds the minimum of
 * the valley it starts in; a function with several valleys wants a grid first.
 *
 * With the defaults this is the search for log μ in regularized least squares by exact leave-one-out.
 */
export function* newtonOneDimension(
  objective: CurveObjective,
  start: number,
  {
    lower = -Infinity,
    upper = Infinity,
    largestStep = 2,
    maxHalvings = 20,
    slopeTolerance = 1e-10,
    pointTolerance = 1e-9,
    maxIterations = 100,
    ...limits
  }: NewtonOneDimensionOptions = {},
): Work<Optimum> {
  const ledger = openLedger({ maxIterations, ...limits });
  demandPositive("largestStep", largestStep);
  const box = boxOf(1, lower, upper);
  const evaluate = (at: number): CurveSample => evaluateCurve(ledger, objective, at, box);

  let x = evaluate(demandStart([start])[0]);
  if (x.value === Infinity) return ledger.close(false, "", box);
  let converged = isLevel(x, slopeTolerance);
  let status = converged ? "the slope is below its tolerance" : ledger.limit;

  while (status === undefined) {
    const wish = x.curvature > 0 ? -x.slope / x.curvature : -Math.sign(x.slope);
    const step = Math.max(-largestStep, Math.min(largestStep, wish));
    const trial = lowered(ledger, x, step, maxHalvings, evaluate);
    if (trial.value < x.value) {
      const moved = Math.abs(trial.point[0] - x.point[0]);
      x = trial;
      if (isLevel(x, slopeTolerance)) {
        converged = true;
        status = "the slope is below its tolerance";
      } else if (moved <= pointTolerance) {
        converged = true;
        status = "the steps are below their tolerance";
      }
    } else if (ledger.evaluationsLeft > 0) {
      converged = isRounding(x.slope * step, x.value);
      status = converged
        ? "the value cannot fall further beyond rounding"
        : `no lower value was found after ${maxHalvings} halvings of the step`;
    }
    yield ledger.iterate();
    status ??= ledger.limit;
  }
  yield ledger.finish();
  return ledger.close(converged, status, box);
}

/** Evaluates value, slope and curvature at the point of the interval nearest to the given one. */
function evaluateCurve(ledger: Ledger, objective: CurveObjective, at: number, box: Box): CurveSample {
  const point = clip([at], box);
  const rejected = { point, value: Infinity, gradientNorm: NaN, slope: NaN, curvature: NaN };
  return ledger.enter(rejected, () => {
    const { value, slope, curvature } = objective(point[0]);
    if (!Number.isFinite(slope)) return rejected;
    return { point, value, gradientNorm: projectedNorm(point, Float64Array.of(slope), box), slope, curvature };
  });
}

/** The point after a step, which is halved until the value falls. */
function lowered(
  ledger: Ledger,
  { point: [at], value }: CurveSample,
  step: number,
  maxHalvings: number,
  evaluate: (at: number) => CurveSample,
): CurveSample {
  let trial = evaluate(at + step);
  for (let halvings = 1; trial.value >= value && halvings <= maxHalvings && ledger.evaluationsLeft > 0; halvings++) {
    trial = evaluate(at + step / 2 ** halvings);
  }
  return trial;
}

function isLevel({ value, gradientNorm }: Sample, slopeTolerance: number): boolean {
  return gradientNorm <= slopeTolerance * Math.max(1, Math.abs(value));
}
