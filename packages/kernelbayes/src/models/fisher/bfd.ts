import { rowsDoNotDiffer, type Problem } from "../../rows/labelledRows.ts";
import { InputError } from "../../errors.ts";
import type { FisherDegrees } from "./evidence/fisherEvidence.ts";
import { impliedOverlapOf } from "./impliedOverlapOf.ts";
import { rowsOfStarts, searchFisher, type FisherRows } from "./evidence/searchFisher.ts";
import { expectationWarnings, fisherWarnings } from "./fisherWarnings.ts";
import { fitLabelNoise, noiseStage, type NoisyFit } from "./labelNoise.ts";
import { lowRankKernel } from "../../rows/kernel/lowRankKernel.ts";
import { flatParameters } from "../../search/flatParameters.ts";
import type { PrecisionPrior } from "../../search/precisionPrior.ts";
import { medianSquaredDistance, startingKernels } from "../../search/searchBounds.ts";
import { gaussian } from "../../kernels/gaussian.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { nugget } from "../../kernels/nugget.ts";
import { scale } from "../../kernels/scale.ts";
import { sum } from "../../kernels/sum.ts";
import type { LeaveOneOut, NumericPosterior } from "../../posterior/numericPosterior.ts";
import { stages } from "../../run/share.ts";
import { gaussianStages } from "../../search/searchGaussian.ts";
import { pause, type Work } from "../../run/work.ts";
import { calibrateOdds, type CalibratedOdds, type OddsCalibration } from "../../calibration/calibratedOdds.ts";
import { identityCurve } from "../../calibration/oddsCurve.ts";
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
import { bayesianFisherPosterior, fisherLogProbabilities, readFisherFit } from "./posterior.ts";
import { leaveGroupsOut } from "../../rows/heldOutByFolds.ts";
import { leaveSetsOut } from "../../rows/leaveSetsOut.ts";
import { omittedWarning } from "../../posterior/omittedWarning.ts";
import type { Context, Model } from "../model.ts";
import { describeOptions, option, readModelOptions, type OptionSchema, type SettingsOf } from "../parts/option.ts";
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
   * How kernel and β are found: "evidence" climbs the evidence itself; "em" is the paper's expectation maximization, which meets the same optimum with
   * many times the work. "em-as-printed" is for study: its kernel update leaves the distance of the class means out, and drifts. Default "evidence".
   */
  readonly hyperparameters?: "evidence" | "em" | "em-as-printed";
  /** η: expectation maximization ends when no logarithm of kernel and β moves by more. Default 1e-6. */
  readonly tolerance?: number;
  /** d, the distance of the projected class means. It sets the unit of the projections, of √kernel and of 1/√β. Default 2. */
  readonly distance?: number;
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
  /**
   * Whether labels are right ("none"), or may be wrong at rates that are estimated with the discriminant ("estimated"): probabilities are then those of
   * the true class, and `posterior.labelNoise` has the rates and the probability that each label is wrong. Default "none".
   */
  readonly labelNoise?: "none" | "estimated";
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
    words("evidence", "em", "em-as-printed"),
    "evidence",
    "Whether the evidence is climbed itself or by expectation maximization, at many times the work; as printed in the paper for study.",
  ),
  tolerance: option(
    numberWithin({ above: 0 }),
    1e-6,
    "Expectation maximization ends when no logarithm of kernel and precision moves by more.",
  ),
  distance: option(
    numberWithin({ above: 0 }),
    2,
    "The distance of the projected class means, the unit of the projections.",
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
  labelNoise: option(
    words("none", "estimated"),
    "none",
    "Whether labels are right, or may be wrong at rates that are estimated; probabilities are then those of the true class.",
  ),
} satisfies OptionSchema<BayesianFisherOptions>;

/** How expectation maximization reads Algorithm 1. */
const readings = { em: "consistent", "em-as-printed": "printed" } as const;

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
  const { settings: read, identity } = readModelOptions("bfd", options, given, renamings);
  const settings: Settings = { ...read, kernel: chosenKernel(read.kernel, around) };
  refuseTogether(settings);
  const { kernel, starts, labelNoise } = settings;
  const limit = limitOf(settings);
  return {
    ...identity,
    classes: "two",
    fit: (problem, context) =>
      stages(
        weightsOf(problem, settings, limit !== undefined),
        limit ? fitFisherLimit(problem, context, limit, kernel) : fitFisher(problem, context, settings),
      ),
    restore: (parameters, figures, { engine }) =>
      isLimitDocument(parameters)
        ? restoreFisherLimit(engine, parameters, "parameters", figures)
        : bayesianFisherPosterior(readFisherFit(engine, parameters, "parameters"), figures),
    cost(rows, columns) {
      if (limit) return limitCost(limit, kernel !== undefined, rows, columns);
      // Some searches on all rows, which may run in workers of their own, with twenty evaluations each.
      const searches = 2 + (kernel ? 1 : 0);
      const m = rankOf(settings, rows);
      // Two fits and a leave-one-out for each fold.
      const noise = labelNoise === "none" ? 0 : 15;
      const few = starts.length * 30 * (2 * 120 ** 3 + 3 * 120 * 120 * (columns + 10));
      if (m === undefined) {
        return {
          memory: 8 * searches * (8 * rows * rows + rows * (columns + 20)),
          operations: few + (searches * 20 + noise) * (2 * rows ** 3 + 3 * rows * rows * (columns + 10)),
        };
      }
      return {
        memory: 8 * searches * (10 * rows * m + 20 * m * m + rows * (columns + 20)),
        operations: few + searches * 20 * (8 * rows * m * m + 12 * rows * m * (columns + 10)),
      };
    },
  };
}

export const bfdEntry: ModelEntry = {
  title: "Bayesian Fisher discriminant",
  family: "fisher",
  summary:
    "Curved boundaries by any kernel, everything chosen by evidence; probabilities that know how far the rows are.",
  create: bayesianFisher,
  options: describeOptions(options),
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
  const { hyperparameters, rank, calibration, labelNoise } = settings;
  if (labelNoise === "estimated" && (typeof rank === "number" || calibration === "none")) {
    throw new InputError(
      "invalid-option",
      'The option labelNoise "estimated" of bfd works on all rows and has a curve of its own: it excludes a number for rank and calibration "none".',
    );
  }
  if (hyperparameters !== "evidence" && typeof rank === "number") {
    throw new InputError(
      "invalid-option",
      `Expectation maximization works on all rows: the options hyperparameters "${hyperparameters}" and rank of bfd exclude each other.`,
    );
  }
}

/** At an end of β there is nothing for these to choose: no evidence, no odds of the model's own, no sparse form. */
function requireNothingElse(
  limit: FisherLimitName,
  { hyperparameters, rank, calibration, labelNoise }: Settings,
): void {
  const excluded =
    hyperparameters !== "evidence"
      ? `hyperparameters "${hyperparameters}"`
      : calibration === "none"
        ? 'calibration "none"'
        : typeof rank === "number"
          ? "a number for rank"
          : labelNoise !== "none"
            ? `labelNoise "${labelNoise}"`
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
function rankOf({ rank, labelNoise }: Pick<Settings, "rank" | "labelNoise">, rows: number): number | undefined {
  if (rank === "all" || labelNoise !== "none" || (rank === "auto" && rows <= mostDenseRows)) return undefined;
  return rank === "auto" ? automaticRank : Math.min(rank, rows);
}

/** The stages of a fit with their weights: searches on 120 rows from all starts, then on all rows from what these found. */
function weightsOf(
  problem: Problem,
  { kernel, starts, hyperparameters, labelNoise }: Settings,
  isLimit: boolean,
): Record<string, number> {
  const groups = problem.rowGroups ? 10 : 0;
  const noise = labelNoise === "estimated" ? { [noiseStage]: 30 } : {};
  if (isLimit) return { ...gaussianStages(problem, kernel !== undefined), folds: 2, "final fit": 0.2 };
  if (hyperparameters === "em") {
    const first = Array.from({ length: starts.length + 1 }, (_, start) => [`start ${start + 1}`, 12]);
    return { ...Object.fromEntries(first), "expectation maximization": 100, ...noise, groups };
  }
  const few = Math.min(1, rowsOfStarts / problem.X.rows);
  return { starts: 125 * few ** 2, start: few < 1 ? 30 : 0, "all rows": 50, "final fit": 10, ...noise, groups };
}

function* fitFisher(problem: Problem, context: Context, settings: Settings): Work<NumericPosterior> {
  const { engine } = context;
  const { columnGroups } = problem;
  const { precisionPrior: prior, degrees, hyperparameters, tolerance, distance } = settings;
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
    options: { prior, degrees, distance },
    isPrecisionFixed: fixed !== undefined,
    rank: hyperparameters === "evidence" ? rankOf(settings, sets.X.rows) : undefined,
  };
  // The narrowest comes last, from which all rows are searched too.
  const starts = startingKernels(asked, {
    starts: settings.starts.toSorted((a, b) => a - b),
    squaredDistance,
    isGiven: settings.kernel !== undefined,
  }).map((kernel) => ({ kernel, precision: fixed ?? 1 }));
  const found =
    hyperparameters === "evidence"
      ? yield* searchFisher(engine, starts, fisherRows, context.seed)
      : yield* searchByExpectation(engine, starts, fisherRows, { reading: readings[hyperparameters], tolerance });
  const { optima, kernel, precision, pivots, gradientNorm, atBounds, trace } = found;
  const sparse = pivots && trainSparse(engine, kernel, { precision, distance }, { ...sets, pivots });
  const trained = sparse ?? denseDiscriminant(engine, kernel, { precision, distance }, sets);
  yield pause;
  const judged =
    settings.labelNoise === "estimated"
      ? { ...(yield* fitLabelNoise(problem, context, trained, sets)), curve: identityCurve }
      : { ...(yield* judgedByCurve(problem, context, trained, { setOf: sets.setOf, pivots, settings })), warnings: [] };
  const { discriminant = trained, rows = { X: sets.X, classes: sets.classes, weights: sets.weights } } = judged;
  const { curve, flips, leaveOneOut, labelNoise } = judged;
  yield pause;
  const impliedOverlap = fixed === undefined ? impliedOverlapOf(discriminant, prior, degrees) : undefined;
  return bayesianFisherPosterior(
    {
      discriminant,
      source: sparse?.moments ?? rows,
      curve,
      flips,
      optima,
      impliedOverlap,
      trace: trace && Float64Array.from(trace),
      calibratedSpread: true,
    },
    {
      search: { gradientNorm, atBounds },
      leaveOneOut,
      labelNoise,
      evidence: discriminant.evidence(degrees),
      warnings: [
        ...omittedWarning(leaveOneOut),
        ...fisherWarnings(atBounds, optima, starts.length),
        ...expectationWarnings(found, settings),
        ...judged.warnings,
      ],
    },
  );
}

/** What the leave-one-out of a discriminant says of its log odds. */
function* judgedByCurve(
  problem: Problem,
  context: Context,
  discriminant: TrainedDiscriminant,
  {
    setOf,
    pivots,
    settings,
  }: { readonly setOf: Int32Array; readonly pivots: Int32Array | undefined; readonly settings: Settings },
): Work<CalibratedOdds & Partial<Omit<NoisyFit, "leaveOneOut">>> {
  const claimed = problem.rowGroups
    ? yield* leaveGroupsOutAt(problem, context, discriminant, pivots?.length)
    : leaveSetsOut(discriminant.leaveOneOut(), setOf);
  yield pause;
  return calibrateOdds(claimed, problem, settings.calibration);
}

/** Groups of rows are left out in folds, at the chosen kernel and β. */
function leaveGroupsOutAt(
  problem: Problem,
  { engine, seed }: Context,
  { kernel, ...settings }: TrainedDiscriminant,
  rank: number | undefined,
): Work<LeaveOneOut> {
  return leaveGroupsOut(problem, seed, (training, tested) => {
    const sets = distinctRows(training);
    if (rank === undefined) return fisherLogProbabilities(denseDiscriminant(engine, kernel, settings, sets), tested);
    const { pivots } = lowRankKernel(engine, kernel, sets.X, { rank });
    return fisherLogProbabilities(trainSparse(engine, kernel, settings, { ...sets, pivots }), tested);
  });
}
