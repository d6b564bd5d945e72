import type { Cost, Model } from "../model.ts";
import { checkOptions, choiceOption, invalidOption } from "../parts/options.ts";
import { mostChoiceRows, type ProjectionCount } from "./choice/chooseProjection.ts";
import { readProjectionFit } from "./projectionDocument.ts";
import { fitProjections } from "./fitProjections.ts";
import {
  projectionOptionNames,
  projectionSettings,
  type ProjectionOptions,
  type ProjectionScaling,
  type ProjectionSettings,
} from "./projectionOptions.ts";
import { projectionPosterior } from "./posterior.ts";

export interface KernelProjectionsOptions extends ProjectionOptions {
  /**
   * n′, how many kernel principal components classes are linear in: "leave-one-out", by how well left-out rows are predicted;
   * "utility", by expected utility over random halves of the rows, with a chain for each, as in the paper; or a whole number.
   * Default "leave-one-out".
   */
  readonly projections?: ProjectionCount;
  /**
   * The units of the components, in which coefficients have their prior: "data", in which those of the ridge regression that chose
   * the components are about 1; "none", as they are, as in the paper. Default "data".
   */
  readonly scaling?: ProjectionScaling;
}

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
export function kernelProjections(options: KernelProjectionsOptions = {}): Model {
  checkOptions("bkpc", options, ["projections", "scaling", ...projectionOptionNames]);
  const { projections = "leave-one-out", scaling: asked = "data", ...shared } = options;
  const isWord = projections === "leave-one-out" || projections === "utility";
  if (!isWord && !(Number.isSafeInteger(projections) && projections >= 1)) {
    throw invalidOption("bkpc", "projections", '"leave-one-out", "utility" or a whole number from 1', projections);
  }
  const scaling = choiceOption("bkpc", "scaling", asked, ["data", "none"]);
  const { settings: read, document } = projectionSettings("bkpc", shared);
  const settings = { ...read, scaling };
  return {
    name: "bkpc",
    classes: "many",
    fit: (problem, context) => fitProjections(problem, context, settings, projections),
    restore: (parameters, figures, { engine }) =>
      projectionPosterior(engine, readProjectionFit(engine, parameters, "parameters"), figures),
    cost: (rows, columns, classes) => costOf(rows, columns, classes, settings, projections),
    toDocument: () => ({ name: "bkpc", projections, scaling, ...document }),
  };
}

/** Components that are tried at most, and kernels. */
const [components, kernels] = [32, 7];

/**
 * Decompositions and regressions for the choice, one decomposition for the fit, and the sweeps of all chains, each with paths of
 * several steps and, for rows left out, again.
 */
function costOf(
  rows: number,
  columns: number,
  classes: number,
  { chains, burnIn, sweeps, mostSweeps, draws }: ProjectionSettings,
  projections: ProjectionCount,
): Cost {
  const q = classes - 1;
  const m = typeof projections === "number" ? projections : components;
  const compared = rows <= 3000 ? rows : 500;
  const searched = Math.min(rows, mostChoiceRows);
  const sweep = rows * q * (50 * m + 2500);
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
