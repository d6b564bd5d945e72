import { selectEngine } from "../../engine/selectEngine.ts";
import { InputError } from "../../errors.ts";
import { fisherFamily } from "../../models/fisher/evidence/searchFisher.ts";
import { leastSquaresFamily } from "../../models/leastSquares/evidence/searchLeastSquares.ts";
import { latentFamily } from "../../models/process/search/latentSearch.ts";
import type { Failure } from "../../optimize/multiStart.ts";
import type { Optimum } from "../../optimize/optimizer.ts";
import type { Work } from "../../run/work.ts";
import type { EvidenceFamily } from "../../search/evidenceFamily.ts";
import { searchRequested, type StartRequest } from "../../search/searchStart.ts";

/** Every family whose evidence is searched, found by its name. */
const families: readonly EvidenceFamily<object>[] = [fisherFamily, leastSquaresFamily, latentFamily];

/** Searches the kernel of the highest evidence of a family from one start. */
export function startTask(request: StartRequest): Work<Optimum | Failure> {
  const family = families.find(({ name }) => name === request.family);
  if (family) return searchRequested(selectEngine(request.engine), family, request);
  const known = families.map(({ name }) => name).join(", ");
  throw new InputError("unknown-family", `No family has the name "${request.family}"; there are ${known}.`);
}
