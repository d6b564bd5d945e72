import { boundedLbfgs } from "../../../optimize/boundedLbfgs.ts";
import { coordinatesAtBounds, type Box, projectedNorm } from "../../../optimize/box.ts";
import type { Objective, Optimum } from "../../../optimize/optimizer.ts";
import { progress, rising, type Work } from "../../../run/work.ts";
import {
  featureObjective,
  groupCount,
  logsOf,
  pointOf,
  type FeatureTask,
  type GroupPoint,
  evaluateFeatures,
  groupMoments,
  type FeatureEvaluation,
} from "./featureObjective.ts";
import { largestPriorPrecision } from "./featurePosterior.ts";
import { settle } from "../../../search/settle.ts";
import { InputError } from "../../../errors.ts";
import { expectedScatter, updatedPrecision } from "../evidence/fisherEvidence.ts";

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
  const end = found.point.length <= mostSettled ? yield* settle(objective, found.point, box) : found;
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
function raised(objective: Objective, start: Float64Array, box: Box, stage: string): Work<Optimum> {
  const search = boundedLbfgs(objective, start, {
    ...box,
    stage,
    gradientTolerance: 1e-5,
    valueTolerance: 1e-10,
    maxEvaluations: 1000,
  });
  return rising(search);
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

interface FeatureExpectationOptions {
  /** Converged when no logarithm moved by more. Default 1e-6. */
  readonly tolerance?: number;
  /** Default 5000. */
  readonly maxIterations?: number;
}

/** Every so many iterations columns that have faded are switched off, where that does not lower 𝒥. */
const pruneEvery = 25;

/**
 * Expectation maximization of 𝒥: all precisions and β in closed form, all from the same expectation,
 *
 *     a_g = |g| / Σ_{j∈g} (S_w)_jj, at most 1e12,   β = (ν + 2a − 2)/(⟨fᵀLf⟩ + 2b).
 *
 * 𝒥 never falls. By itself the precision of a useless column grows by a constant in each iteration, and would take forever
 * to get anywhere; so such columns are tried at the cap from time to time.
 */
export function* maximizeFeaturesByExpectation(
  task: FeatureTask,
  start: GroupPoint,
  stage: string,
  { tolerance = 1e-6, maxIterations = 5000 }: FeatureExpectationOptions = {},
): Work<FeatureMaximum> {
  const { total } = task.problem.contrasts;
  if (!(total + 2 * task.prior.shape > 2)) {
    throw new InputError(
      "too-few-rows",
      `The update of β needs more rows than a weight of ${total}.`,
      {},
      'Choose the inference "evidence".',
    );
  }
  const objective = featureObjective(task);
  const box = featureBox(task);
  let point = start;
  let here = evaluateFeatures(task, point);
  let converged = false;
  let iterations = 0;
  while (!converged && iterations < maxIterations) {
    const next = nextPoint(task, here, point);
    const logs = logsOf(point);
    converged = logsOf(next).every((log, j) => Math.abs(log - logs[j]) < tolerance);
    point = next;
    iterations++;
    if (iterations % pruneEvery === 0) {
      const pruned = prunedPoint(objective, logsOf(point), box);
      if (pruned) {
        point = pointOf(pruned);
        converged = false;
      }
    }
    here = evaluateFeatures(task, point);
    yield progress(stage, iterations, maxIterations, here.objective);
  }
  yield progress(stage, maxIterations, maxIterations, here.objective);
  const end = logsOf(point);
  return {
    point,
    objective: here.objective,
    gradientNorm: projectedNorm(end, objective(end.slice()).gradient, box),
    atBounds: coordinatesAtBounds(end, box),
    converged,
    status: converged ? "no logarithm moved by more than its tolerance" : `stopped after ${maxIterations} iterations`,
  };
}

function nextPoint(task: FeatureTask, { law }: FeatureEvaluation, { groupPrecision }: GroupPoint): GroupPoint {
  const { moments, sizes } = groupMoments(task, law);
  return {
    groupPrecision: groupPrecision.map((a, g) => Math.min(largestPriorPrecision, (a * sizes[g]) / moments[g])),
    precision: updatedPrecision(expectedScatter(law), law.contrasts.total, task.prior),
  };
}
