import type { Warning } from "../../errors.ts";
import { columnShares } from "../../search/columnShares.ts";
import { medianSquaredDistance } from "../../search/searchBounds.ts";
import { type LatentMethod, signedRows } from "./latent/latentApproximation.ts";
import { searchLatent, type LatentKernelSearch, latentSearchWarnings, latentStages } from "./search/searchLatent.ts";
import { refineByPropagation } from "./search/refineByPropagation.ts";
import { refineCavities } from "./latent/refineCavities.ts";
import type { LatentRows } from "./search/latentSearch.ts";
import { constant } from "../../kernels/constant.ts";
import { gaussian } from "../../kernels/gaussian.ts";
import { isVariance } from "../../kernels/parts/parameter.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { scale } from "../../kernels/scale.ts";
import { sum } from "../../kernels/sum.ts";
import { likelihoodOf } from "../../likelihoods/index.ts";
import { stages } from "../../run/share.ts";
import { pause, rising, type Work } from "../../run/work.ts";
import type { NumericPosterior } from "../../posterior/numericPosterior.ts";
import { calibrateOdds, type OddsCalibration } from "../../calibration/calibratedOdds.ts";
import { calibrationOption } from "../parts/calibrationOption.ts";
import { checkKernelSettings, ardOption, searchedKernelOption } from "../parts/kernelSettings.ts";
import { chosenKernel, type KernelChoice } from "../parts/kernelOption.ts";
import { distinctRows } from "../../rows/distinctRows.ts";
import { latentFit, leaveLatentOut, readLatentFit } from "./latentFit.ts";
import { latentPosterior } from "./posterior.ts";
import type { Context, Cost, Model } from "../model.ts";
import {
  dependentOption,
  describeOptions,
  option,
  readModelOptions,
  type OptionSchema,
  type SettingsOf,
  invalidOption,
} from "../parts/option.ts";
import { either, flag, starts, words } from "../parts/optionKinds.ts";
import { countedMachines, type ModelEntry } from "../modelEntry.ts";
import { rowsDoNotDiffer, type Problem } from "../../rows/labelledRows.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import { searchPart } from "../../rows/sampleRows.ts";
import { latentMembers, leaveLatentGroupsOut, sequential } from "./latentMembers.ts";
import { drawnEvaluations, sampling } from "./sampleKernels.ts";

export interface BayesianTrigonometricOptions {
  /**
   * The kernel, its document or its name. Its free parameters are searched, from its values and from its free variances times
   * the numbers of `starts`. A name stands for the kernel inside of sum(scale(…), constant()). Default "gaussian", from length
   * scales of the root of the number of columns.
   */
  readonly kernel?: KernelChoice;
  /** Automatic relevance determination: the default kernel with a length scale for each column. Default false. */
  readonly ard?: boolean;
  /**
   * κ₀, the variance that searches start with. Where there are several and the kernel is the default one, a narrow kernel is one start
   * more. With a kernel of your own, which is a start too, the list may be empty. Default [0.1, 1, 10, 100].
   */
  readonly starts?: readonly number[];
  /**
   * Expectation propagation; Laplace's method, which is faster and chooses kernels less well; or expectation propagation at the kernel
   * that Laplace's method has chosen. Default "ep".
   */
  readonly inference?: "ep" | "laplace" | "ep-after-laplace";
  /**
   * How the most probable function is found with Laplace's method: by Newton steps on the whole kernel matrix, or two rows at a time
   * with rows of the kernel computed as they are needed, for tables whose kernel matrix would not fit into the memory; the kernel is
   * then chosen on 1000 rows. Default "newton".
   */
  readonly solver?: "newton" | "sequential";
  /** Whether all different optima of the search predict together, by their evidence or as equals. Default false. */
  readonly committee?: boolean | "equal";
  /**
   * Whether the kernel of the highest evidence is used, or sixteen that are drawn from their posterior: by slice sampling ("sampled") or by Hamiltonian Monte
   * Carlo. Default "evidence".
   */
  readonly hyperparameters?: "evidence" | "sampled" | "hamiltonian";
  /** "curve": log odds are corrected by what leave-one-out says of them; "none": they are taken at their word. Default "curve". */
  readonly calibration?: OddsCalibration;
  /** Whether the end of the search is brought to rest. Default with few rows: 400, or 500 and 5 parameters by Laplace's method. */
  readonly polish?: boolean;
  /** Whether leave-one-out is computed by fits without the row for those rows that matter most, a tenth at most. Default false. */
  readonly refine?: boolean;
}

const options = {
  kernel: searchedKernelOption("sum(scale(…), constant())"),
  ard: ardOption(),
  starts: option(
    starts(0),
    [0.1, 1, 10, 100],
    "The variances that searches start from; of a kernel of your own, factors of its variances.",
  ),
  // Expectation propagation has the lower log loss; see the page of the model.
  inference: option(
    words("ep", "laplace", "ep-after-laplace"),
    "ep",
    "Expectation propagation; Laplace's method, faster and less exact; or the first at the kernel that the second has chosen.",
  ),
  solver: option(
    words("newton", "sequential"),
    "newton",
    "With Laplace's method: the whole kernel matrix at once, or two rows at a time in little memory, for many rows.",
  ),
  committee: option(
    either(flag(), words("equal")),
    false,
    "Whether all different optima of the search predict together, weighted by their evidence or as equals.",
  ),
  hyperparameters: option(
    words("evidence", "sampled", "hamiltonian"),
    "evidence",
    "Whether the kernel of the highest evidence predicts, or sixteen that are drawn from their posterior by one of two samplers.",
  ),
  calibration: calibrationOption(),
  polish: dependentOption(
    flag(),
    "true with at most 400 rows, or 500 rows and 5 parameters by Laplace's method",
    "Whether the end of the search is brought to convergence.",
  ),
  refine: option(flag(), false, "Whether leave-one-out refits the rows that matter most, a tenth at most."),
} satisfies OptionSchema<BayesianTrigonometricOptions>;

/** One more start, for classes that are woven into each other: from wide kernels a search may end at a constant there. */
const narrow = { variance: 1, constant: 1, width: 0.1 } as const;
/** κ_b to begin with, and the middle of its prior. */
const [firstConstant, middleConstant] = [100, 1];
/** Where the cheap search has been, the search by expectation propagation looks a little further. */
const laplaceLimits = {
  rowsOfStarts: 200,
  maxEvaluations: 15,
  maxWholeEvaluations: 0,
  polish: false,
  valueTolerance: 1e-4,
} as const;
/** A search with a larger gradient, in the logarithms of the parameters, has not come to rest. */
const restingGradient = 0.2;
/** The end of that search is brought to rest with up to so many rows. */
const polishedRows = 400;
/**
 * Bayesian trigonometric support vector classifier: a latent function drawn from a Gaussian process, and a class that is certain
 * beyond the margin,
 *
 *     f ~ GP(0, k),   P(+|x) = cos²(π (1 − f(x))/4) for |f(x)| < 1, 0 below and 1 above,
 *
 * so that its mode depends on few rows, the support vectors, as that of a support vector machine does, and still has
 * probabilities and an evidence, by which the parameters of the kernel are chosen: by expectation propagation or by Laplace's
 * method, which needs the support alone. W. Chu, S. S. Keerthi & C. J. Ong, Bayesian Trigonometric Support Vector Classifier.
 *
 * @example bayesianTrigonometric({ ard: true })
 */
export function bayesianTrigonometric(given: BayesianTrigonometricOptions = {}): Model {
  const { settings: read, identity } = readModelOptions("btsvc", options, given);
  const { inference, solver, committee, hyperparameters, refine } = read;
  const kernel = chosenKernel(read.kernel, (inner) => sum(scale(inner), constant()));
  checkKernelSettings("btsvc", { ...read, kernel });
  if (committee !== false && hyperparameters !== "evidence") {
    throw invalidOption(
      "btsvc",
      "committee",
      "false where hyperparameters are drawn, which makes a committee of its own",
      committee,
    );
  }
  if (solver === "sequential") {
    if (inference !== "laplace") {
      throw invalidOption("btsvc", "solver", '"newton", or "sequential" where the inference is "laplace"', solver);
    }
    if (refine) throw invalidOption("btsvc", "refine", 'false where the solver is "sequential"', refine);
    if (hyperparameters !== "evidence") {
      throw invalidOption("btsvc", "hyperparameters", '"evidence" where the solver is "sequential"', hyperparameters);
    }
  }
  const method: LatentMethod = {
    likelihood: "trigonometric",
    approximation: inference === "laplace" ? "laplace" : "ep",
    halfWidth: 1,
  };
  const settings: Settings = { ...read, kernel, method, searchedBy: inference === "ep" ? "ep" : "laplace" };
  return {
    ...identity,
    classes: "two",
    fit: (problem, context) =>
      stages(weightsOf(problem, settings), fitBayesianTrigonometric(problem, context, settings)),
    restore: (parameters, figures, { engine }) =>
      latentPosterior(engine, readLatentFit(engine, parameters, "parameters"), figures),
    cost: (rows, columns) => costOf(rows, columns, settings),
  };
}

export const btsvcEntry: ModelEntry = {
  title: "Bayesian trigonometric support vector classifier",
  family: "support-vector",
  summary:
    "Curved boundaries by any kernel, chosen by evidence; certain beyond a margin, so that few rows matter; up to a few thousand rows.",
  create: bayesianTrigonometric,
  options: describeOptions(options),
  farLimit: "constant",
  exemptions: countedMachines,
};

interface Settings extends SettingsOf<typeof options> {
  readonly kernel: Kernel | undefined;
  readonly method: LatentMethod;
  /** The evidence that chooses the kernel. */
  readonly searchedBy: "ep" | "laplace";
}

/** Starts by Laplace's method on few rows, some seven evaluations on all, and what follows of them. */
function costOf(rows: number, columns: number, { kernel: given, ard, starts, ...settings }: Settings): Cost {
  const parameters = ard || given ? columns + 2 : 3;
  const few = Math.min(rows, Math.max(300, 8 * parameters));
  const factors = settings.searchedBy === "ep" ? 4 : 3;
  const evaluation = (n: number, count: number): number => count * n ** 3 + 3 * n * n * (columns + 10 + 4 * count);
  const isSampled = settings.hyperparameters !== "evidence";
  const members = isSampled ? sampling.draws : settings.committee === false ? 1 : starts.length + 1;
  const evaluations = drawnEvaluations(settings.hyperparameters, parameters);
  if (settings.solver === "sequential" && rows > sequential.searched) {
    // A third of the rows within the margin, or fewer; rows of the kernel are computed a few times over.
    const support = rows / 3;
    const searched = costOf(sequential.searched, columns, { kernel: given, ard, starts, ...settings });
    return {
      memory: searched.memory + sequential.memory + 8 * members * (3 * support ** 2 + rows * (columns + 30)),
      operations: searched.operations + members * (10 * support ** 3 + 3 * rows * rows * (columns + 50)),
    };
  }
  return {
    memory: 8 * ((6 + members) * rows * rows + rows * (columns + 30) + (starts.length + 1) * few * (7 * few + columns)),
    operations:
      (starts.length + 1) * 30 * evaluation(few, 3) +
      (15 + parameters) * evaluation(few, factors) +
      (7 + members + evaluations) * evaluation(rows, factors),
  };
}

/** The stages of a fit with their weights. */
function weightsOf(
  { X, rowGroups }: Problem,
  { method, searchedBy, hyperparameters }: Settings,
): Record<string, number> {
  const isByLaplace = searchedBy === "laplace" || method.approximation === "laplace";
  const refined = { "some rows": 10, "more rows": 10, evidence: 10, "all rows": 20, "all rows again": 2, polish: 15 };
  const own = Object.entries(refined).map(([stage, weight]) => [`propagation, ${stage}`, weight]);
  return {
    ...latentStages(X.rows, isByLaplace),
    ...(!isByLaplace && Object.fromEntries(own)),
    [sampling.stage]: hyperparameters !== "evidence" ? 300 : 0,
    groups: rowGroups ? 20 : 0,
  };
}

function* fitBayesianTrigonometric(problem: Problem, context: Context, settings: Settings): Work<NumericPosterior> {
  const { engine, seed } = context;
  const { method, refine } = settings;
  const sets = distinctRows(problem);
  const squaredDistance = medianSquaredDistance(engine, sets.X);
  if (squaredDistance === undefined) throw rowsDoNotDiffer();
  const rows: LatentRows = { X: sets.X, ...signedRows(sets), squaredDistance };
  const kernels = startingKernels(settings, sets.X.columns, problem.columnGroups);
  const part = settings.solver === "sequential" ? searchPart(problem, seed, sequential.searched) : undefined;
  const fewer = part && distinctRows(part);
  const searched = fewer ? { X: fewer.X, ...signedRows(fewer), squaredDistance } : rows;
  const search = yield* searchOf(searched, kernels, context, settings);
  const center = priorCenter(settings, kernels[0], sets.X.columns);
  yield pause;
  const { members, weights } = yield* latentMembers(rows, search, center, context, settings);
  yield pause;
  const cavities = members.map((member) =>
    refine ? refineCavities(engine, member.kernel.matrix(engine, rows.X), rows, method, member) : member.cavities,
  );
  const claimed = problem.rowGroups
    ? yield* leaveLatentGroupsOut(problem, context, members, weights, settings)
    : leaveLatentOut(cavities, weights, likelihoodOf(method), rows, sets.setOf);
  const { curve, leaveOneOut } = calibrateOdds(claimed, problem, settings.calibration, "bent");
  const fit = latentFit(members, weights, rows.X, {
    method,
    curve,
    relevance: columnShares(search.kernel, rows.X, rows.weights, problem.columnGroups),
    optima: search.optima,
  });
  // Kernels that were drawn have less evidence than the end of the search. So may, by Laplace's method, the end itself when it is fitted again:
  // a search ends where the evidence jumps, and a row at the margin may fall to the other side. By expectation propagation it is the exacter one.
  const isAtRest = members.every(({ converged }) => converged);
  const isSameMethod = part === undefined && settings.searchedBy === method.approximation;
  const isOfSearch = isSameMethod && (method.approximation === "laplace" || settings.hyperparameters !== "evidence");
  return latentPosterior(engine, fit, {
    search: { gradientNorm: search.gradientNorm, atBounds: search.atBounds },
    leaveOneOut,
    evidence: isOfSearch ? search.logEvidence : Math.max(...members.map(({ logEvidence }) => logEvidence)),
    warnings: [
      ...(part ? [searchedOnPart(part.X.rows, rows.X.rows)] : []),
      ...omittedWarning(leaveOneOut),
      ...latentSearchWarnings(search, isAtRest),
    ],
  });
}

/** The kernels that searches start from; of a kernel of the user's own that as it is first. */
function startingKernels(
  { kernel: given, ard, starts }: Settings,
  columns: number,
  columnGroups: readonly number[],
): readonly Kernel[] {
  if (!given) {
    const smooth = starts.map((variance) => defaultKernel(variance, firstConstant, ard, columns));
    const all =
      starts.length > 1
        ? [...smooth, defaultKernel(narrow.variance, narrow.constant, ard, columns, narrow.width)]
        : smooth;
    return all.map((kernel) => kernel.forColumns(columnGroups));
  }
  const kernel = given.forColumns(columnGroups);
  const scaled = starts.map((factor) =>
    kernel.withValues(
      kernel.parameters.map(({ name, value, lower, upper, fixed }) =>
        !fixed && isVariance(name) ? Math.min(upper, Math.max(lower, factor * value)) : value,
      ),
    ),
  );
  const isFree = scaled.some(({ parameters }) =>
    parameters.some(({ value }, j) => value !== kernel.parameters[j].value),
  );
  return isFree ? [kernel, ...scaled] : [kernel];
}

function defaultKernel(variance: number, offset: number, ard: boolean, columns: number, width = 1): Kernel {
  const smooth = gaussian({ lengthScale: width * Math.sqrt(columns), relevance: ard ? "each" : "one" });
  return sum(scale(smooth, { variance }), constant({ variance: offset }));
}

/** The middle of the prior that kernels are drawn from: where searches start. */
function priorCenter({ kernel: given, ard, starts }: Settings, first: Kernel, columns: number): Kernel {
  if (given) return first;
  const middle = starts.reduce((sumOfLogs, start) => sumOfLogs + Math.log(start) / starts.length, 0);
  const groups = ard ? Array.from({ length: first.parameters.length - 2 }, (_, j) => j) : [0];
  return defaultKernel(Math.exp(middle), middleConstant, ard, columns).forColumns(groups);
}

/** By Laplace's method from all starts; for expectation propagation its best end is where a search of its own begins. */
function* searchOf(
  rows: LatentRows,
  kernels: readonly Kernel[],
  { engine, seed }: Context,
  { method, searchedBy, polish }: Settings,
): Work<LatentKernelSearch> {
  const polished = polish === undefined ? {} : { polish };
  const cheap: LatentMethod = { ...method, approximation: "laplace" };
  if (searchedBy === "laplace") {
    const found = yield* searchLatent(engine, kernels, rows, cheap, seed, polished);
    // What Laplace's method ended with is no beginning for another method.
    return method.approximation === "laplace" ? found : { ...found, warmStart: undefined };
  }
  const first = yield* searchLatent(engine, kernels, rows, cheap, seed, laplaceLimits);
  const limits = { polish: rows.X.rows <= polishedRows, ...polished };
  const refined = refineByPropagation(engine, first.kernel, rows, method, seed, limits);
  const last = yield* asOwnStages(refined, "propagation");
  return {
    ...last,
    best: first.best,
    converged: last.converged && last.gradientNorm < restingGradient,
    // The evidence of the other ends is that of another method: they say where the search has been, and no more.
    optima: first.optima.map((end, at) => (at === first.best ? last.optima[0] : { ...end, logEvidence: undefined })),
  };
}

/** A search from one start within this work, and not as a task, its stages told from those of a search before. */
function* asOwnStages<Result>(search: Work<Result>, name: string): Work<Result> {
  let step = search.next();
  while (!step.done) {
    const { value } = step;
    if (value.kind === "parallel" && value.here) {
      step = search.next([yield* asOwnStages(rising(value.here(value.inputs[0] as never)), name)]);
    } else {
      step = search.next(yield value.kind === "progress" ? { ...value, stage: `${name}, ${value.stage}` } : value);
    }
  }
  return step.value;
}

function searchedOnPart(used: number, rows: number): Warning {
  return {
    code: "search-on-part",
    message: `The kernel was chosen on ${used} of ${rows} rows; the function itself was found on all of them.`,
  };
}
