import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import { coordinatesAtBounds, type Box } from "../../../optimize/box.ts";
import type { Objective, Optimum } from "../../../optimize/optimizer.ts";
import { progress, type Work } from "../../../run/work.ts";
import {
  featureObjective,
  groupCount,
  logsOf,
  pointOf,
  type FeatureTask,
  type GroupPoint,
} from "./featureObjective.ts";
import { largestPriorPrecision } from "./featurePosterior.ts";
import { settle } from "../../../search/settle.ts";

/** Where a search ended. */
export interface FeatureMaximum {
  readonly point: GroupPoint;
  /** 𝒥 there. */
  readonly objective: number;
  /** Largest absolute entry of the gradient in the logarithms, projected on the bounds. */
  readonly gradientNorm: number;
  /** Coordinates at a bound, precisions at their cap among them; β is the last coordinate. */
  readonly atBounds: readonly number[];
  readonly converged: boolean;
  /** How it ended, in words. */
  readonly status: string;
}

/** Logarithms below −20, and of β above 20, say nothing that these do not; precisions of weights end at their cap. */
export function featureBox(task: FeatureTask): Box {
  const G = groupCount(task);
  const upper = new Float64Array(G + 1).fill(Math.log(largestPriorPrecision));
  upper[G] = 20;
  return { lower: new Float64Array(G + 1).fill(-20), upper };
}

/** Up to so many coordinates a maximum is placed by Newton steps, which take an evaluation for each. */
const mostSettled = 50;

/**
 * Evidence by gradients: L-BFGS over the logarithms, then all columns that the evidence has given up are switched off at once
 * and the search goes on without them. Few coordinates are brought to rest at the end, so that the same table gives the same
 * numbers whatever the order of its columns.
 */
export function* maximizeEvidence(task: FeatureTask, start: GroupPoint, stage: string): Work<FeatureMaximum> {
  const objective = featureObjective(task);
  const box = featureBox(task);
  let found = yield* raised(objective, logsOf(start), box, stage);
  const pruned = prunedPoint(objective, found.point, box);
  if (pruned) found = yield* raised(objective, pruned, box, `${stage}, without the rest`);
  const { converged, status } = found;
  const end = found.point.length <= mostSettled ? settle(objective, found.point, box) : found;
  return {
    point: pointOf(end.point),
    objective: -end.value,
    gradientNorm: end.gradientNorm,
    atBounds: coordinatesAtBounds(end.point, box),
    converged,
    status,
  };
}

/** Minimizes −𝒥 and reports 𝒥. */
function* raised(objective: Objective, start: Float64Array, box: Box, stage: string): Work<Optimum> {
  const search = boundedLbfgs(objective, start, {
    ...box,
    stage,
    gradientTolerance: 1e-5,
    valueTolerance: 1e-10,
    maxEvaluations: 1000,
  });
  for (let next = search.next(); ; next = search.next()) {
    if (next.done) return next.value;
    const report = next.value;
    if (report.kind === "progress") {
      yield progress(report.stage, report.step, report.of, report.objective && -report.objective);
    }
  }
}

/** A weight of which the rows say so little that less than this is missing from a(S_w) = 1 may do without. */
const littleSaid = 0.02;

const mostRounds = 8;

/** By this share of itself a value may rise, which is its rounding. */
const rounding = 1e-12;

/**
 * The point with precisions at their cap that are on their way there: of which 𝒥 has next to no slope left, and that upwards.
 * All of them at once, or where that would lower 𝒥 the larger half of them, a quarter and so on, then the same with the rest:
 * some dozen evaluations whatever the number of columns. Undefined where none can go.
 */
export function prunedPoint(objective: Objective, start: Float64Array, box: Box): Float64Array | undefined {
  let found: Float64Array | undefined;
  for (let round = 0; round < mostRounds; round++) {
    const next = prunedOnce(objective, found ?? start, box);
    if (!next) break;
    found = next;
  }
  return found;
}

function prunedOnce(objective: Objective, logs: Float64Array, box: Box): Float64Array | undefined {
  const { value, gradient } = objective(logs.slice());
  const highest = value + rounding * Math.max(1, Math.abs(value));
  const last = logs.length - 1;
  const isFading = (j: number): boolean =>
    j < last && logs[j] < box.upper[j] && gradient[j] <= 0 && gradient[j] > -littleSaid;
  const fading = Array.from(logs.keys())
    .filter(isFading)
    .toSorted((a, b) => logs[b] - logs[a]);
  for (let count = fading.length; count >= 1; count >>= 1) {
    const target = logs.slice();
    for (const j of fading.slice(0, count)) target[j] = box.upper[j];
    if (objective(target.slice()).value <= highest) return target;
  }
  return undefined;
}
