import { boundedLbfgs } from "../optimize/boundedLbfgs.ts";
import { rising, progress, type Work } from "../run/work.ts";
import type { EvidenceSearch } from "./evidenceFamily.ts";
import { settle, type Settled } from "./settle.ts";
import type { SearchLimits } from "./searchStart.ts";

export interface RestOptions {
  /** The search by gradients. */
  readonly limits: SearchLimits;
  /** Whether Newton steps are tried first, and the search only where they do not lead to rest. Default false. */
  readonly stepsFirst?: boolean;
  /** With more coordinates a Hessian from differences costs more than it saves, and there are no Newton steps. Default: none. */
  readonly mostCoordinates?: number;
}

/** A larger gradient is not at rest. */
const restingGradient = 1e-5;

/** The end of a search on all rows brought to rest: a search by gradients to the end, and Newton steps after it or in its place. */
export function* bringToRest(
  { objective, box }: Pick<EvidenceSearch, "objective" | "box">,
  start: Float64Array,
  { limits, stepsFirst = false, mostCoordinates = Infinity }: RestOptions,
): Work<Settled> {
  const isSmall = start.length <= mostCoordinates;
  let rest = stepsFirst && isSmall ? settle(objective, start, box) : undefined;
  let reached = rest?.value ?? Infinity;
  if (rest === undefined || !(rest.gradientNorm <= restingGradient)) {
    const from = rest?.point ?? start;
    const found = yield* rising(boundedLbfgs(objective, from, { ...box, ...limits, stage: "all rows" }));
    reached = found.value;
    rest = isSmall ? settle(objective, found.point, box) : found;
  }
  yield progress("final fit", 1, 1, Math.max(-reached, -rest.value));
  return rest;
}
