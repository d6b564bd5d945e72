import { selectEngine } from "../../engine/selectEngine.ts";
import { searchStart, type SoftmaxStart } from "../../models/process/softmax/startSearch.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import type { Failure } from "../../optimize/multiStart.ts";
import type { Optimum } from "../../optimize/optimizer.ts";
import type { Work } from "../../run/work.ts";

/** Searches the kernel of a Gaussian process with a softmax likelihood from one start. */
export function softmaxStartTask({ kernel, rows, engine }: SoftmaxStart): Work<Optimum | Failure> {
  return searchStart(selectEngine(engine), kernelFromDocument(kernel), rows);
}
