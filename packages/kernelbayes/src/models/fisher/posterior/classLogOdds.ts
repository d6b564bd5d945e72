import { normalQuantile } from "../../../numeric/normalCdf.ts";
import { sigmoid } from "../../../numeric/sigmoid.ts";
import type { FisherContrasts } from "../../../rows/fisherContrasts.ts";
import type { LatentMoments } from "../../../calibration/logitInterval.ts";

/** What turns a position relative to the midpoint into odds. */
export interface OddsSettings {
  /** β; Infinity in the limit without noise, 0 in the limit of nothing but noise. */
  readonly precision: number;
  readonly distance: number;
  /** log π₁/π₀; see `empiricalLogOdds`. */
  readonly priorLogOdds: number;
}

export interface ClassOddsOptions {
  /** Leave out the uncertainty of the position (the plug-in variant, which is too sure of itself). Default false. */
  readonly plugIn?: boolean;
}

/** log n₁/n₀: the base rates of the training rows. */
export function empiricalLogOdds({ sizes }: FisherContrasts): number {
  return Math.log(sizes[1] / sizes[0]);
}

/**
 * Log odds of class 1 (3.2). A new row of class q would show its target, the center of the class at ±d/2 from the midpoint,
 * with noise 1/β around f*; integrating f and f* exactly,
 *
 *     log P(1|x)/P(0|x) = d ḡ/(v_g + 1/β) + log π₁/π₀.
 */
export function classLogOdds(
  { mean, variance }: LatentMoments,
  settings: OddsSettings,
  { plugIn = false }: ClassOddsOptions = {},
): Float64Array {
  return mean.map((g, t) => moderated(g, plugIn ? 0 : variance[t], settings));
}

/**
 * The interval [σ(d(ḡ − z√v_g)/(v_g + 1/β) + log π₁/π₀), σ(the same with +)] of the probability of class 1, z the normal
 * quantile of the level. It contains the probability, shrinks near data and stays bounded far from them. What is uncertain
 * is a projection under a pseudo-likelihood with kernel and β taken as known.
 */
export function probabilityInterval(
  { mean, variance }: LatentMoments,
  settings: OddsSettings,
  level: number,
): { readonly lower: Float64Array; readonly upper: Float64Array } {
  const z = normalQuantile(0.5 + level / 2);
  const end = (side: number) => (g: number, t: number) =>
    sigmoid(moderated(g + side * z * Math.sqrt(variance[t]), variance[t], settings));
  return { lower: mean.map(end(-1)), upper: mean.map(end(1)) };
}

/** d g/(v + 1/β) + prior log odds. Without any variance at all the side alone decides; at the very midpoint nothing does. */
function moderated(g: number, variance: number, { precision, distance, priorLogOdds }: OddsSettings): number {
  if (g === 0 || precision === 0) return priorLogOdds;
  return (distance * g) / (variance + 1 / precision) + priorLogOdds;
}
