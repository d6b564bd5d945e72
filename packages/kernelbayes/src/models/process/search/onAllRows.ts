import { NumericalError } from "../../../errors.ts";
import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import { rising, type Work } from "../../../run/work.ts";
import { descend, type DescentOptions } from "../../../search/descend.ts";
import type { Ending } from "../../../search/evidenceFamily.ts";
import type { SearchLimits } from "../../../search/searchStart.ts";
import type { LatentSearch } from "./latentSearch.ts";

/** Where steps on all rows have ended. */
export interface WholeEnding extends Ending {
  /** The Hessian there, row-major, where the steps have learned it. */
  readonly hessian?: Float64Array;
}

/** Starts on some of the rows only have to come near: what follows on all rows takes it from there. */
export const rough: SearchLimits = {
  maxEvaluations: 30,
  maxLineEvaluations: 8,
  valueTolerance: 1e-4,
};

/** A few steps from the end of a start; the whole way from its beginning where all rows have no evidence at that end. */
export function* onAllRows(
  search: LatentSearch,
  end: Float64Array,
  hessian: Float64Array,
  limits: Pick<DescentOptions, "maxEvaluations" | "tolerance">,
): Work<WholeEnding> {
  const { objective, box, start } = search;
  try {
    return yield* descend(objective, end, { hessian, box, ...limits });
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    const found = yield* rising(boundedLbfgs(objective, start, { ...box, ...rough, stage: "all rows again" }));
    return { ...found, status: `${found.status}; from the start on all rows, since some of them led astray` };
  }
}
