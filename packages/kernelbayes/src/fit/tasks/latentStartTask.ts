import { selectEngine } from "../../engine/selectEngine.ts";
import { searchStart, type LatentStart } from "../../models/process/search/latentSearch.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import type { Failure } from "../../optimize/multiStart.ts";
import type { Optimum } from "../../optimize/optimizer.ts";
import type { Work } from "../../run/work.ts";

/** Searches the kernel of a latent function from one start. */
export function latentStartTask({ kernel, rows, method, limits, engine }: LatentStart): Work<Optimum | Failure> {
  return searchStart(selectEngine(engine), kernelFromDocument(kernel), rows, method, limits);
}
