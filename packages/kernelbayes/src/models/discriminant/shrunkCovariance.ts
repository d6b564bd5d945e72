import type { Engine } from "../../engine/engine.ts";
import type { DiscriminantMoments, Scatter } from "./discriminantMoments.ts";
import type { SpectralCovariance } from "../parts/gaussianClasses/spectralCovariance.ts";

/**
 * The covariance D [(1 − ρ) S/divisor + ρ (tr S/(p divisor)) I] D of a scatter that is given in the coordinates of the span,
 * with the diagonal D = `scale` that takes the columns back to their own units.
 */
export function shrunkCovariance(
  engine: Engine,
  { basis, columns: p }: DiscriminantMoments,
  scatter: Scatter,
  divisor: number,
  rho: number,
  scale: Float64Array,
): SpectralCovariance {
  const added = (rho * scatter.trace) / (p * divisor);
  return {
    scale,
    vectors: engine.multiply(basis, scatter.vectors),
    values: scatter.values.map((value) => ((1 - rho) * value) / divisor + added),
    rest: added,
  };
}
