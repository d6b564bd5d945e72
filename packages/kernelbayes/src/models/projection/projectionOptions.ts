import type { Warning } from "../../errors.ts";
import type { BandwidthRule } from "./components/bandwidth.ts";
import type { LatentSampler, ProjectionPrior } from "./chain/projectionProblem.ts";
import type { Predictive } from "./draws/drawnProbabilities.ts";
import { kernelFromDocument } from "../../kernels/index.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import type { OptionDescription } from "../modelEntry.ts";
import type { ProjectionRule } from "./choice/chooseProjection.ts";
import {
  dependentOption,
  describeOptions,
  option,
  optionsDocument,
  readOptions,
  type OptionSchema,
  type SettingsOf,
  invalidOption,
} from "../parts/option.ts";
import type { Renaming } from "../parts/inPresentWords.ts";
import { type KernelChoice, kernelOfAnyForm } from "../parts/kernelOption.ts";
import { either, flag, numberWithin, wholeNumberWithin, words } from "../parts/optionKinds.ts";
import { namedPriors, paperPrior, projectionPriors } from "./projectionPriors.ts";

/** How wide a gaussian kernel is: chosen by left-out rows, by a rule on the squared distances of rows, or θ itself. */
export type Bandwidth = "auto" | BandwidthRule | number;

/** How many projections: chosen by the criterion, or so many. */
export type ProjectionCount = "auto" | number;

/** Scores in units of the coefficients that a ridge regression found for them, as they are, or times √n. */
type ProjectionScaling = "data" | "none" | "package";

/** Options that the models of kernel projections share. */
export interface ProjectionOptions {
  /**
   * "gaussian" of the `bandwidth`, "linear", "auto" (whichever of the two predicts left-out rows better), or another kernel, its
   * document or its name, taken as it is. Default "gaussian".
   */
  readonly kernel?: "auto" | KernelChoice;
  /**
   * θ of exp(−θ|x − z|²): "auto", by left-out rows; "maximum", 10 over the largest squared distance of two rows, as in the
   * paper; "wide", 1 over it, as in the package of its authors; "median", ½ over the median; or a positive number. Default "auto" for bkpc, "maximum" for bmkc.
   */
  readonly bandwidth?: Bandwidth;
  /** Whether classes have intercepts; the paper has none. Default true. */
  readonly intercept?: boolean;
  /** "stable", "paper" (improper for all practical purposes), or the priors themselves. Default "stable". */
  readonly prior?: "stable" | "paper" | ProjectionPrior;
  /** How latent predictors are drawn. Default "elliptical-slice". */
  readonly sampler?: LatentSampler;
  /**
   * Whether a sweep also moves coefficients, noise and latent predictors together. The paper has no such moves, and with its prior they
   * lead σ² out of the range of numbers. Default true, with `prior: "paper"` false.
   */
  readonly jointMoves?: boolean;
  /** Number of chains. Default 4. */
  readonly chains?: number;
  /** Sweeps of each chain before those that count. Default 500. */
  readonly burnIn?: number;
  /** Sweeps of each chain that count. Default 2000, more where these disagree, fewer where a sweep takes long; a number that is given is kept to. */
  readonly sweeps?: number;
  /**
   * The most sweeps that count where chains disagree (R-hat above 1.0075): they then go on, to twice as many each time. Default 16 000, or
   * `sweeps` where that is given.
   */
  readonly mostSweeps?: number;
  /**
   * The most draws that are kept to predict with, of all chains together and evenly spaced. Whether chains agree is judged by up to
   * 4000, however few are kept. Default 1000.
   */
  readonly draws?: number;
  /** Whether a new row is predicted as if it had no noise of its own, as in the paper, or with it. Default "plugin". */
  readonly predictive?: Predictive;
}

export interface KernelProjectionsOptions extends ProjectionOptions {
  /**
   * n′, how many kernel principal components classes are linear in: "auto", by the criterion, or a whole number. Default
   * "auto".
   */
  readonly projections?: ProjectionCount;
  /**
   * What the number of projections is chosen by: "leave-one-out", how well left-out rows are predicted; "utility", the expected
   * utility over random halves of the rows, with a chain for each, as in the paper. Kernel and bandwidth are always chosen by
   * left-out rows. Default "leave-one-out".
   */
  readonly criterion?: "leave-one-out" | "utility";
  /**
   * The units of the components, in which coefficients have their prior: "data", in which those of the ridge regression that chose
   * the components are about 1; "none", as they are, as in the paper; "package", √n times as large, as in the package of the
   * paper's authors. Default "data".
   */
  readonly scaling?: ProjectionScaling;
}

/** The options, read. */
export interface ProjectionSettings {
  readonly model: "bkpc" | "bmkc";
  readonly kernel: "gaussian" | "linear" | "auto" | Kernel;
  readonly bandwidth: Bandwidth;
  /** How the scores of components are scaled before chains see them. */
  readonly scaling: ProjectionScaling;
  readonly intercept: boolean;
  readonly prior: ProjectionPrior;
  readonly sampler: LatentSampler;
  readonly jointMoves: boolean;
  readonly chains: number;
  readonly burnIn: number;
  readonly sweeps: number;
  /** Sweeps to which chains go on where they disagree. */
  readonly mostSweeps: number;
  /** How long chains are, compared with what was asked for: below 1 where they were shortened, and those without some rows with them. */
  readonly shareOfUsual: number;
  readonly draws: number;
  readonly predictive: Predictive;
  readonly warnings: readonly Warning[];
}

/** The largest number of sweeps of a chain. */
const mostAllowed = 1e8;

/** Sweeps before those that count, those that count, and those to which chains that disagree go on. */
export const usualSweeps = { burnIn: 500, least: 2000, most: 16_000 } as const;

/**
 * Left-out rows are predicted by regressions on components, which hold functions back by their roughness. bmkc holds back the
 * coefficients of single rows, for which the widths that are chosen so are too wide.
 */
const usualBandwidth = { bkpc: "auto", bmkc: "maximum" } as const;

/** How many chains there are, how long they are, and what is kept of them. */
/* @__NO_SIDE_EFFECTS__ */
const chainOptions = () =>
  ({
    chains: option(
      wholeNumberWithin({ from: 1, to: 64 }),
      4,
      "Number of Markov chains; fewer than four cannot be checked against each other.",
    ),
    burnIn: option(
      wholeNumberWithin({ from: 0, to: mostAllowed }),
      usualSweeps.burnIn,
      "Sweeps of each chain that are thrown away first.",
    ),
    sweeps: dependentOption(
      wholeNumberWithin({ from: 10, to: mostAllowed }),
      `${usualSweeps.least}, more where chains disagree, fewer where sweeps take long`,
      "Sweeps of each chain that count; given, they are kept to, unless mostSweeps is given too.",
    ),
    mostSweeps: dependentOption(
      wholeNumberWithin({ from: 10, to: mostAllowed }),
      `${usualSweeps.most}, or sweeps where these are given`,
      "Sweeps to which chains continue, twice as many each time, as long as they disagree; at least as many as sweeps.",
    ),
    draws: option(
      wholeNumberWithin({ from: 10, to: 1e6 }),
      1000,
      "The most draws that are kept to predict with, of all chains together; more make a larger model and smoother intervals.",
    ),
  }) satisfies OptionSchema<Pick<ProjectionOptions, "chains" | "burnIn" | "sweeps" | "mostSweeps" | "draws">>;

/* @__NO_SIDE_EFFECTS__ */
const sharedOptions = (model: ProjectionSettings["model"]) =>
  ({
    kernel: option(
      either(words("auto", "gaussian", "linear"), kernelOfAnyForm()),
      "gaussian",
      "The kernel: gaussian of some bandwidth, linear, whichever of both predicts left-out rows better, or another one as it is.",
    ),
    bandwidth: option(
      either(words("auto", "maximum", "wide", "median"), numberWithin({ above: 0 })),
      usualBandwidth[model],
      "The bandwidth θ of the gaussian kernel: by left-out rows, 10 or 1 over the largest squared distance, ½ over the median, or itself.",
    ),
    intercept: option(
      flag(),
      true,
      "Whether classes have intercepts; without, all are equally probable at the mean of the rows.",
    ),
    prior: option(
      either(words("stable", "paper"), projectionPriors()),
      "stable",
      "The priors of noise and coefficients; those of the paper let chains drift.",
    ),
    sampler: option(
      words("elliptical-slice", "polya-gamma", "metropolis"),
      "elliptical-slice",
      "How latent predictors are drawn; all have the same posterior.",
    ),
    jointMoves: dependentOption(
      flag(),
      'true, or false with prior "paper"',
      "Whether a sweep also moves coefficients, noise and latent predictors together; chains without such moves mix slowly.",
    ),
    ...chainOptions(),
    predictive: option(
      words("plugin", "full"),
      "plugin",
      "Whether a new row is predicted as if it had no noise of its own, as in the paper, or with it.",
    ),
  }) satisfies OptionSchema<ProjectionOptions>;

/* @__NO_SIDE_EFFECTS__ */
const ownOptions = () =>
  ({
    projections: option(
      either(words("auto"), wholeNumberWithin({ from: 1 })),
      "auto",
      "The number of projections, or by the criterion.",
    ),
    criterion: option(
      words("leave-one-out", "utility"),
      "leave-one-out",
      "Whether the number of projections is chosen by left-out rows or by expected utility over random halves.",
    ),
    scaling: option(
      words("data", "none", "package"),
      "data",
      "Whether components are scaled by the coefficients of the regression that chose them, taken as they are, as in the paper, or times √n, as in its authors' package.",
    ),
  }) satisfies OptionSchema<Omit<KernelProjectionsOptions, keyof ProjectionOptions>>;

/** Former words of the options of both models, and of those that bkpc alone has. */
const sharedRenamings: readonly Renaming[] = [
  { option: "kernel", word: "any", now: () => ({ kernel: "auto" }) },
  { option: "bandwidth", word: "data", now: () => ({ bandwidth: "auto" }) },
];
const byCriterion = (criterion: unknown) => ({ projections: "auto", criterion });

/** The former words of bkpc or bmkc. */
/* @__NO_SIDE_EFFECTS__ */
export function projectionRenamings(model: ProjectionSettings["model"]): readonly Renaming[] {
  if (model === "bmkc") return sharedRenamings;
  const ofProjections = ["leave-one-out", "utility"].map((word) => ({ option: "projections", word, now: byCriterion }));
  return [...sharedRenamings, ...ofProjections];
}

/** The options of a model, for the catalogue. */
/* @__NO_SIDE_EFFECTS__ */
export function describeProjectionOptions(model: ProjectionSettings["model"]): readonly OptionDescription[] {
  const shared = sharedOptions(model);
  return describeOptions(model === "bkpc" ? { ...ownOptions(), ...shared } : shared);
}

/** Options as settings, and as they go into the document of the model. */
export interface ReadProjectionOptions {
  readonly settings: ProjectionSettings;
  readonly document: Record<string, unknown>;
}

/** Reads the options of bmkc. */
export function readMultinomialOptions(given: ProjectionOptions): ReadProjectionOptions {
  const schema = sharedOptions("bmkc");
  const read = withSweeps("bmkc", readOptions("bmkc", schema, given, projectionRenamings("bmkc")));
  return { settings: settingsOf("bmkc", read, "none"), document: optionsDocument(schema, written(read)) };
}

/** Reads the options of bkpc. */
export function readProjectionOptions(
  given: KernelProjectionsOptions,
): ReadProjectionOptions & { readonly projections: ProjectionRule } {
  const schema = { ...ownOptions(), ...sharedOptions("bkpc") };
  const { projections, criterion, scaling, ...shared } = readOptions(
    "bkpc",
    schema,
    given,
    projectionRenamings("bkpc"),
  );
  const read = withSweeps("bkpc", shared);
  return {
    projections: projections === "auto" ? criterion : projections,
    settings: settingsOf("bkpc", read, scaling),
    document: optionsDocument(schema, { projections, criterion, scaling, ...written(read) }),
  };
}

type SharedSettings = SettingsOf<ReturnType<typeof sharedOptions>>;

interface SweepSettings {
  readonly sweeps: number;
  readonly mostSweeps: number;
}

/** Who gives a number of sweeps and no bound wants that number. */
function withSweeps(model: ProjectionSettings["model"], read: SharedSettings): SharedSettings & SweepSettings {
  const { sweeps = usualSweeps.least } = read;
  const mostSweeps = read.mostSweeps ?? (read.sweeps === undefined ? usualSweeps.most : sweeps);
  if (mostSweeps < sweeps) {
    throw invalidOption(model, "mostSweeps", `a whole number from ${sweeps} to ${mostAllowed}`, mostSweeps);
  }
  return { ...read, sweeps, mostSweeps };
}

/** Without a bound that equals the sweeps: a number of sweeps alone is kept to, as in files from before there was a bound. */
function written(read: SharedSettings & SweepSettings): SharedSettings {
  return read.mostSweeps > read.sweeps ? read : { ...read, mostSweeps: undefined };
}

function settingsOf(
  model: ProjectionSettings["model"],
  read: SharedSettings & SweepSettings,
  scaling: ProjectionScaling,
): ProjectionSettings {
  const { kernel, bandwidth, prior } = read;
  const isGaussian = kernel === "gaussian" || kernel === "auto";
  if (!isGaussian && bandwidth !== usualBandwidth[model]) {
    throw invalidOption(model, "bandwidth", 'left out unless the kernel is "gaussian" or "auto"', bandwidth);
  }
  return {
    ...read,
    kernel:
      typeof kernel !== "string" || isGaussian || kernel === "linear" ? kernel : kernelFromDocument({ kind: kernel }),
    model,
    shareOfUsual: 1,
    scaling,
    prior: typeof prior === "string" ? namedPriors[prior] : prior,
    jointMoves: read.jointMoves ?? prior !== "paper",
    warnings: prior === "paper" ? [paperPrior] : [],
  };
}
