import type { Engine } from "../engine/engine.ts";
import type { DiscriminantMoments, Scatter } from "./discriminantMoments.ts";
import type { SpectralCovariance } from "./spectralCovariance.ts";

/** The covariance (1 − ρ) S/divisor + ρ (tr S/(p divisor)) I of a scatter given in the coordinates of the span. */
export function shrunkCovariance(
  engine: Engine,
  { basis, columns: p }: DiscriminantMoments,
  scatter: Scatter,
  divisor: number,
  rho: number,
): SpectralCovariance {
  const added = (rho * scatter.trace) / (p * divisor);
  return {
    scale: new Float64Array(p).fill(1),
    vectors: engine.multiply(basis, scatter.vectors),
    values: scatter.values.map((value) => ((1 - rho) * value) / divisor + added),
    rest: added,
  };
}
