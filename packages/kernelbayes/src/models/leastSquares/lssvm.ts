import { expansionModel } from "./expansionModel.ts";
import { describeExpansionOptions, type ExpansionOptions } from "./expansionOptions.ts";
import type { Model } from "../model.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";

export type LeastSquaresSupportVectorOptions = ExpansionOptions;

/**
 * Least-squares support vector machine, with nothing to tune:
 *
 *     minimize Σᵢ wᵢ (tᵢ − f(xᵢ))² + μ αᵀKα,   f(x) = Σⱼ αⱼ exp(−γ Σₖ sₖ² (xⱼₖ − xₖ)²) + b,
 *
 * with tᵢ = ±1, on a random basis that grows only while it pays. γ, μ, the size of the basis and, where they pay, the weights
 * sₖ² of the columns are chosen by the log loss of leave-one-out outputs after a calibration curve, which then serves the
 * predictions. Many classes share kernel, basis and decomposition; each has a machine against the rest, and one link makes
 * probabilities of their outputs.
 *
 * @example leastSquaresSupportVector({ search: "fast" })
 */
export function leastSquaresSupportVector(options: LeastSquaresSupportVectorOptions = {}): Model {
  return expansionModel("lssvm", options);
}

export const lssvmEntry: ModelEntry = {
  title: "Least-squares support vector machine",
  family: "fisher",
  summary:
    "Curved boundaries by a Gaussian kernel, everything chosen by leave-one-out; calibrated, fast, any number of rows.",
  create: leastSquaresSupportVector,
  options: describeExpansionOptions("lssvm"),
  farLimit: "constant",
  exemptions: noSearch,
};
