import { InputError } from "../../../errors.ts";
import { progress, type Work } from "../../../run/work.ts";
import { coordinatesAtBounds, projectedNorm } from "../../../optimize/box.ts";
import { expectedScatter, updatedPrecision } from "../evidence/fisherEvidence.ts";
import {
  evaluateFeatures,
  featureObjective,
  groupMoments,
  logsOf,
  pointOf,
  type FeatureEvaluation,
  type FeatureTask,
  type GroupPoint,
} from "./featureObjective.ts";
import { featureBox, prunedPoint, type FeatureMaximum } from "./maximizeEvidence.ts";
import { largestPriorPrecision } from "./featurePosterior.ts";

export interface FeatureExpectationOptions {
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
