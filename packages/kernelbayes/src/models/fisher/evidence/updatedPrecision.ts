import type { PrecisionPrior } from "../../../search/precisionPrior.ts";
import { degreesOf, type FisherDegrees } from "./fisherEvidence.ts";

/**
 * The update of β given ⟨fᵀLf⟩ (3.6), the maximum of its conditional density: (ν + 2a − 2)/(⟨fᵀLf⟩ + 2b). Without a prior
 * it would be ν/⟨fᵀLf⟩, which diverges when iterated.
 */
export function updatedPrecision(
  scatter: number,
  total: number,
  { shape, rate }: PrecisionPrior,
  degrees: FisherDegrees = "rows",
): number {
  return (degreesOf(total, degrees) + 2 * shape - 2) / (scatter + 2 * rate);
}
