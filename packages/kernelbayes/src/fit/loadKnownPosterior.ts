import type { Model } from "../models/model.ts";
import type { ModelEntry } from "../models/modelEntry.ts";
import { readModel } from "../models/readModel.ts";
import type { Posterior } from "../posterior/posterior.ts";
import { restorePosterior, type LoadOptions } from "./restorePosterior.ts";

/** An entry of the catalogue of models, or one that reads the members of its documents by the entries beside it. */
export type KnownModel = ModelEntry | ((modelOf: (document: unknown, path?: string) => Model) => ModelEntry);

export interface LoadKnownOptions extends LoadOptions {
  /** The models that documents may hold. Those of the members of `auto` have to be among them. */
  readonly models: readonly KnownModel[];
}

/**
 * `loadPosterior` of the root for documents of a few models: a bundler then leaves the others out. A document of another model is an `InputError` with
 * the code "unknown-model".
 *
 * @example
 * import { loadPosterior, lda, logistic } from "kernelbayes/predict";
 * const posterior = loadPosterior(bytes, { models: [lda, logistic] });
 */
export function loadKnownPosterior(document: unknown, { models, ...options }: LoadKnownOptions): Posterior {
  const modelOf = (model: unknown, path = "model"): Model => readModel(entries, model, path);
  const entries = Object.fromEntries(
    models.map((known) => {
      const entry = typeof known === "function" ? known(modelOf) : known;
      return [entry.create().name, entry];
    }),
  );
  return restorePosterior(document, modelOf, options);
}
