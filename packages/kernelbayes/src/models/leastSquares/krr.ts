import { expansionModel } from "./expansionModel.ts";
import { describeExpansionOptions, type BiasOption, type ExpansionOptions } from "./expansionOptions.ts";
import type { Model } from "../model.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";

export type KernelRidgeOptions = ExpansionOptions & BiasOption;

/**
 * Kernel ridge regression on the class signs:
 *
 *     minimize Σᵢ wᵢ (tᵢ − f(xᵢ))² + μ αᵀKα,   f(x) = Σⱼ αⱼ k(xⱼ, x),   tᵢ = ±1,
 *
 * in canonical form: all regularizations at once, with their leave-one-out outputs. With `bias: "regularized"` the penalty
 * is μ (αᵀKα + b²), the proximal support vector machine; with a free bias it is the least-squares support vector machine.
 * Everything is chosen as there.
 *
 * @example kernelRidge({ bias: "regularized" })
 */
export function kernelRidge(options: KernelRidgeOptions = {}): Model {
  return expansionModel("krr", options);
}

export const krrEntry: ModelEntry = {
  title: "Kernel ridge regression",
  family: "fisher",
  summary:
    "Least squares on the class signs without a constant, or with a penalized one; by leave-one-out; calibrated, any number of rows.",
  create: kernelRidge,
  options: describeExpansionOptions("krr"),
  farLimit: "constant",
  exemptions: noSearch,
};
