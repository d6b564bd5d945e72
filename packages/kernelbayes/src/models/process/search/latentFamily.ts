import type { EvidenceFamily } from "../../../search/evidenceFamily.ts";
import type { LatentMethod } from "../latent/latentApproximation.ts";
import { latentSearch, type LatentRows, type LatentSearch, type SearchPrecision } from "./latentSearch.ts";

/** The rows of a search with the method by which their evidence is computed, as plain data. */
export interface LatentTask extends LatentRows {
  readonly method: LatentMethod;
  /** How exact the evidence is; see `latentSearch`. Default "fine". */
  readonly precision?: SearchPrecision | undefined;
}

/** The evidence of a latent function, by Laplace's method or by expectation propagation. */
export const latentFamily: EvidenceFamily<LatentTask, LatentSearch> = {
  name: "process",
  search: (engine, { kernel }, { method, precision, ...rows }) =>
    latentSearch(engine, kernel, rows, method, { precision }),
};
