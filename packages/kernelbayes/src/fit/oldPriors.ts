import { numbers, optional, ownValue } from "../codec.ts";

/**
 * These read the priors of old documents themselves. bkpc and bmkc shifted each draw, and logistic weighed its intervals of
 * several classes by the shifted probabilities: no shift of the finished prediction repeats that.
 */
const readThemselves: readonly string[] = ["bkpc", "bmkc", "logistic"];

/**
 * The priors that documents of version 1 hold among the parameters of most models: they are applied to the finished prediction,
 * as all given priors are now. (lda, qda, rda, kfd, svc, gpc and btsvc had worked them into other parameters, where they stay.)
 */
export function oldPriors(parameters: Readonly<Record<string, unknown>>, model: string): number[] | undefined {
  if (readThemselves.includes(model)) return undefined;
  const priors = optional(numbers).read(ownValue(parameters, "priors"), "document.parameters.priors");
  return priors && Array.from(priors);
}
