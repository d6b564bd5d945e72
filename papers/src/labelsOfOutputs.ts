import type { Posterior, Prediction } from "kernelbayes";

/**
 * Labels by the sign of a machine's output f, as papers on support vectors give them. Models that calibrate their outputs have
 * the logit slope · f + offset, whose slope is not negative, so that f changes sign where the logit is the offset.
 */
export function labelsOfOutputs(posterior: Posterior, { classes, latentMean }: Prediction): string[] {
  const { parameters } = posterior.toDocument() as unknown as {
    readonly parameters: { readonly curve?: { readonly offset?: number } };
  };
  const offset = parameters.curve?.offset;
  if (offset === undefined || classes.length !== 2) {
    throw new RangeError(`The outputs of ${posterior.model.name} cannot be told from its probabilities.`);
  }
  return Array.from({ length: latentMean.rows }, (_, row) => classes[latentMean.data[2 * row + 1] >= offset ? 1 : 0]);
}
