import { classLogOdds, probabilityInterval } from "../../../src/models/fisher/posterior/classLogOdds.ts";
import { sigmoid } from "../../../src/numeric/sigmoid.ts";

interface Input {
  readonly contrastMean: number[];
  readonly contrastVariance: number[];
  readonly beta: number;
  readonly d: number;
  readonly prior1: number;
  readonly level: number;
}

/** Case `bfd` of the intervals: the position moved by its deviation, on the scale of the moderated odds. */
export function bayesianFisherIntervals(input: Input): unknown {
  const contrast = {
    mean: Float64Array.from(input.contrastMean),
    variance: Float64Array.from(input.contrastVariance),
  };
  const priorLogOdds = Math.log(input.prior1 / (1 - input.prior1));
  const settings = { precision: input.beta, distance: input.d, priorLogOdds };
  return {
    probability: classLogOdds(contrast, settings).map(sigmoid),
    ...probabilityInterval(contrast, settings, input.level),
  };
}
