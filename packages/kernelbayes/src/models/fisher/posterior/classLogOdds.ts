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

/** d g/(v + 1/β) + prior log odds. Without any variance at all the side alone decides; at the very midpoint nothing does. */
function moderated(g: number, variance: number, { precision, distance, priorLogOdds }: OddsSettings): number {
  if (g === 0 || precision === 0) return priorLogOdds;
  return (distance * g) / (variance + 1 / precision) + priorLogOdds;
}
