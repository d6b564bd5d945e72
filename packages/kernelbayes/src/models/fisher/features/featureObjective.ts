import type { Objective } from "../../../optimize/optimizer.ts";
import { fisherEvidence, precisionSlope } from "../evidence/fisherEvidence.ts";
import type { FeatureLaw, FeatureProblem } from "./featureLaw.ts";
import { largestPriorPrecision } from "./featurePosterior.ts";
import { logPrecisionPrior, precisionPriorSlope, type PrecisionPrior } from "../../../search/precisionPrior.ts";

const capLog = Math.log(largestPriorPrecision);

/** What is searched: prior precisions that groups of columns share, and β. */
export interface FeatureTask {
  readonly problem: FeatureProblem;
  /** The number of the group that each column belongs to, from 0, none left out. */
  readonly groups: Int32Array;
  /** Prior of β. */
  readonly prior: PrecisionPrior;
}

/** One precision for each group, and β. */
export interface GroupPoint {
  readonly groupPrecision: Float64Array;
  readonly precision: number;
}

/** A point and what it is worth. */
export interface FeatureEvaluation {
  /** 𝒥 = ℰ + log p(β), to be maximized. */
  readonly objective: number;
  readonly evidence: number;
  readonly law: FeatureLaw;
}

export function groupCount({ groups }: FeatureTask): number {
  return groups.reduce((most, group) => Math.max(most, group + 1), 0);
}

export function evaluateFeatures(
  { problem, groups, prior }: FeatureTask,
  { groupPrecision, precision }: GroupPoint,
): FeatureEvaluation {
  const law = problem.at({ priorPrecision: Float64Array.from(groups, (group) => groupPrecision[group]), precision });
  const evidence = fisherEvidence(law);
  return { objective: evidence + logPrecisionPrior(precision, prior), evidence, law };
}

/** Σ a_j(S_w)_jj over the columns of each group, and how many these are. */
export function groupMoments(
  task: FeatureTask,
  law: FeatureLaw,
): { readonly moments: Float64Array; readonly sizes: Float64Array } {
  const moments = new Float64Array(groupCount(task));
  const sizes = new Float64Array(moments.length);
  law.scaledMoments().forEach((moment, j) => {
    moments[task.groups[j]] += moment;
    sizes[task.groups[j]]++;
  });
  return { moments, sizes };
}

/**
 * −𝒥 over the logarithms of the precisions of the groups and of β, last, with its gradient:
 *
 *     ∂ℰ/∂log a_g = ½ Σ_{j∈g} (1 − a_g(S_w)_jj),   ∂ℰ/∂log β = ½(ν − β⟨fᵀLf⟩).
 */
export function featureObjective(task: FeatureTask): Objective {
  return (point) => {
    const at = pointOf(point);
    const { objective, law } = evaluateFeatures(task, at);
    const { moments, sizes } = groupMoments(task, law);
    const ofPrecision = precisionSlope(law) + precisionPriorSlope(at.precision, task.prior);
    const gradient = Float64Array.from(point, (_, g) =>
      g < moments.length ? -0.5 * (sizes[g] - moments[g]) : -ofPrecision,
    );
    return { value: -objective, gradient };
  };
}

/** A point of the search, from logarithms. The cap comes back as itself. */
export function pointOf(logs: ArrayLike<number>): GroupPoint {
  const values = Float64Array.from(logs, (log) => (log === capLog ? largestPriorPrecision : Math.exp(log)));
  return { groupPrecision: values.slice(0, -1), precision: values[values.length - 1] };
}

/** The logarithms of a point, β last. */
export function logsOf({ groupPrecision, precision }: GroupPoint): Float64Array {
  return Float64Array.from([...groupPrecision, precision], Math.log);
}

/** How many precisions are tried. */
const tried = 9;

/**
 * A first precision, the same for all columns, with β = 1: the best of some from 0.01, for a few columns that tell a lot, to
 * 100 p², for many that tell a little each: a distance of 2 shared by p weights leaves each of them in proportion to 1/p.
 */
export function featureStart(task: FeatureTask, groups: number): GroupPoint {
  const { columns } = task.problem;
  const starts = Array.from({ length: tried }, (_, k): GroupPoint => {
    const exponent = -2 + (k * (4 + 2 * Math.log10(columns))) / (tried - 1);
    return { groupPrecision: new Float64Array(groups).fill(10 ** exponent), precision: 1 };
  });
  const values = starts.map((start) => evaluateFeatures(task, start).objective);
  return starts[values.indexOf(Math.max(...values))];
}
