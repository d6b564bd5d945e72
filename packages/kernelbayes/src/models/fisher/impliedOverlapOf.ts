import type { PrecisionPrior } from "../../search/precisionPrior.ts";
import { impliedError, precisionInterval, type FisherDegrees } from "./evidence/fisherEvidence.ts";
import type { TrainedDiscriminant } from "./fisherDiscriminant.ts";
import type { ImpliedOverlap } from "./posterior.ts";

/** Level of the interval of the implied overlap. */
const overlapLevel = 0.95;

/** E_eq and its interval: what β says of the classes. No estimate of the error on new rows. */
export function impliedOverlapOf(
  discriminant: TrainedDiscriminant,
  prior: PrecisionPrior,
  degrees: FisherDegrees,
): ImpliedOverlap {
  const { precision, distance, contrasts } = discriminant;
  const [low, high] = precisionInterval(discriminant.scatter(), contrasts.total, prior, overlapLevel, degrees);
  return {
    value: impliedError(precision, distance),
    lower: impliedError(high, distance),
    upper: impliedError(low, distance),
    level: overlapLevel,
  };
}
