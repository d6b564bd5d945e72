import { rowsDoNotDiffer, type Problem } from "../../rows/labelledRows.ts";
import { InputError, type Warning } from "../../errors.ts";
import { impliedError, precisionInterval, type FisherDegrees } from "./evidence/fisherEvidence.ts";
import { searchFisher, type FisherOptimum, type FisherRows } from "./evidence/searchFisher.ts";
import { lowRankKernel } from "../../rows/kernel/lowRankKernel.ts";
import { flatParameters } from "../../search/flatParameters.ts";
import type { PrecisionPrior } from "../../search/precisionPrior.ts";
import { medianSquaredDistance, startingKernels } from "../../search/searchBounds.ts";
import { searchWarnings } from "../../search/searchWarnings.ts";
import { gaussian } from "../../kernels/gaussian.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { nugget } from "../../kernels/nugget.ts";
import { scale } from "../../kernels/scale.ts";
import { sum } from "../../kernels/sum.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import type { Work } from "../../run/work.ts";
import { calibrateOdds, type OddsCalibration } from "../../calibration/calibratedOdds.ts";
import { calibrationOption } from "../parts/calibrationOption.ts";
import { distinctRows } from "../../rows/distinctRows.ts";
import { fitFisherLimit, limitCost } from "./limits/fitFisherLimit.ts";
import {
  fisherLimits,
  isLimitDocument,
  restoreFisherLimit,
  type FisherLimitName,
} from "./limits/fisherLimitPosterior.ts";
import { denseDiscriminant, trainSparse, type TrainedDiscriminant } from "./fisherDiscriminant.ts";
import { bayesianFisherPosterior, fisherLogProbabilities, readFisherFit, type ImpliedOverlap } from "./posterior.ts";
import { leaveGroupsOut } from "../../rows/heldOutByFolds.ts";
import { leaveSetsOut, omittedWarning } from "../../rows/leaveSetsOut.ts";
import type { Context, Model } from "../model.ts";
import {
  describeOptions,
  option,
  optionsDocument,
  readOptions,
  type OptionSchema,
  type SettingsOf,
} from "../parts/option.ts";
import type { Renaming } from "../parts/inPresentWords.ts";
import { chosenKernel, type KernelChoice } from "../parts/kernelOption.ts";
import { either, gammaPrior, numberWithin, wholeNumberWithin, words } from "../parts/optionKinds.ts";
import { countedMachines, type ModelEntry } from "../modelEntry.ts";
import { searchByExpectation } from "./evidence/maximizeByExpectation.ts";
import { searchedKernelOption, widthStartsOption } from "../parts/kernelSettings.ts";

export interface BayesianFisherOptions {
  /**
   * The kernel, its document or its name. Its free parameters are searched, from their values and from the widths of `starts`.
   * A name stands for the kernel inside of sum(scale(…), nugget()). Default "gaussian".
   */
  readonly kernel?: KernelChoice | undefined;
  /** θ₂ = 1/ℓ² at which searches start, over the median squared distance of two rows. Default [0.01, 0.1, 1, 10, 100]. */
  readonly starts?: readonly number[];
  /**
   * How kernel and β are found: "evidence" climbs the evidence itself; "em" is the papers' expectation maximization, which meets the same optimum with
   * many times the work. Default "evidence".
   */
  readonly hyperparameters?: "evidence" | "em";
  /**
   * β, one over the variance of the projections within a class: found with the kernel ("auto"), kept at a number, or one of its
   * ends, of which "parzen" is β → 0 and "fisher" is β → ∞. There the kernel is used as it is given, or a gaussian kernel has
   * the width of least log loss on left-out rows, and options about evidence have no meaning. Default "auto".
   */
  readonly precision?: number | "auto" | FisherLimitName;
  /** The Gamma prior of β. Default shape ½, rate 5. */
  readonly precisionPrior?: PrecisionPrior;
  /** ν, how many degrees of freedom the noise counts: all N rows, or the rank N − 2. Default "rows". */
  readonly degrees?: FisherDegrees;
  /**
   * How many rows make the kernel: "all", a number m of pivots (sparse, O(nm²)), or "auto": all rows of up to 2000 that
   * differ, 256 pivots above. Default "auto".
   */
  readonly rank?: number | "all" | "auto";
  /** Whether the log odds are corrected by a curve on those of left-out rows, or taken at their word. Default "curve". */
  readonly calibration?: OddsCalibration;
}

/**
 * Ten times the rate of the papers' prior, by which E_eq is uniform: the pseudo-likelihood counts every row although the
 * projections are free, so that its evidence puts β too high. See docs/benchmarks/fisher.md for figures.
 */
const defaultPrior: PrecisionPrior = { shape: 0.5, rate: 5 };

const options = {
  kernel: searchedKernelOption("sum(scale(…), nugget())"),
  starts: widthStartsOption([0.01, 0.1, 1, 10, 100]),
  hyperparameters: option(
    words("evidence", "em"),
    "evidence",
    "Whether the evidence is climbed itself or by expectation maximization, at many times the work.",
  ),
  precision: option(
    either(words("auto", "parzen", "fisher"), numberWithin({ above: 0 })),
    "auto",
    "One over the variance of the projections within a class: searched with the kernel, kept, or at its end 0 (parzen) or infinity (fisher).",
  ),
  precisionPrior: option(
    gammaPrior(),
    defaultPrior,
    "The Gamma prior of the precision, without which the evidence would grow for ever.",
  ),
  degrees: option(
    words("rows", "rank"),
    "rows",
    "How many degrees of freedom the noise counts: all rows, or two less.",
  ),
  rank: option(
    either(words("auto", "all"), wholeNumberWithin({ from: 1 })),
    "auto",
    "How many rows make the kernel: all, some pivots, or all of up to 2000 rows and 256 pivots of more.",
  ),
  calibration: calibrationOption(),
} satisfies OptionSchema<BayesianFisherOptions>;

const renamings: readonly Renaming[] = [
  { option: "inference", now: (hyperparameters) => ({ hyperparameters }) },
  { option: "precision", word: "search", now: () => ({ precision: "auto" }) },
];

type Settings = SettingsOf<typeof options> & { readonly kernel: Kernel | undefined };

/** The kernel around another, or the default around the gaussian kernel. */
const around = (kernel: Kernel): Kernel => sum(scale(kernel), nugget());

/** With more rows that differ, "auto" makes the kernel of pivots. */
const mostDenseRows = 2000;
const automaticRank = 256;

/** Level of the interval of the implied overlap. */
const overlapLevel = 0.95;

/**
 * Bayesian Fisher discriminant, in its Gaussian-process form: a latent function f ~ N(0, K) whose values scatter with
 * precision β about the mean of their class, the two means d = 2 apart,
 *
 *     p(f) ∝ exp(−½ fᵀK⁻¹f − ½β Σ_q Σ_{i∈q} (f_i − mean_q f)²),   mean₁f − mean₀f = d,
 *     log P(1|x)/P(0|x) = d ḡ/(v_g + 1/β) + log π₁/π₀,
 *
 * ḡ and v_g being mean and variance of f(x) less the midpoint of the class means; a curve on the log odds of left-out rows then
 * corrects them. Kernel and β maximize the evidence with a Gamma prior of β, by gradients from several widths. T. Peña Centeno & N. D. Lawrence, with the distance of the means
 * kept in the evidence.
 *
 * @example bayesianFisher({ kernel: composite() })
 */
export function bayesianFisher(given: BayesianFisherOptions = {}): Model {
  const read = readOptions("bfd", options, given, renamings);
  const settings: Settings = { ...read, kernel: chosenKernel(read.kernel, around) };
  refuseTogether(settings);
  const { kernel, starts, rank } = settings;
  const limit = limitOf(settings);
  return {
    name: "bfd",
    classes: "two",
    fit: (problem, context) =>
      limit ? fitFisherLimit(problem, context, limit, kernel) : fitFisher(problem, context, settings),
    restore: (parameters, figures, { engine }) =>
      isLimitDocument(parameters)
        ? restoreFisherLimit(engine, parameters, "parameters", figures)
        : bayesianFisherPosterior(readFisherFit(engine, parameters, "parameters"), figures),
    cost(rows, columns) {
      if (limit) return limitCost(limit, kernel !== undefined, rows, columns);
      // Some searches on all rows, which may run in workers of their own, with twenty evaluations each.
      const searches = 2 + (kernel ? 1 : 0);
      const m = rankOf(rank, rows);
      const few = starts.length * 30 * (2 * 120 ** 3 + 3 * 120 * 120 * (columns + 10));
      if (m === undefined) {
        return {
          memory: 8 * searches * (8 * rows * rows + rows * (columns + 20)),
          operations: few + searches * 20 * (2 * rows ** 3 + 3 * rows * rows * (columns + 10)),
        };
      }
      return {
        memory: 8 * searches * (10 * rows * m + 20 * m * m + rows * (columns + 20)),
        operations: few + searches * 20 * (8 * rows * m * m + 12 * rows * m * (columns + 10)),
      };
    },
    toDocument: () => ({ name: "bfd", ...optionsDocument(options, read) }),
  };
}

export const bfdEntry: ModelEntry = {
  title: "Bayesian Fisher discriminant",
  family: "fisher",
  summary:
    "Curved boundaries by any kernel, everything chosen by evidence; probabilities that know how far the rows are.",
  create: bayesianFisher,
  options: describeOptions(options),
  renamings,
  farLimit: "constant",
  exemptions: countedMachines,
};

/** The end of β, where one is asked for. */
function limitOf({ precision }: Settings): FisherLimitName | undefined {
  return fisherLimits.find((name) => name === precision);
}

/** Refuses options that exclude each other. */
function refuseTogether(settings: Settings): void {
  const limit = limitOf(settings);
  if (limit) requireNothingElse(limit, settings);
  if (settings.hyperparameters === "em" && typeof settings.rank === "number") {
    throw new InputError(
      "invalid-option",
      'Expectation maximization works on all rows: the options hyperparameters "em" and rank of bfd exclude each other.',
    );
  }
}

/** At an end of β there is nothing for these to choose: no evidence, no odds of the model's own, no sparse form. */
function requireNothingElse(
  limit: FisherLimitName,
  { hyperparameters, rank, calibration }: Pick<Settings, "hyperparameters" | "rank" | "calibration">,
): void {
  const excluded =
    hyperparameters === "em"
      ? 'hyperparameters "em"'
      : calibration === "none"
        ? 'calibration "none"'
        : typeof rank === "number"
          ? "a number for rank"
          : undefined;
  if (excluded === undefined) return;
  throw new InputError(
    "invalid-option",
    `The option precision "${limit}" of bfd excludes ${excluded}: an end of the precision has no evidence, no odds ` +
      "of its own and no sparse form.",
    {},
    "Leave that option out, or give a number for precision.",
  );
}

/** The number of pivots for so many rows; undefined where all rows make the kernel. */
function rankOf(rank: Settings["rank"], rows: number): number | undefined {
  if (rank === "all" || (rank === "auto" && rows <= mostDenseRows)) return undefined;
  return rank === "auto" ? automaticRank : Math.min(rank, rows);
}

function* fitFisher(problem: Problem, context: Context, settings: Settings): Work<NumericPosterior> {
  const { engine } = context;
  const { columnGroups } = problem;
  const { precisionPrior: prior, degrees, hyperparameters } = settings;
  const fixed = typeof settings.precision === "number" ? settings.precision : undefined;
  const sets = distinctRows(problem);
  const squaredDistance = medianSquaredDistance(engine, sets.X);
  if (squaredDistance === undefined) throw rowsDoNotDiffer();
  const asked = (settings.kernel ?? around(gaussian())).forColumns(columnGroups);
  const fisherRows: FisherRows = {
    X: sets.X,
    classes: sets.classes,
    weights: sets.weights,
    squaredDistance,
    flat: flatParameters(engine, asked, sets.X),
    options: { prior, degrees },
    isPrecisionFixed: fixed !== undefined,
    rank: hyperparameters === "em" ? undefined : rankOf(settings.rank, sets.X.rows),
  };
  // The narrowest comes last, from which all rows are searched too.
  const starts = startingKernels(asked, {
    starts: settings.starts.toSorted((a, b) => a - b),
    squaredDistance,
    isGiven: settings.kernel !== undefined,
  }).map((kernel) => ({ kernel, precision: fixed ?? 1 }));
  const found =
    hyperparameters === "em"
      ? yield* searchByExpectation(engine, starts, fisherRows)
      : yield* searchFisher(engine, starts, fisherRows, context.seed);
  const { optima, kernel, precision, pivots, gradientNorm, atBounds, trace } = found;
  const sparse = pivots && trainSparse(engine, kernel, precision, { ...sets, pivots });
  const discriminant = sparse ?? denseDiscriminant(engine, kernel, precision, sets);
  const claimed = problem.rowGroups
    ? yield* leaveGroupsOutAt(problem, context, discriminant, pivots?.length)
    : leaveSetsOut(discriminant.leaveOneOut(), sets.setOf);
  const { curve, leaveOneOut } = calibrateOdds(claimed, problem, settings.calibration);
  const impliedOverlap = fixed === undefined ? overlapOf(discriminant, prior, degrees) : undefined;
  const source = sparse?.moments ?? { X: sets.X, classes: sets.classes, weights: sets.weights };
  return bayesianFisherPosterior(
    {
      discriminant,
      source,
      curve,
      optima,
      impliedOverlap,
      trace: trace && Float64Array.from(trace),
      calibratedSpread: true,
    },
    {
      search: { gradientNorm, atBounds },
      leaveOneOut,
      evidence: discriminant.evidence(degrees),
      warnings: [...omittedWarning(leaveOneOut), ...warningsOf(atBounds, optima, starts.length)],
    },
  );
}

/** E_eq and its interval: what β says of the classes. No estimate of the error on new rows. */
function overlapOf(discriminant: TrainedDiscriminant, prior: PrecisionPrior, degrees: FisherDegrees): ImpliedOverlap {
  const { precision, distance, contrasts } = discriminant;
  const [low, high] = precisionInterval(discriminant.scatter(), contrasts.total, prior, overlapLevel, degrees);
  return {
    value: impliedError(precision, distance),
    lower: impliedError(high, distance),
    upper: impliedError(low, distance),
    level: overlapLevel,
  };
}

/** Groups of rows are left out in folds, at the chosen kernel and β. */
function leaveGroupsOutAt(
  problem: Problem,
  { engine, seed }: Context,
  { kernel, precision }: TrainedDiscriminant,
  rank: number | undefined,
): Work<LeaveOneOut> {
  return leaveGroupsOut(problem, seed, (training, tested) => {
    const sets = distinctRows(training);
    if (rank === undefined) return fisherLogProbabilities(denseDiscriminant(engine, kernel, precision, sets), tested);
    const { pivots } = lowRankKernel(engine, kernel, sets.X, { rank });
    return fisherLogProbabilities(trainSparse(engine, kernel, precision, { ...sets, pivots }), tested);
  });
}

function warningsOf(atBounds: readonly string[], optima: readonly FisherOptimum[], starts: number): Warning[] {
  const failures = optima.filter(({ objective }) => objective === undefined);
  const failed = new Set(failures.flatMap((failure) => failure.starts)).size;
  return [
    ...searchWarnings.atBound(atBounds, "a variance at its least, that its part of the kernel is not needed"),
    ...searchWarnings.startsFailed(failed, starts, failures[0]?.status),
  ];
}
