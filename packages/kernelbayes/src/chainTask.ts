import { selectEngine } from "./engine/select.ts";
import type { ChainDraws, ChainRequest } from "./inference/projection/chainDraws.ts";
import { projectionChain } from "./inference/projection/projectionChain.ts";
import type { Work } from "./run/work.ts";

/** Runs one Markov chain of the projection family. */
export function chainTask(request: ChainRequest): Work<ChainDraws> {
  return projectionChain(selectEngine(request.engine), request);
}
