import { InputError } from "../../errors.ts";
import type { FisherDegrees } from "./evidence/fisherEvidence.ts";
import type { FisherBasis } from "./evidence/choosePivots.ts";
import type { PrecisionPrior } from "../../search/precisionPrior.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { nugget } from "../../kernels/nugget.ts";
import { scale } from "../../kernels/scale.ts";
import { sum } from "../../kernels/sum.ts";
import type { OddsCalibration } from "../../calibration/calibratedOdds.ts";
import { calibrationOption } from "../parts/calibrationOption.ts";
import { fisherLimits, type FisherLimitName } from "./limits/fisherLimitPosterior.ts";
import type { Model } from "../model.ts";
import type { OptionDescription } from "../modelEntry.ts";
import { describeOptions, option, readModelOptions, type OptionSchema } from "../parts/option.ts";
import type { Renaming } from "../parts/inPresentWords.ts";
import { chosenKernel, type KernelChoice } from "../parts/kernelOption.ts";
import { either, gammaPrior, numberWithin, wholeNumberWithin, words } from "../parts/optionKinds.ts";
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
  /**
   * Which rows a sparse kernel is made of: "pivoted", each row that those before it explain worst, or "informative", each row whose label reduces the entropy
   * of the latent function most, as in the informative vector machine. Default "pivoted".
   */
  readonly basis?: FisherBasis;
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
  basis: option(
    words("pivoted", "informative"),
    "pivoted",
    "Which rows a sparse kernel is made of: those that are explained worst, or those whose labels add most.",
  ),
  calibration: calibrationOption(),
  labelNoise: option(
    words("none", "estimated"),
    "none",
    "Whether labels are right, or may be wrong at rates that are estimated; probabilities are then those of the true class.",
  ),
} satisfies OptionSchema<BayesianFisherOptions>;

const fisherRenamings: readonly Renaming[] = [
  { option: "inference", now: (hyperparameters) => ({ hyperparameters }) },
  { option: "precision", word: "search", now: () => ({ precision: "auto" }) },
];

/** The options, read. */
export interface FisherOptionSettings extends Omit<Required<BayesianFisherOptions>, "kernel"> {
  /** Undefined where none is given. */
  readonly kernel: Kernel | undefined;
}

/** The options as settings, those that exclude each other refused, and as they go into the document of the model. */
export function readFisherOptions(given: BayesianFisherOptions): {
  readonly settings: FisherOptionSettings;
  readonly identity: Pick<Model, "name" | "toDocument" | "renamings">;
} {
  const { settings: read, identity } = readModelOptions("bfd", options, given, fisherRenamings);
  const settings = { ...read, kernel: chosenKernel(read.kernel, around) };
  refuseTogether(settings);
  return { settings, identity };
}

/** The options, for the catalogue. */
/* @__NO_SIDE_EFFECTS__ */
export function describeFisherOptions(): readonly OptionDescription[] {
  return describeOptions(options);
}

/** The kernel around another, or the default around the gaussian kernel. */
export const around = (kernel: Kernel): Kernel => sum(scale(kernel), nugget());

/** With more rows that differ, "auto" makes the kernel of pivots. */
const mostDenseRows = 2000;
const automaticRank = 256;

/** The end of β, where one is asked for. */
export function limitOf({ precision }: FisherOptionSettings): FisherLimitName | undefined {
  return fisherLimits.find((name) => name === precision);
}

/** Refuses options that exclude each other. */
function refuseTogether(settings: FisherOptionSettings): void {
  const limit = limitOf(settings);
  if (limit) requireNothingElse(limit, settings);
  const { hyperparameters, rank, basis, calibration, labelNoise } = settings;
  if (labelNoise === "estimated" && (typeof rank === "number" || calibration === "none")) {
    throw new InputError(
      "invalid-option",
      'The option labelNoise "estimated" of bfd works on all rows and has a curve of its own: it excludes a number for rank and calibration "none".',
    );
  }
  const isDense = rank === "all" || labelNoise !== "none" || hyperparameters !== "evidence" || limit !== undefined;
  if (basis !== "pivoted" && isDense) {
    throw new InputError(
      "invalid-option",
      `The option basis "${basis}" of bfd chooses rows of a sparse kernel, and the other options ask for all rows.`,
      {},
      "Leave it out, or give a number for rank.",
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
  { hyperparameters, rank, calibration, labelNoise }: FisherOptionSettings,
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
export function rankOf(
  { rank, labelNoise }: Pick<FisherOptionSettings, "rank" | "labelNoise">,
  rows: number,
): number | undefined {
  if (rank === "all" || labelNoise !== "none" || (rank === "auto" && rows <= mostDenseRows)) return undefined;
  return rank === "auto" ? automaticRank : Math.min(rank, rows);
}
