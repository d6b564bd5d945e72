import { patternSearch } from "../../../optimize/patternSearch.ts";
import { rising, progress, type Work } from "../../../run/work.ts";
import { settle } from "../../../search/settle.ts";
import { evidenceJumps } from "../latent/approximate.ts";
import type { LatentMethod } from "../latent/latentApproximation.ts";
import type { Ending } from "../../../search/evidenceFamily.ts";
import type { LatentSearch } from "./latentSearch.ts";

/** Where the evidence jumps, moves of one parameter at a time; elsewhere the zero of the gradient. */
export function* polish(search: LatentSearch, end: Ending, method: LatentMethod): Work<Ending> {
  if (evidenceJumps(method)) {
    const found = yield* rising(patternSearch(search.value, end.point, { ...search.box, stage: "polish" }));
    return found.value < end.value ? { ...found, gradientNorm: end.gradientNorm } : end;
  }
  const settled = settle(search.objective, end.point, search.box);
  yield progress("polish", 1, 1, -settled.value);
  return { ...end, ...settled, converged: true, status: "the gradient is at rest" };
}
