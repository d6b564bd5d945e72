import type { PenalizedForm } from "./penalizedForm.ts";

/** How far a search for log r goes on both sides of its scale. */
export const widest = 20;

/** The logarithm of the mean eigenvalue of K A⁻¹K on all copies of the rows, about which r is looked for. */
export function regularizationScale({ form, weights, ofCopies, total }: PenalizedForm): number {
  const ofRows = form.eigenvalues.reduce((sum, g) => sum + g, 0);
  return Math.log(weights.reduce((sum, w, i) => sum + (w - 1) * ofCopies[i], ofRows) / total);
}
