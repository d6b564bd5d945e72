import { discriminantOptions, gaussianDiscriminant, type DiscriminantOptions } from "./gaussianDiscriminant.ts";
import type { Model } from "../model.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";

/**
 * Quadratic discriminant analysis: each class is Gaussian with a covariance matrix of its own (divisor n_k − 1).
 *
 *     log p(k | x) = log π_k − ½ log|Σ_k| − ½ (x − m_k)ᵀ Σ_k⁻¹ (x − m_k) + constant
 *
 * The boundaries are quadrics. Each class needs more rows than there are columns, or **shrinkage** ρ as in the linear
 * discriminant, applied to each class. Far from the data the class that is widest in that direction becomes nearly certain. **calibration** as
 * in the linear discriminant.
 *
 * @example quadraticDiscriminant({ shrinkage: 0.1 })
 */
export function quadraticDiscriminant(options: DiscriminantOptions = {}): Model {
  return gaussianDiscriminant("qda", options);
}

export const qdaEntry: ModelEntry = {
  title: "Quadratic discriminant",
  family: "discriminant",
  summary: "Gaussian classes with a covariance each: curved boundaries, needs many more rows than columns.",
  create: quadraticDiscriminant,
  options: discriminantOptions,
  farLimit: "near certainty",
  exemptions: noSearch,
};
