import { progress, withSteps, type Progress, type Step, type Work } from "./work.ts";

/** How much of its work a step reports as done. */
export function fractionOf({ fraction, step, of }: Progress): number {
  return fraction ?? step / of;
}

/**
 * Work as a part of other work: what it does from its beginning to its end is what that does between two fractions.
 *
 * @example const kernel = yield* share(0, 0.8, search(rows));
 */
export function share<Result>(from: number, to: number, work: Work<Result>): Work<Result> {
  return withSteps(work, (step) => placed(step, from, to));
}

/**
 * Work of several stages, each with its weight, in the order in which they come: the estimated work of each, in any unit. A
 * stage that is left out counts as done as soon as a later one begins; one that is not listed adds nothing.
 *
 * @example fit: (problem, context) => stages({ search: 8, "final fit": 1 }, fitRows(problem, context))
 */
export function stages<Result>(weights: Readonly<Record<string, number>>, work: Work<Result>): Work<Result> {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  const spans = new Map<string, readonly [from: number, to: number]>();
  let end = 0;
  for (const [stage, weight] of Object.entries(weights)) spans.set(stage, [end / total, (end += weight) / total]);
  let reached = 0;
  return withSteps(work, (step) => {
    if (step.kind === "pause") return step;
    const stage = step.kind === "progress" ? step.stage : (step.stage ?? step.task);
    const [from, to] = spans.get(stage) ?? [reached, reached];
    reached = Math.max(reached, step.kind === "progress" ? between(from, to, fractionOf(step)) : to);
    return placed(step, from, to);
  });
}

/**
 * Progress of a search that is allowed `of` steps and usually ends after `typical` ones: it is mostly done by then, and comes ever
 * nearer to its end without reaching it.
 */
export function searching(stage: string, step: number, of: number, typical: number, objective?: number): Progress {
  const expected = step <= typical ? (0.8 * step) / typical : 1 - (0.2 * typical) / step;
  return { ...progress(stage, step, of, objective), fraction: Math.max(step / of, expected) };
}

/** A step of work that is done between two fractions of other work. */
function placed(step: Step, from: number, to: number): Step {
  if (step.kind === "pause") return step;
  if (step.kind === "progress") return { ...step, fraction: between(from, to, fractionOf(step)) };
  const [first, last] = step.span ?? [0, 1];
  return { ...step, span: [between(from, to, first), between(from, to, last)] };
}

function between(from: number, to: number, fraction: number): number {
  return from + (to - from) * fraction;
}
