import type { Cost, Model } from "../model.ts";
import { noSearch, type ModelEntry } from "../modelEntry.ts";
import { mostChoiceRows } from "./choice/chooseProjection.ts";
import { readProjectionFit } from "./projectionDocument.ts";
import { affordableChains } from "./affordableChains.ts";
import { sweepOperations } from "./sweepOperations.ts";
import { fitProjections } from "./fitProjections.ts";
import {
  describeProjectionOptions,
  projectionRenamings,
  readMultinomialOptions,
  type ProjectionOptions,
  type ProjectionSettings,
} from "./projectionOptions.ts";
import { projectionPosterior } from "./posterior.ts";

/**
 * Bayesian multinomial kernel classifier: multinomial logistic regression with latent noise on the kernel of a row with every
 * training row,
 *
 *     P(y = k | z) ∝ e^{z_k},   z_k = Σ_i k(x, x_i) β_ik + σε,   β_ik ~ N(0, σ²/τ_ik),   τ_ik ~ Gamma,   σ² ~ inverse gamma,
 *
 * all classes at once, by Markov chains with a factorization for each class and sweep. It has more coefficients than rows,
 * which no chain can pin down one by one, while class probabilities are determined; `kernelProjections` has fewer and is faster.
 * K. Domijan & S. P. Wilson, *Bayesian kernel projections for classification of high dimensional data*, 2011.
 *
 * @example multinomialKernel({ bandwidth: "median" })
 */
export function multinomialKernel(given: ProjectionOptions = {}): Model {
  const { settings, document } = readMultinomialOptions(given);
  return {
    name: "bmkc",
    classes: "many",
    fit: (problem, context) => fitProjections(problem, context, settings, undefined),
    restore: (parameters, figures, { engine }) =>
      projectionPosterior(engine, readProjectionFit(engine, parameters, "parameters"), figures),
    cost: (rows, columns, classes) => costOf(rows, columns, classes, settings),
    toDocument: () => ({ name: "bmkc", ...document }),
    renamings: projectionRenamings("bmkc"),
  };
}

export const bmkcEntry: ModelEntry = {
  title: "Bayesian multinomial kernel classifier",
  family: "projection",
  summary:
    "The kernel with every row and Markov chains: a whole posterior of class probabilities; up to a few hundred rows.",
  create: multinomialKernel,
  options: describeProjectionOptions("bmkc"),
  quick: { chains: 2, burnIn: 50, sweeps: 100 },
  farLimit: "constant",
  exemptions: noSearch,
};

/** Decompositions and regressions for the choice of the kernel, and the sweeps of all chains. */
function costOf(rows: number, columns: number, classes: number, settings: ProjectionSettings): Cost {
  const q = classes - 1;
  const sweep = sweepOperations({ rows, components: undefined, classes });
  const { chains, burnIn, mostSweeps, draws } = affordableChains(settings, sweep).settings;
  const searched = Math.min(rows, mostChoiceRows);
  return {
    memory:
      8 *
      (6 * rows * rows +
        (chains + 2) * rows * (rows + 4 * q + 10) +
        4 * rows * columns +
        3 * Math.max(4000, draws) * rows * q +
        2 * Math.min(1e7, draws * rows * classes)),
    operations:
      7 * (4 * searched ** 3 + 100 * searched * (32 * q) ** 2 + searched ** 2 * columns) +
      chains * (burnIn + mostSweeps) * sweep,
  };
}
