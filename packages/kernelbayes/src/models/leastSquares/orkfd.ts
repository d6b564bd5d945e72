import { expansionModel } from "./expansionModel.ts";
import {
  describeExpansionOptions,
  type BiasOption,
  type ExpansionOptions,
  type FisherTargetOptions,
} from "./expansionOptions.ts";
import type { Model } from "../model.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";

export type OptimallyRegularizedFisherOptions = ExpansionOptions & BiasOption & FisherTargetOptions;

/**
 * Optimally regularized kernel Fisher discriminant, as least squares on Fisher's targets, or on ±1:
 *
 *     minimize Σᵢ wᵢ (tᵢ − f(xᵢ))² + μ ‖α‖²,   f(x) = Σⱼ αⱼ k(xⱼ, x) + b,   tᵢ = n/n₁ or −n/n₀,
 *
 * whose α is (KLK + μI)⁻¹K(m₁ − m₀) up to a factor, L taking the class means off. μ is chosen by leave-one-out in canonical
 * form, where every value of it costs O(n²) beside one decomposition; by default the machines of all μ near the best are
 * averaged. K. Saadi, N. L. C. Talbot & G. C. Cawley; their targets are `targets: "signs"`, their
 * criterion is `criterion: "error"` and their rule `decision: "sign"`, while the default is Fisher's targets, the log loss of calibrated
 * outputs and the more probable class.
 *
 * @example optimallyRegularizedFisher({ targets: "signs", criterion: "error", decision: "sign" })
 */
export function optimallyRegularizedFisher(options: OptimallyRegularizedFisherOptions = {}): Model {
  return expansionModel("orkfd", options);
}

export const orkfdEntry: ModelEntry = {
  title: "Optimally regularized kernel Fisher discriminant",
  family: "fisher",
  summary:
    "The kernel Fisher discriminant as least squares, everything chosen by leave-one-out; calibrated, any number of rows.",
  create: optimallyRegularizedFisher,
  options: describeExpansionOptions("orkfd"),
  farLimit: "constant",
  exemptions: noSearch,
};
