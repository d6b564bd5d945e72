import type { Engine } from "../../engine/engine.ts";
import { identityCurve } from "../../calibration/oddsCurve.ts";
import type { LeaveOneOut } from "../../posterior/numericPosterior.ts";
import { distinctRows } from "../../rows/distinctRows.ts";
import { leaveGroupsOut } from "../../rows/heldOutByFolds.ts";
import type { Problem } from "../../rows/labelledRows.ts";
import { latentLogProbabilities } from "./posterior.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { runSync } from "../../run/run.ts";
import { pause, type Work } from "../../run/work.ts";
import type { Context } from "../model.ts";
import { signedRows, type LatentMethod } from "./latent/latentApproximation.ts";
import { fitMemberInSteps, fitMemberByRows, latentFit, type FittedMember } from "./latentFit.ts";
import type { LatentRows } from "./search/latentSearch.ts";
import { sampleKernels, type LatentHyperparameters } from "./sampleKernels.ts";
import type { LatentKernelSearch, LatentOptimum } from "./search/searchLatent.ts";
import { logSoftmaxInPlace } from "../../numeric/logSumExp.ts";

/** One kernel or several, each with its approximation, and their weights. */
interface LatentMembers {
  readonly members: readonly FittedMember[];
  readonly weights: Float64Array;
}

/** How members are made of a search. */
interface MemberSettings {
  readonly method: LatentMethod;
  readonly solver: "newton" | "sequential";
  /** Whether all different optima predict together, by their evidence or as equals. */
  readonly committee: boolean | "equal";
  readonly hyperparameters: LatentHyperparameters;
}

/** With the sequential solver: rows that the kernel is chosen on, and bytes for rows of the kernel. */
export const sequential = { searched: 1000, memory: 256e6 } as const;

/**
 * The members that predict: the end of the search, its different optima, or kernels drawn from their posterior around the prior's
 * `center`.
 */
export function* latentMembers(
  rows: LatentRows,
  search: LatentKernelSearch,
  center: Kernel,
  { engine, seed }: Context,
  settings: MemberSettings,
): Work<LatentMembers> {
  const { committee, hyperparameters } = settings;
  const fitted = function* (
    kernel: Kernel,
    from?: Pick<LatentKernelSearch, "warmStart" | "atHand">,
  ): Work<FittedMember> {
    yield pause;
    return yield* latentMember(engine, kernel, rows, settings, from);
  };
  if (hyperparameters !== "evidence") {
    const { kernel } = search;
    const drawn = yield* sampleKernels(engine, rows, { kernel, center }, settings.method, {
      sampler: hyperparameters,
      seed,
    });
    const members: FittedMember[] = [];
    for (const each of drawn) members.push(yield* fitted(each));
    return {
      members,
      weights: new Float64Array(drawn.length).fill(1 / drawn.length),
    };
  }
  if (committee === false) return { members: [yield* fitted(search.kernel, search)], weights: Float64Array.of(1) };
  const ends: { readonly member: FittedMember; readonly optimum: LatentOptimum }[] = [];
  for (const { kernel: values, converged, status } of search.optima) {
    if (!values) continue;
    const member = yield* fitted(search.kernel.withValues(values));
    ends.push({ member, optimum: { logEvidence: member.logEvidence, kernel: values, converged, status } });
  }
  const members = distinctOptima(ends.map(({ optimum }) => optimum)).map((at) => ends[at].member);
  const isEqual = committee === "equal";
  return {
    members,
    weights: isEqual
      ? new Float64Array(members.length).fill(1 / members.length)
      : committeeWeights(members.map(({ logEvidence }) => logEvidence)),
  };
}

/** A kernel with its approximation on rows, by the solver that was asked for. */
function* latentMember(
  engine: Engine,
  kernel: Kernel,
  rows: Pick<LatentRows, "X" | "signs" | "weights">,
  { method, solver }: Pick<MemberSettings, "method" | "solver">,
  { warmStart, atHand }: Pick<LatentKernelSearch, "warmStart" | "atHand"> = {},
): Work<FittedMember> {
  return solver === "newton"
    ? yield* fitMemberInSteps(engine, kernel, rows, method, { warmStart, ...atHand })
    : fitMemberByRows(engine, kernel, rows, method.halfWidth ?? 1, sequential.memory);
}

/** Groups of rows are left out in folds, at the chosen kernels. */
export function leaveLatentGroupsOut(
  problem: Problem,
  { engine, seed }: Context,
  members: readonly Pick<FittedMember, "kernel">[],
  weights: ArrayLike<number>,
  settings: Pick<MemberSettings, "method" | "solver">,
): Work<LeaveOneOut> {
  return leaveGroupsOut(problem, seed, (training, tested) => {
    const sets = distinctRows(training);
    const rows = { X: sets.X, ...signedRows(sets) };
    const own = members.map(({ kernel }) => runSync(latentMember(engine, kernel, rows, settings)));
    const fit = latentFit(own, weights, rows.X, { method: settings.method, curve: identityCurve, optima: [] });
    return latentLogProbabilities(engine, fit, tested);
  });
}

/** Optima closer than this, in the logarithms of the kernel's parameters and in log evidence, are one. */
const same = { logarithms: 1e-2, value: 1e-3 } as const;

/** Weights proportional to the evidence, under equal prior probabilities of the members: exp(E_j − max E), normalized. */
export function committeeWeights(logEvidence: ArrayLike<number>): Float64Array {
  const logs = Float64Array.from(logEvidence);
  logSoftmaxInPlace(logs);
  return logs.map(Math.exp);
}

/**
 * The numbers of the optima that differ, in their order, each the best of those it stands for: one mode that several starts have
 * found is one member of a committee, not several. Optima without evidence are left out.
 */
export function distinctOptima(optima: readonly LatentOptimum[]): readonly number[] {
  const known = Array.from(optima.keys())
    .filter((at) => optima[at].logEvidence !== undefined && optima[at].kernel !== undefined)
    .toSorted((a, b) => Number(optima[b].logEvidence) - Number(optima[a].logEvidence) || a - b);
  const kept: number[] = [];
  for (const at of known) if (!kept.some((earlier) => isSame(optima[at], optima[earlier]))) kept.push(at);
  return kept.toSorted((a, b) => a - b);
}

function isSame({ kernel: a = empty, logEvidence: x = NaN }: LatentOptimum, b: LatentOptimum): boolean {
  const { kernel: other = empty, logEvidence: y = NaN } = b;
  const isNear = a.every((value, j) => value === other[j] || Math.abs(Math.log(value / other[j])) < same.logarithms);
  return isNear && Math.abs(x - y) < same.value;
}

const empty = new Float64Array(0);
