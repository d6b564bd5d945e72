import type { Engine } from "../../../engine/engine.ts";
import { InputError, NumericalError } from "../../../errors.ts";
import { elpd, elpdDifference, type Elpd } from "../../../evaluate/elpd.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { progress, type Work } from "../../../run/work.ts";
import type { KernelComponents } from "../components/componentProjection.ts";
import { kernelComponents } from "../components/kernelComponents.ts";
import { orthonormalContrasts } from "../../../likelihoods/multinomial/orthonormalContrasts.ts";
import { multinomialLogEvidence } from "../../../likelihoods/multinomial/multinomialMode.ts";
import {
  evidenceRidge,
  extendedStart,
  type RidgeFit,
  componentDesign,
  scoreFactors,
  type ScoreScaling,
} from "./evidenceRidge.ts";
import { type GroupedRows, canLeaveOut, leftOutOf, type LeftOut } from "./leftOutGroups.ts";
import type { CountedRows } from "../../../rows/labelledRows.ts";
import { bandwidthKernels } from "../components/bandwidth.ts";

export interface RidgeChoiceOptions {
  /** The kernels to try, from the simplest. Default `bandwidthKernels(engine, X)`. */
  readonly kernels?: readonly Kernel[];
  /** What decides: predictions of rows that were left out, or Laplace's evidence. Default "leave-one-out". */
  readonly criterion?: RidgeCriterion;
  /**
   * The numbers of components to try, as far as a kernel has so many. Default C − 1, 2 (C − 1), 4 (C − 1), … for C classes, up to
   * `mostComponents`, until two in a row were no better than the best before them.
   */
  readonly counts?: readonly number[];
  /** Default 64. */
  readonly mostComponents?: number;
  /** How scores may be scaled. Default ["common", "each"]. */
  readonly scalings?: readonly ScoreScaling[];
  /** Whether the scores of a class have an intercept. Default true. */
  readonly intercept?: boolean;
}

type RidgeCriterion = "leave-one-out" | "evidence";

/** One kernel with one number of components. */
export interface RidgeCandidate {
  readonly kernel: Kernel;
  /** n′. */
  readonly count: number;
  readonly scaling: ScoreScaling;
  /** τ, the penalty on coefficients of scaled scores. */
  readonly penalty: number;
  /** Whether τ had come to rest within twenty updates. */
  readonly converged: boolean;
  /** Laplace's approximation, in nats. */
  readonly logEvidence: number;
  /** Log predictive density of rows that were left out, with its standard error; undefined where no row can be. */
  readonly leaveOneOut: Elpd | undefined;
  /** How much less it is than that of the best candidate, with the standard error of pairs. */
  readonly loss: { readonly difference: number; readonly standardError: number } | undefined;
}

export interface RidgeChoice {
  /** The candidate that was chosen; one of `candidates`. */
  readonly chosen: RidgeCandidate;
  /** The candidate that is best by the criterion. */
  readonly best: RidgeCandidate;
  /** What decided: the evidence where it was asked for, and where no row can be left out without its class. */
  readonly criterion: RidgeCriterion;
  /** Every kernel with every number of components, in the order they were tried. */
  readonly candidates: readonly RidgeCandidate[];
}

/** So many numbers in a row that are no better end the search of a kernel and a scaling. */
const patience = 2;

/** A candidate before it is compared with the others. */
interface Trial {
  readonly found: Omit<RidgeCandidate, "loss">;
  readonly leftOut: LeftOut | undefined;
  readonly score: number;
}

/**
 * Kernel and number of kernel components at the cost of some regressions instead of thousands of sweeps: for each kernel one
 * decomposition, and for C − 1, 2 (C − 1), … of its components, scaled in either way, a multinomial ridge regression on their scores whose
 * penalty τ follows from the evidence (`evidenceRidge`). The best candidate is the one under which rows are predicted best by
 * fits that did not see them, or their groups, to first order, at its τ and with the components of all rows.
 *
 * That flatters narrow kernels, whose components are made for the very rows. So the choice falls on the simplest kernel with a
 * candidate that is within one standard error of the best, row by row, and there on its best candidate; by the evidence, which has
 * no standard error, on the best of all. Of equal ones the earlier kernel wins, and of one kernel the fewer components. What was
 * chosen this way looks better than it is, by about a nat for each of kernel, n′ and τ. Classes are told apart by orthonormal contrasts, so
 * that none is special.
 */
export function* ridgeChoice(engine: Engine, rows: GroupedRows, options: RidgeChoiceOptions = {}): Work<RidgeChoice> {
  const { X, weights } = rows;
  const { kernels = bandwidthKernels(engine, X), scalings = ["common", "each"] } = options;
  const { mostComponents = options.counts ? Math.max(...options.counts) : 64, intercept = true } = options;
  if (kernels.length === 0 || scalings.length === 0)
    throw new RangeError("There must be a kernel and a scaling to choose.");
  const criterion = canLeaveOut(rows) ? (options.criterion ?? "leave-one-out") : "evidence";
  // With fewer than C − 1 components the log odds of C classes could not vary by themselves.
  const fewest = rows.classCount - 1;
  const mostSteps = doublingCounts(fewest, Math.min(mostComponents, X.rows - 1)).length * scalings.length;
  const trials: Trial[] = [];
  let [best, rank] = [-Infinity, 0];
  for (const [at, kernel] of kernels.entries()) {
    const components = kernelComponents(engine, kernel, X, { count: mostComponents, weights });
    const found = components.eigenvalues.length;
    rank = Math.max(rank, found);
    const counts = options.counts?.filter((count) => count <= found);
    let steps = 0;
    for (const scaling of scalings) {
      let own = { score: -Infinity, worse: 0 };
      let before: RidgeFit | undefined;
      for (const count of counts ?? doublingCounts(fewest, found)) {
        before = ridgeOn(engine, rows, components, { count, intercept, scaling, before });
        const trial = trialOf(engine, rows, before, { kernel, count, scaling, criterion });
        trials.push(trial);
        best = Math.max(best, trial.score);
        own = trial.score > own.score ? { score: trial.score, worse: 0 } : { ...own, worse: own.worse + 1 };
        steps = Math.min(steps + 1, mostSteps - 1);
        yield progress("kernel and components", at * mostSteps + steps, kernels.length * mostSteps, best);
        if (!counts && own.worse === patience) break;
      }
    }
    yield progress("kernel and components", (at + 1) * mostSteps, kernels.length * mostSteps, best);
  }
  if (trials.length === 0) throw tooManyComponents(options.counts ?? [], rank);
  return chosenOf(trials, criterion);
}

export function tooManyComponents(asked: readonly number[], rank: number): InputError {
  return new InputError(
    "too-many-components",
    `These rows have ${rank} kernel components that are more than rounding; ${asked.join(", ")} projections were asked for.`,
    {},
    `Ask for a whole number from 1 to ${rank}, or let the number be chosen.`,
  );
}

function chosenOf(trials: readonly Trial[], criterion: RidgeCriterion): RidgeChoice {
  const most = trials.reduce((largest, { score }) => Math.max(largest, score), -Infinity);
  const winner = trials.findIndex(({ score }) => score === most && score > -Infinity);
  if (winner < 0) {
    throw new NumericalError(
      "no-valid-fit",
      "No kernel and number of components has a valid fit. Look for columns of huge values.",
    );
  }
  const candidates = trials.map((trial) => candidateOf(trial, trials[winner]));
  const near =
    criterion === "evidence"
      ? winner
      : candidates.findIndex(({ loss }) => loss !== undefined && loss.difference <= loss.standardError);
  const ofKernel = Array.from(trials.keys()).filter((at) => candidates[at].kernel === candidates[near].kernel);
  const chosen = ofKernel.reduce((first, at) => (trials[at].score > trials[first].score ? at : first));
  return { chosen: candidates[chosen], best: candidates[winner], criterion, candidates };
}

/** A number and its double, fourfold, … up to a largest, and that one. */
export function doublingCounts(first: number, most: number): number[] {
  const counts: number[] = [];
  for (let count = first; count < most; count *= 2) counts.push(count);
  return most >= 1 ? [...counts, most] : counts;
}

export interface RidgeOnOptions {
  readonly count: number;
  readonly intercept: boolean;
  readonly scaling: ScoreScaling;
  /** The regression on fewer components, to begin with. */
  readonly before: RidgeFit | undefined;
}

/** The regression on so many components. */
export function ridgeOn(
  engine: Engine,
  { classes, classCount, weights }: Omit<CountedRows, "X">,
  { scores, eigenvalues }: Pick<KernelComponents, "scores" | "eigenvalues">,
  { count, intercept, scaling, before }: RidgeOnOptions,
): RidgeFit {
  const design = componentDesign(scores, { count, factors: scoreFactors(eigenvalues, scaling), intercept });
  const rows = { design, hasIntercept: intercept, contrasts: orthonormalContrasts(classCount), classes, weights };
  return evidenceRidge(engine, rows, before && extendedStart(before, design.columns, intercept));
}

function trialOf(
  engine: Engine,
  { groups }: Pick<GroupedRows, "groups">,
  { problem, mode, penalty, converged }: RidgeFit,
  { criterion, ...how }: Pick<RidgeCandidate, "kernel" | "count" | "scaling"> & { readonly criterion: RidgeCriterion },
): Trial {
  const logEvidence = multinomialLogEvidence(engine, problem, mode);
  const leftOut = leftOutOf(engine, { problem, mode }, groups);
  const leaveOneOut = leftOut && elpd(leftOut.densities, leftOut.weights);
  const score = criterion === "evidence" ? logEvidence : (leaveOneOut?.total ?? -Infinity);
  return { found: { ...how, penalty, converged, logEvidence, leaveOneOut }, leftOut, score };
}

function candidateOf({ found, leftOut }: Trial, best: Trial): RidgeCandidate {
  if (!leftOut || !best.leftOut) return { ...found, loss: undefined };
  const { densities, weights } = best.leftOut;
  const { difference, standardError } = elpdDifference(densities, leftOut.densities, weights);
  return { ...found, loss: { difference, standardError } };
}
