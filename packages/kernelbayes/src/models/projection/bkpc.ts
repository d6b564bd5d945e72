import type { Cost, Model } from "../model.ts";
import { notByGradients, type ModelEntry } from "../modelEntry.ts";
import { mostChoiceRows, mostComponentsOf, type ProjectionRule } from "./choice/chooseProjection.ts";
import { readProjectionFit } from "./projectionDocument.ts";
import { affordableChains } from "./affordableChains.ts";
import { sweepOperations } from "./sweepOperations.ts";
import { fitProjections } from "./fitProjections.ts";
import {
  describeProjectionOptions,
  projectionRenamings,
  readProjectionOptions,
  type KernelProjectionsOptions,
  type ProjectionSettings,
} from "./projectionOptions.ts";
import { projectionPosterior } from "./posterior.ts";

/**
 * Bayesian kernel projection classifier: multinomial logistic regression with latent noise on the first kernel principal
 * components of the rows,
 *
 *     P(y = k | z) ∝ e^{z_k},   z_k = Σ_l d_l(x) β_lk + σε,   β_lk ~ N(0, σ²/τ_lk),   τ_lk ~ Gamma,   σ² ~ inverse gamma,
 *
 * all classes at once, by Markov chains. Class probabilities are averages over draws, and their intervals quantiles of draws.
 * K. Domijan & S. P. Wilson, *Bayesian kernel projections for classification of high dimensional data*, 2011.
 *
 * @example kernelProjections({ projections: 7 })
 */
export function kernelProjections(given: KernelProjectionsOptions = {}): Model {
  const { projections, settings, document } = readProjectionOptions(given);
  return {
    name: "bkpc",
    classes: "many",
    fit: (problem, context) => fitProjections(problem, context, settings, projections),
    restore: (parameters, figures, { engine }) =>
      projectionPosterior(engine, readProjectionFit(engine, parameters, "parameters"), figures),
    cost: (rows, columns, classes) => costOf(rows, columns, classes, settings, projections),
    toDocument: () => ({ name: "bkpc", ...document }),
    renamings: projectionRenamings("bkpc"),
  };
}

export const bkpcEntry: ModelEntry = {
  title: "Bayesian kernel projection classifier",
  family: "projection",
  summary:
    "Few kernel principal components and Markov chains: a whole posterior of class probabilities; for few rows and many columns.",
  create: kernelProjections,
  options: describeProjectionOptions("bkpc"),
  quick: { bandwidth: "median", chains: 2, burnIn: 50, sweeps: 150 },
  farLimit: "constant",
  exemptions: { "gradient-at-optimum": notByGradients },
};

/** Kernels that are tried. */
const kernels = 7;

/**
 * Decompositions and regressions for the choice, one decomposition for the fit, and the sweeps of all chains, each with paths of
 * several steps and, for rows left out, again.
 */
function costOf(
  rows: number,
  columns: number,
  classes: number,
  settings: ProjectionSettings,
  projections: ProjectionRule,
): Cost {
  const q = classes - 1;
  const m = typeof projections === "number" ? projections : mostComponentsOf(classes);
  const sweep = sweepOperations({ rows, components: m, classes });
  const { chains, burnIn, sweeps, mostSweeps, draws } = affordableChains(settings, sweep).settings;
  const compared = rows <= 3000 ? rows : 500;
  const searched = Math.min(rows, mostChoiceRows);
  const halves = projections === "utility" ? 10 * 15 : 0;
  return {
    memory:
      8 *
      (6 * rows * compared +
        4 * rows * columns +
        (chains + 2) * rows * (m + 4 * q + 10) +
        3 * Math.max(4000, draws) * m * q +
        2 * Math.min(1e7, draws * rows * classes)),
    operations:
      kernels * (4 * searched ** 3 + 100 * searched * (m * q) ** 2 + searched ** 2 * columns) +
      4 * rows * compared ** 2 +
      (chains * (burnIn + mostSweeps) + 0.5 * halves * (burnIn + sweeps)) * sweep,
  };
}
