import type { ModelFactory } from "../models/model.ts";
import { readModel, type KnownModels } from "../models/readModel.ts";
import type { Posterior } from "../posterior/posterior.ts";
import { restorePosterior, type LoadOptions } from "./restorePosterior.ts";

export interface LoadKnownOptions extends LoadOptions {
  /** The functions that make the models which documents may hold, models of your own among them. */
  readonly models: readonly ModelFactory[];
}

/**
 * `loadPosterior` of the root for documents of a few models: a bundler then leaves the others out. A document of another model is an `InputError` with
 * the code "unknown-model".
 *
 * @example
 * import { linearDiscriminant, logistic } from "kernelbayes";
 * import { loadPosterior } from "kernelbayes/predict";
 * const posterior = loadPosterior(bytes, { models: [linearDiscriminant, logistic] });
 */
export function loadKnownPosterior(document: unknown, { models, ...options }: LoadKnownOptions): Posterior {
  const known: KnownModels = {
    place: " among the given ones",
    factories: Object.fromEntries(models.map((create) => [create().name, { create }])),
  };
  return restorePosterior(document, (model, path) => readModel(known, model, path), options);
}
