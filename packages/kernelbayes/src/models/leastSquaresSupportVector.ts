import { InputError } from "../errors.ts";
import { expansionCost, fitExpansion } from "./expansionModel.ts";
import { expansionPosterior, readExpansion } from "./expansionPosterior.ts";
import type { Model } from "./model.ts";
import { checkOptions } from "./options.ts";

export interface LeastSquaresSupportVectorOptions {
  /**
   * How much is searched: "auto" also gives columns weights of their own and uses all rows of small tables where that
   * pays, "fast" does neither. Default "auto".
   */
  readonly search?: "auto" | "fast";
}

const searches = ["auto", "fast"] as const;

/**
 * Least-squares support vector machine, with nothing to tune:
 *
 *     minimize Σᵢ wᵢ (tᵢ − f(xᵢ))² + μ αᵀKα,   f(x) = Σⱼ αⱼ exp(−γ Σₖ sₖ² (xⱼₖ − xₖ)²) + b,
 *
 * on a random basis that grows only while it pays. γ, μ, the size of the basis and, where they pay, the weights sₖ² of the
 * columns are chosen by the log loss of leave-one-out outputs after a calibration curve, which then serves the predictions.
 * Many classes share kernel, basis and decomposition; each has a machine against the rest, and the probabilities are coupled.
 *
 * @example leastSquaresSupportVector({ search: "fast" })
 */
export function leastSquaresSupportVector(options: LeastSquaresSupportVectorOptions = {}): Model {
  checkOptions("lssvm", options, ["search"]);
  const { search = "auto" } = options;
  if (!searches.includes(search)) {
    throw new InputError(
      "invalid-option",
      `The option search of lssvm must be "auto" or "fast"; got ${String(search)}.`,
    );
  }
  return {
    name: "lssvm",
    classes: "many",
    fit: (problem, context) => fitExpansion(problem, context, { penalty: "function", search }),
    restore: (parameters, figures, { engine }) =>
      expansionPosterior(engine, readExpansion(parameters, "parameters"), figures),
    cost: expansionCost,
    toDocument: () => ({ name: "lssvm", search }),
  };
}
