import { discriminantOptions, gaussianDiscriminant, type DiscriminantOptions } from "./gaussianDiscriminant.ts";
import type { Model } from "../model.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";

/**
 * Linear discriminant analysis: each class is Gaussian, all with one covariance matrix (pooled, divisor n − C).
 *
 *     log p(k | x) = log π_k − ½ (x − m_k)ᵀ Σ⁻¹ (x − m_k) + constant
 *
 * The boundaries are planes. Directions in which no row varies are ignored; otherwise Σ must be invertible, or
 * **shrinkage** ρ pulls it towards a multiple of the identity, (1 − ρ) Σ + ρ (tr Σ/p) I, which also serves p > n.
 * Left-out rows, in closed form, decide how far the densities are trusted, p ∝ π_k N(x; m_k, Σ)ˢ with s from 0 to 1, and each class keeps a
 * small share. Far from the data the prediction becomes nearly certain. **calibration** "none" gives the probabilities above and exact
 * leave-one-out scores.
 *
 * @example linearDiscriminant({ shrinkage: 0.1 })
 */
export function linearDiscriminant(options: DiscriminantOptions = {}): Model {
  return gaussianDiscriminant("lda", options);
}

export const ldaEntry: ModelEntry = {
  title: "Linear discriminant",
  family: "discriminant",
  summary: "Gaussian classes with one covariance: straight boundaries, few parameters, a good first model.",
  create: linearDiscriminant,
  options: discriminantOptions,
  farLimit: "near certainty",
  exemptions: noSearch,
};
