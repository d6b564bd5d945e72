import type { LatentMoments } from "../../../calibration/logitInterval.ts";

/** Where the latent outputs of the two classes lie. */
export interface LatentClassMeans {
  readonly negative: number;
  readonly positive: number;
}

/** The weighted means of the latent outputs of the training rows of each class (the sign of the target). */
export function latentClassMeans(
  outputs: Float64Array,
  targets: Float64Array,
  weights: Float64Array,
): LatentClassMeans {
  const meanOf = (side: number): number => {
    let [sum, total] = [0, 0];
    outputs.forEach((output, i) => {
      if (Math.sign(targets[i]) !== side) return;
      sum += weights[i] * output;
      total += weights[i];
    });
    return sum / total;
  };
  return { negative: meanOf(-1), positive: meanOf(1) };
}

/**
 * Outputs relative to the midpoint of the class means, and the distance of the means: what `classLogOdds` and
 * `probabilityInterval` take for the variant in which a class scatters about the mean m of its own latent outputs, in
 * place of its target ±1:
 *
 *     log odds = (m₊ − m₋)(f − ½(m₊ + m₋))/(variance + 1/ζ) + log prior odds.
 */
export function aroundClassMeans(
  { mean, variance }: LatentMoments,
  { negative, positive }: LatentClassMeans,
): LatentMoments & { readonly distance: number } {
  const midpoint = (negative + positive) / 2;
  return { mean: mean.map((value) => value - midpoint), variance, distance: positive - negative };
}
