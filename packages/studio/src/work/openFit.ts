import { loadPosterior, type Table } from "kernelbayes";
import type { FitRecord } from "../data/fitRecord.ts";
import type { Measured, OpenFit } from "./fitOnce.ts";
import { fittable, prepared } from "./prepared.ts";

/** Opens a fit that was made before, on the table that it was made on. */
export function openFit(raw: Table, { document, draft, measured, request }: FitRecord): OpenFit {
  return {
    posterior: loadPosterior(document),
    fittable: fittable(prepared(raw, draft), request.seed),
    draft,
    measured: measured as Measured,
  };
}
