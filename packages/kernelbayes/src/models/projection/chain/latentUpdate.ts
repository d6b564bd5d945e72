import type { Stream } from "../../../random/index.ts";
import type { LatentState } from "./chainState.ts";
import { ellipticalSlice } from "./ellipticalSlice.ts";
import { metropolis } from "./metropolis.ts";
import { polyaGammaUpdate } from "./polyaGammaUpdate.ts";
import type { LatentSampler } from "./projectionProblem.ts";
import type { Tuning } from "./tuning.ts";

/**
 * Renews the predictors of every row in place, given means and noise, and returns in how many rows a proposal was accepted.
 * A step above 0 lets it adapt its proposals by so much; then the chain does not count yet.
 */
export type LatentUpdate = (state: LatentState, random: Stream, step: number) => number;

/** The update of a sampler, with a working space of its own. */
export function latentUpdate(
  sampler: LatentSampler,
  rows: number,
  count: number,
  proposalDeviation: number | undefined,
  tuning?: Tuning,
): LatentUpdate {
  switch (sampler) {
    case "metropolis":
      return metropolis(rows, count, proposalDeviation, tuning);
    case "polya-gamma":
      return polyaGammaUpdate(count);
    case "elliptical-slice":
      return ellipticalSlice(count);
  }
}
