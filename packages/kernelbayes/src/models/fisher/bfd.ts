import type { Problem } from "../../rows/labelledRows.ts";
import { rowsOfStarts } from "./evidence/searchFisher.ts";
import { noiseStage } from "./fitLabelNoise.ts";
import { stages } from "../../run/share.ts";
import { gaussianStages } from "../../search/searchGaussian.ts";
import { fitFisherLimit, limitCost } from "./limits/fitFisherLimit.ts";
import { isLimitDocument, restoreFisherLimit } from "./limits/fisherLimitPosterior.ts";
import { bayesianFisherPosterior, readFisherFit } from "./posterior.ts";
import type { Model } from "../model.ts";
import { countedMachines, type ModelEntry } from "../modelEntry.ts";
import {
  describeFisherOptions,
  limitOf,
  rankOf,
  readFisherOptions,
  type BayesianFisherOptions,
  type FisherOptionSettings,
} from "./fisherOptions.ts";
import { fitFisher } from "./fitFisher.ts";

/**
 * Bayesian Fisher discriminant, in its Gaussian-process form: a latent function f ~ N(0, K) whose values scatter with
 * precision β about the mean of their class, the two means d = 2 apart,
 *
 *     p(f) ∝ exp(−½ fᵀK⁻¹f − ½β Σ_q Σ_{i∈q} (f_i − mean_q f)²),   mean₁f − mean₀f = d,
 *     log P(1|x)/P(0|x) = d ḡ/(v_g + 1/β) + log π₁/π₀,
 *
 * ḡ and v_g being mean and variance of f(x) less the midpoint of the class means; a curve on the log odds of left-out rows then
 * corrects them. Kernel and β maximize the evidence with a Gamma prior of β, by gradients from several widths. T. Peña Centeno & N. D. Lawrence, with the distance of the means
 * kept in the evidence.
 *
 * @example bayesianFisher({ kernel: composite() })
 */
export function bayesianFisher(given: BayesianFisherOptions = {}): Model {
  const { settings, identity } = readFisherOptions(given);
  const { kernel, starts, labelNoise } = settings;
  const limit = limitOf(settings);
  return {
    ...identity,
    classes: "two",
    sums: sumsOf(settings, limit !== undefined),
    fit: (problem, context) =>
      stages(
        weightsOf(problem, settings, limit !== undefined),
        limit ? fitFisherLimit(problem, context, limit, kernel) : fitFisher(problem, context, settings),
      ),
    restore: (parameters, figures, { engine }) =>
      isLimitDocument(parameters)
        ? restoreFisherLimit(engine, parameters, "parameters", figures)
        : bayesianFisherPosterior(readFisherFit(engine, parameters, "parameters"), figures),
    cost(rows, columns) {
      if (limit) return limitCost(limit, kernel !== undefined, rows, columns);
      // Some searches on all rows, which may run in workers of their own, with twenty evaluations each.
      const searches = 2 + (kernel ? 1 : 0);
      const m = rankOf(settings, rows);
      // Two fits and a leave-one-out for each fold.
      const noise = labelNoise === "none" ? 0 : 15;
      const few = starts.length * 30 * (2 * 120 ** 3 + 3 * 120 * 120 * (columns + 10));
      if (m === undefined) {
        return {
          memory: 8 * searches * (8 * rows * rows + rows * (columns + 20)),
          operations: few + (searches * 20 + noise) * (2 * rows ** 3 + 3 * rows * rows * (columns + 10)),
        };
      }
      return {
        memory: 8 * searches * (10 * rows * m + 20 * m * m + rows * (columns + 20)),
        operations: few + searches * 20 * (8 * rows * m * m + 12 * rows * m * (columns + 10)),
      };
    },
  };
}

export const bfdEntry: ModelEntry = {
  title: "Bayesian Fisher discriminant",
  family: "fisher",
  summary:
    "Curved boundaries by any kernel, everything chosen by evidence; probabilities that know how far the rows are.",
  create: bayesianFisher,
  options: describeFisherOptions(),
  farLimit: "constant",
  exemptions: countedMachines,
};

/** Only the sparse form can be fitted by sums over rows. */
function sumsOf(
  { hyperparameters, labelNoise, rank }: FisherOptionSettings,
  isLimit: boolean,
): NonNullable<Model["sums"]> {
  if (isLimit) return { instead: "Leave precision and distance at values that are not a limit." };
  if (rank === "all") return { instead: "Give a rank, such as 300, or leave it out." };
  return hyperparameters === "evidence" && labelNoise === "none"
    ? true
    : { instead: 'Choose hyperparameters "evidence" and labelNoise "none".' };
}

/** The stages of a fit with their weights: searches on 120 rows from all starts, then on all rows from what these found. */
function weightsOf(
  problem: Problem,
  { kernel, starts, hyperparameters, labelNoise }: FisherOptionSettings,
  isLimit: boolean,
): Record<string, number> {
  const groups = problem.rowGroups ? 10 : 0;
  const noise = labelNoise === "estimated" ? { [noiseStage]: 30 } : {};
  if (isLimit) return { ...gaussianStages(problem, kernel !== undefined), folds: 2, "final fit": 0.2 };
  if (hyperparameters === "em") {
    const first = Array.from({ length: starts.length + 1 }, (_, start) => [`start ${start + 1}`, 12]);
    return { ...Object.fromEntries(first), "expectation maximization": 100, ...noise, groups };
  }
  const few = Math.min(1, rowsOfStarts / problem.X.rows);
  return { starts: 125 * few ** 2, start: few < 1 ? 30 : 0, "all rows": 50, "final fit": 10, ...noise, groups };
}
