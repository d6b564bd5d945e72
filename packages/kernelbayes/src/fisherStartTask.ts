import { selectEngine } from "./engine/select.ts";
import { searchStart } from "./inference/fisher/startSearch.ts";
import { kernelFromDocument } from "./kernels/index.ts";
import type { FisherStart } from "./models/bayesianFisher.ts";
import type { Failure } from "./optimize/multiStart.ts";
import type { Optimum } from "./optimize/optimizer.ts";
import type { Work } from "./run/work.ts";

/** Searches kernel and β of a Bayesian Fisher discriminant from one start. */
export function fisherStartTask({ kernel, rows, engine }: FisherStart): Work<Optimum | Failure> {
  return searchStart(selectEngine(engine), kernelFromDocument(kernel), rows);
}
