import type { Likelihood, LikelihoodName } from "./likelihood.ts";
import { logisticLikelihood } from "./logisticLikelihood.ts";
import { probitLikelihood } from "./probitLikelihood.ts";
import { trigonometricLikelihood } from "./trigonometricLikelihood.ts";

export type { Likelihood, LikelihoodName } from "./likelihood.ts";

/** The likelihood of a method of approximation, which names it as plain data. */
export function likelihoodOf({
  likelihood,
  halfWidth = 1,
}: {
  readonly likelihood: LikelihoodName;
  readonly halfWidth?: number;
}): Likelihood {
  switch (likelihood) {
    case "logistic":
      return logisticLikelihood;
    case "probit":
      return probitLikelihood;
    case "trigonometric":
      return trigonometricLikelihood({ halfWidth });
    default:
      throw new RangeError(`There is no likelihood "${likelihood}".`);
  }
}
