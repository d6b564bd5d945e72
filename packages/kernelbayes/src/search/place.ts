import { NumericalError, unlessThrown } from "../errors.ts";
import { projectedNorm, type Box } from "../optimize/box.ts";
import type { LongObjective, Objective, Optimum } from "../optimize/optimizer.ts";
import { finished, type Work } from "../run/work.ts";

/** A point with the value and the gradient of an objective. */
export interface Place extends Pick<Optimum, "point" | "value" | "gradientNorm"> {
  readonly gradient: Float64Array;
}

export function placeAt(objective: Objective, point: Float64Array, box: Box): Place {
  const { value, gradient } = objective(point.slice());
  return { point, value, gradient, gradientNorm: projectedNorm(point, gradient, box) };
}

/** The place, or nothing where the objective fails. */
export function tryPlace(objective: Objective, point: Float64Array, box: Box): Place | undefined {
  const place = unlessThrown(NumericalError, () => placeAt(objective, point, box));
  return place && Number.isFinite(place.value) && place.gradient.every(Number.isFinite) ? place : undefined;
}

/** The same of an objective that may take long. */
export function* tryPlaceInSteps(
  objective: Objective | LongObjective,
  point: Float64Array,
  box: Box,
): Work<Place | undefined> {
  try {
    const { value, gradient } = yield* finished(objective(point.slice()));
    if (!Number.isFinite(value) || !gradient.every(Number.isFinite)) return undefined;
    return { point, value, gradient, gradientNorm: projectedNorm(point, gradient, box) };
  } catch (error) {
    if (error instanceof NumericalError) return undefined;
    throw error;
  }
}
