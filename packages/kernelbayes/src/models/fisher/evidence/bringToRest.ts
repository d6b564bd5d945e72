import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import type { Box } from "../../../optimize/box.ts";
import { progress, type Work } from "../../../run/work.ts";
import type { Objective } from "../../../optimize/optimizer.ts";
import { settle, type Settled } from "../../../search/settle.ts";

/** With more coordinates a Hessian from differences costs more than it saves. */
const mostCoordinates = 12;

/** A larger gradient is not at rest. */
const restingGradient = 1e-5;

const stage = "final fit";
const steps = 200;

/**
 * The end of a search brought to rest: Newton steps where they lead there, else the search itself to the end, and Newton
 * steps after it. Reports its progress with the best −value.
 */
export function* bringToRest(objective: Objective, start: ArrayLike<number>, box: Box): Work<Settled> {
  const isSmall = start.length <= mostCoordinates;
  const first = isSmall ? settle(objective, start, box) : undefined;
  let result = first;
  if (first === undefined || !(first.gradientNorm <= restingGradient)) {
    const search = boundedLbfgs(objective, first?.point ?? start, {
      ...box,
      gradientTolerance: 1e-6,
      valueTolerance: 1e-13,
      maxIterations: steps,
      maxEvaluations: 2 * steps,
    });
    let next = search.next();
    while (!next.done) {
      const { step, objective: value } = next.value as { readonly step: number; readonly objective?: number };
      if (step < steps) yield progress(stage, step, steps, value === undefined ? undefined : -value);
      next = search.next();
    }
    result = isSmall ? settle(objective, next.value.point, box) : next.value;
  }
  const rest = result as Settled;
  yield progress(stage, steps, steps, -rest.value);
  return rest;
}
