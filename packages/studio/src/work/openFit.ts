import { loadPosterior, type Table } from "kernelbayes";
import type { FitRecord } from "../data/fitRecord.ts";
import type { Measured, OpenFit } from "./fitOnce.ts";
import { fittable, prepared } from "./prepared.ts";

/** Opens a fit that was made before, on the table that it was made on, where that is at hand. */
export function openFit(raw: Table | undefined, { document, draft, measured, request, hasTable }: FitRecord): OpenFit {
  return {
    posterior: loadPosterior(document),
    fittable: raw && hasTable ? fittable(prepared(raw, draft), request.seed) : undefined,
    draft,
    measured: measured as Measured,
  };
}
