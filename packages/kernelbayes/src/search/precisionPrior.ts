import { logGamma } from "../numeric/logGamma.ts";
import { InputError } from "../errors.ts";

/** The Gamma prior of β: shape a, rate b. */
export interface PrecisionPrior {
  readonly shape: number;
  readonly rate: number;
}

/**
 * Gamma(½, d²/8): the link E_eq = Φ(−(d/2)√β) is then uniform on (0, ½). For d = 2 it is χ² with one degree of freedom,
 * Gamma(½, ½), the papers' choice.
 */
export function uniformErrorPrior(distance: number): PrecisionPrior {
  return { shape: 0.5, rate: (distance * distance) / 8 };
}

/** log p(β) = a log b − log Γ(a) + (a − 1) log β − bβ: the density of β, not of log β. */
export function logPrecisionPrior(precision: number, prior: PrecisionPrior): number {
  const { shape, rate } = requirePrior(prior);
  return shape * Math.log(rate) - logGamma(shape) + (shape - 1) * Math.log(precision) - rate * precision;
}

/** d log p(β)/d log β = (a − 1) − bβ. */
export function precisionPriorSlope(precision: number, { shape, rate }: PrecisionPrior): number {
  return shape - 1 - rate * precision;
}

function requirePrior(prior: PrecisionPrior): PrecisionPrior {
  if (prior.shape > 0 && prior.rate > 0 && prior.shape < Infinity && prior.rate < Infinity) return prior;
  throw new InputError(
    "invalid-option",
    `The prior of the precision needs a positive shape and rate; got ${prior.shape} and ${prior.rate}.`,
  );
}
