import { selectEngine } from "../../engine/selectEngine.ts";
import type { FisherStart } from "../../models/fisher/evidence/searchEvidence.ts";
import { searchStart } from "../../models/fisher/evidence/searchStart.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import type { Failure } from "../../optimize/multiStart.ts";
import type { Optimum } from "../../optimize/optimizer.ts";
import type { Work } from "../../run/work.ts";

/** Searches kernel and β of a Bayesian Fisher discriminant from one start. */
export function fisherStartTask({ kernel, precision, rows, engine }: FisherStart): Work<Optimum | Failure> {
  return searchStart(selectEngine(engine), { kernel: kernelFromDocument(kernel), precision }, rows);
}
