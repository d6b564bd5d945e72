import { InputError } from "../../errors.ts";
import { columnShares } from "../../search/columnShares.ts";
import { medianSquaredDistance, startingKernels } from "../../search/searchBounds.ts";
import { type LatentMethod, signedRows } from "./latent/latentApproximation.ts";
import { searchLatent, latentSearchWarnings, latentStages } from "./search/searchLatent.ts";
import { propagation, searchByPropagation } from "./search/searchByPropagation.ts";
import type { LatentRows } from "./search/latentSearch.ts";
import { constant } from "../../kernels/constant.ts";
import { gaussian } from "../../kernels/gaussian.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { scale } from "../../kernels/scale.ts";
import { sum } from "../../kernels/sum.ts";
import { likelihoodOf } from "../../likelihoods/index.ts";
import type { NumericPosterior } from "../../posterior/numericPosterior.ts";
import { stages } from "../../run/share.ts";
import { pause, type Work } from "../../run/work.ts";
import { calibrateOdds, type OddsCalibration } from "../../calibration/calibratedOdds.ts";
import { calibrationOption } from "../parts/calibrationOption.ts";
import { checkKernelSettings, ardOption, searchedKernelOption, widthStartsOption } from "../parts/kernelSettings.ts";
import { chosenKernel, type KernelChoice } from "../parts/kernelOption.ts";
import { distinctRows } from "../../rows/distinctRows.ts";
import { latentFit, leaveLatentOut, readLatentFit } from "./latentFit.ts";
import { latentPosterior } from "./posterior.ts";
import { latentMembers, leaveLatentGroupsOut } from "./latentMembers.ts";
import { drawnEvaluations, sampling, type LatentHyperparameters } from "./sampleKernels.ts";
import type { Context, Cost, Model } from "../model.ts";
import { type Problem, rowsDoNotDiffer } from "../../rows/labelledRows.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import { describeOptions, option, readModelOptions, type OptionSchema, invalidOption } from "../parts/option.ts";
import { words } from "../parts/optionKinds.ts";
import { countedMachines, type ModelEntry } from "../modelEntry.ts";

export interface GaussianProcessOptions {
  /**
   * The kernel, its document or its name. Its free parameters are searched, from their values and from the widths of `starts`.
   * A name stands for the kernel inside of sum(scale(…), constant()). Default "gaussian". The constant is what predictions far from all rows return to; without it they
   * return to one half.
   */
  readonly kernel?: KernelChoice;
  /** Automatic relevance determination: the default kernel with a length scale for each column. Default false. */
  readonly ard?: boolean;
  /** P(+|f) = 1/(1 + exp(−f)), or Φ(f), with expectation propagation alone. Default "logistic". */
  readonly likelihood?: "logistic" | "probit";
  /** Expectation propagation, or Laplace's method, which is faster, logistic, and less sure of itself than it should be. Default "ep". */
  readonly inference?: "ep" | "laplace";
  /**
   * 1/ℓ² at which searches start, over the median squared distance of two rows. With a kernel of your own, which is a start too, the
   * list may be empty. Default [0.1, 1, 10, 100].
   */
  readonly starts?: readonly number[];
  /**
   * Whether the kernel of the highest evidence is used, or sixteen that are drawn from their posterior: by slice sampling ("sampled") or by Hamiltonian Monte
   * Carlo. Default "evidence".
   */
  readonly hyperparameters?: "evidence" | "sampled" | "hamiltonian";
  /** "curve": log odds are corrected by what leave-one-out says of them; "none": they are taken at their word. Default "curve". */
  readonly calibration?: OddsCalibration;
}

const options = {
  kernel: searchedKernelOption("sum(scale(…), constant())"),
  ard: ardOption(),
  likelihood: option(
    words("logistic", "probit"),
    "logistic",
    "How a class follows from the latent function. With Laplace's method it is logistic.",
  ),
  inference: option(
    words("ep", "laplace"),
    "ep",
    "Expectation propagation, or Laplace's method, which takes a fifth of the time and is less sure of itself.",
  ),
  starts: widthStartsOption([0.1, 1, 10, 100], 0),
  hyperparameters: option(
    words("evidence", "sampled", "hamiltonian"),
    "evidence",
    "Whether the kernel of the highest evidence predicts, or sixteen that are drawn from their posterior by one of two samplers.",
  ),
  calibration: calibrationOption(),
} satisfies OptionSchema<GaussianProcessOptions>;

/** The value of the former option `manyClasses` that documents may still hold: it is what every process does. */
const oneVersusRest = "one-versus-rest";

/**
 * Gaussian process classification: a latent function drawn from a Gaussian process, and a class that follows its sign,
 *
 *     f ~ GP(0, k),   P(+|x) = g(f(x)),   g = Φ or the logistic function,
 *
 * its posterior approximated by expectation propagation or by Laplace's method, the parameters of the kernel those of the highest
 * evidence. C. K. I. Williams & D. Barber 1998; M. Kuss & C. E. Rasmussen 2005.
 *
 * @example gaussianProcess({ ard: true })
 */
export function gaussianProcess(given: GaussianProcessOptions = {}): Model {
  const { settings: read, identity } = readModelOptions("gpc", options, withoutManyClasses(given));
  const { ard, inference, likelihood, calibration, starts, hyperparameters } = read;
  const around = (kernel: Kernel): Kernel => sum(scale(kernel), constant());
  const asked = chosenKernel(read.kernel, around);
  checkKernelSettings("gpc", { kernel: asked, ard, starts });
  if (inference === "laplace" && likelihood === "probit") {
    throw invalidOption("gpc", "likelihood", '"logistic" where the inference is "laplace"', likelihood);
  }
  const kernel = asked ?? around(gaussian({ relevance: ard ? "each" : "one" }));
  const method: LatentMethod = { likelihood, approximation: inference, halfWidth: 1 };
  const settings: Settings = {
    kernel,
    startsAsGiven: asked !== undefined,
    starts,
    method,
    calibration,
    hyperparameters,
  };
  const startCount = starts.length + (asked ? 1 : 0);
  const hasManyParameters = ard || asked !== undefined;
  return {
    ...identity,
    classes: "two",
    fit: (problem, context) => stages(weightsOf(problem, settings), fitTwoClasses(problem, context, settings)),
    restore: (parameters, figures, { engine }) =>
      latentPosterior(engine, readLatentFit(engine, parameters, "parameters"), figures),
    cost: (rows, columns) => costOf(rows, columns, startCount, hasManyParameters, settings),
    // With what documents have held while there was a choice, so that a document is written again as it was read.
    toDocument: () => ({ ...identity.toDocument(), manyClasses: oneVersusRest }),
  };
}

export const gpcEntry: ModelEntry = {
  title: "Gaussian process classifier",
  family: "support-vector",
  summary:
    "A latent function by any kernel, everything chosen by evidence; probabilities as sure as the rows allow; up to a few thousand rows.",
  create: gaussianProcess,
  options: describeOptions(options),
  farLimit: "constant",
  exemptions: countedMachines,
};

/** The options without the former option `manyClasses`, whose value "softmax" is refused. */
function withoutManyClasses(
  given: GaussianProcessOptions & { readonly manyClasses?: unknown },
): GaussianProcessOptions {
  const { manyClasses = oneVersusRest, ...others } = given;
  if (manyClasses === oneVersusRest) return others;
  throw new InputError(
    "removed-option",
    `The option manyClasses of gpc is ${JSON.stringify(manyClasses) ?? "unknown"}, which was removed: one versus rest ` +
      "predicts better on every table tried. Fit the model again without this option.",
  );
}

/**
 * Starts by Laplace's method on few rows, and some eight evaluations on all rows, which take some three factorizations by Laplace's method
 * and some four by expectation propagation.
 */
function costOf(
  rows: number,
  columns: number,
  starts: number,
  hasManyParameters: boolean,
  { method: { approximation }, hyperparameters }: Settings,
): Cost {
  const parameters = hasManyParameters ? columns + 2 : 3;
  const few = Math.min(rows, Math.max(300, 8 * parameters));
  const evaluation = (n: number, factors: number): number =>
    factors * n ** 3 + 3 * n * n * (columns + 10 + 4 * factors);
  const factors = approximation === "ep" ? 4 : 3;
  const drawn = drawnEvaluations(hyperparameters, parameters);
  const members = hyperparameters === "evidence" ? 1 : sampling.draws;
  return {
    // Every start may run in a worker of its own.
    memory: 8 * ((6 + members) * rows * rows + rows * (columns + 30) + starts * few * (7 * few + columns)),
    operations:
      starts * 30 * evaluation(few, 3) +
      (25 + parameters) * evaluation(few, factors) +
      (8 + drawn) * evaluation(rows, factors),
  };
}

interface Settings {
  readonly kernel: Kernel;
  /** Whether the values of the kernel are a start of the search too, because the user gave them. */
  readonly startsAsGiven: boolean;
  readonly starts: readonly number[];
  readonly method: LatentMethod;
  readonly calibration: OddsCalibration;
  readonly hyperparameters: LatentHyperparameters;
}

/** The stages of a fit with their weights. */
function weightsOf(
  { X, rowGroups }: Problem,
  { method: { approximation }, hyperparameters }: Settings,
): Record<string, number> {
  const byPropagation = approximation === "ep" ? { [propagation]: 40, [`${propagation}, to rest`]: 8 } : {};
  return {
    ...latentStages(X.rows, approximation === "laplace"),
    ...byPropagation,
    [sampling.stage]: hyperparameters === "evidence" ? 0 : 300,
    groups: rowGroups ? 20 : 0,
  };
}

function* fitTwoClasses(problem: Problem, context: Context, settings: Settings): Work<NumericPosterior> {
  const { engine } = context;
  const { method } = settings;
  const sets = distinctRows(problem);
  const squaredDistance = medianSquaredDistance(engine, sets.X);
  if (squaredDistance === undefined) throw rowsDoNotDiffer();
  const rows: LatentRows = { X: sets.X, ...signedRows(sets), squaredDistance };
  const kernels = startsOf(settings, settings.kernel.forColumns(problem.columnGroups), squaredDistance);
  const searched = method.approximation === "ep" ? searchByPropagation : searchLatent;
  const search = yield* searched(engine, kernels, rows, method, context.seed);
  const { kernel, optima } = search;
  const ofMembers = { ...settings, solver: "newton", committee: false } as const;
  const { members, weights } = yield* latentMembers(rows, search, middleOf(kernels), context, ofMembers);
  yield pause;
  const claimed = problem.rowGroups
    ? yield* leaveLatentGroupsOut(problem, context, members, weights, ofMembers)
    : leaveLatentOut(
        members.map(({ cavities }) => cavities),
        weights,
        likelihoodOf(method),
        rows,
        sets.setOf,
      );
  const { curve, leaveOneOut } = calibrateOdds(claimed, problem, settings.calibration, "bent");
  yield pause;
  const fit = latentFit(members, weights, rows.X, {
    method,
    curve,
    relevance: columnShares(kernel, rows.X, rows.weights, problem.columnGroups),
    optima,
  });
  return latentPosterior(engine, fit, {
    search: { gradientNorm: search.gradientNorm, atBounds: search.atBounds },
    leaveOneOut,
    // Kernels that were drawn have less evidence than the end of the search.
    evidence: settings.hyperparameters === "evidence" ? members[0].logEvidence : search.logEvidence,
    warnings: [
      ...omittedWarning(leaveOneOut),
      ...latentSearchWarnings(
        search,
        members.every(({ converged }) => converged),
      ),
    ],
  });
}

/** The kernels that searches start from. */
function startsOf({ startsAsGiven, starts }: Settings, kernel: Kernel, squaredDistance: number): readonly Kernel[] {
  return startingKernels(kernel, { starts, squaredDistance, isGiven: startsAsGiven });
}

/** The middle of the prior that kernels are drawn from: the geometric mean of those that searches start from. */
function middleOf(kernels: readonly Kernel[]): Kernel {
  const [first] = kernels;
  return first.withValues(
    first.parameters.map(({ value }, j) => {
      if (value === 0) return 0;
      const logs = kernels.map(({ parameters }) => Math.log(parameters[j].value));
      return logs.every((log) => log === logs[0])
        ? value
        : Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
    }),
  );
}
