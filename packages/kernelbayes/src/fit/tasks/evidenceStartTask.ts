import { selectEngine } from "../../engine/selectEngine.ts";
import type { EvidenceStart } from "../../models/leastSquares/evidence/searchKernel.ts";
import { searchStart } from "../../models/leastSquares/evidence/evidenceSearch.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import type { Failure } from "../../optimize/multiStart.ts";
import type { Optimum } from "../../optimize/optimizer.ts";
import type { Work } from "../../run/work.ts";

/** Searches kernel and precisions of a Bayesian least-squares support vector machine from one start. */
export function evidenceStartTask({ kernel, rows, engine }: EvidenceStart): Work<Optimum | Failure> {
  return searchStart(selectEngine(engine), kernelFromDocument(kernel), rows);
}
