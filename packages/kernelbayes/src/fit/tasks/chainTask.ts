import { selectEngine } from "../../engine/selectEngine.ts";
import type { ChainDraws, ChainRequest } from "../../models/projection/chain/chainInput.ts";
import { projectionChain } from "../../models/projection/chain/projectionChain.ts";
import type { Work } from "../../run/work.ts";

/** Runs one Markov chain of the projection family. */
export function chainTask(request: ChainRequest): Work<ChainDraws> {
  return projectionChain(selectEngine(request.engine), request);
}
