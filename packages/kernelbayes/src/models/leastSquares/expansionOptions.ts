import { InputError } from "../../errors.ts";
import type { CriterionChoice } from "./canonical/criterionOf.ts";
import type { Penalty, KernelShape } from "./tuned/kernelFeatures.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import type { OptionDescription } from "../modelEntry.ts";
import type { TargetKind } from "./expansionProblem.ts";
import {
  dependentOption,
  describeOptions,
  option,
  optionsDocument,
  readOptions,
  type OptionSchema,
  type SettingsOf,
  checkOptions,
} from "../parts/option.ts";
import { chosenKernel, type KernelChoice, type KernelSetting, kernelOfAnyForm } from "../parts/kernelOption.ts";
import { flag, numberWithin, wholeNumberWithin, words } from "../parts/optionKinds.ts";
import { regularizationOption, type Regularization } from "../parts/regularizationOption.ts";
import type { Bias } from "./expansion/scaledFeatures.ts";
import type { KnownTuning } from "../parts/expansionPosterior.ts";

/** How the columns of a kernel that is tuned by itself are weighted. */
type ColumnWeights = "searched" | "information" | "equal";

/** Which regularizations the machine is made of. */
type Regularizations = "averaged" | "best";

/** Options of all least-squares machines on a kernel expansion. */
export interface ExpansionOptions {
  /**
   * How much is searched: "auto" also gives columns weights of their own and uses all rows of small tables where that
   * pays, "fast" does neither. Default "auto".
   */
  readonly search?: "auto" | "fast";
  /**
   * How columns are weighted in the kernel that is tuned by itself: "searched" by leave-one-out where that pays, by the
   * "information" that each has about the class alone, or "equal". Default "searched", with `search: "fast"` "equal".
   */
  readonly columnWeights?: ColumnWeights;
  /** The shape of the kernel that is tuned by itself: smooth, or following steps. Default "gaussian". */
  readonly shape?: KernelShape;
  /** μ, the weight of the penalty; "auto": by the criterion. Default "auto". */
  readonly regularization?: Regularization | undefined;
  /**
   * Whether the machine is that of the "best" μ, or the "averaged" one of all μ around it, weighted by the log score of left-out
   * rows. For the kernel that is tuned by itself, with `criterion: "logScore"`; orkfd then averages unless told otherwise.
   */
  readonly regularizations?: Regularizations;
  /**
   * What is minimized over left-out rows: "logScore", the log loss of the calibrated outputs; "error", the smoothed number of
   * errors of the sign rule; "press", the squared residuals. Default "logScore".
   */
  readonly criterion?: CriterionChoice["name"];
  /** γ of the smoothed error: the larger, the nearer to counting. Default 10. */
  readonly sharpness?: number;
  /**
   * The kernel, its document or its name, in place of the Gaussian one that is tuned by itself. Its parameters are taken as
   * they are unless `kernelSearch` says otherwise; parameters that it names in `fixed` are never searched. Default "gaussian".
   */
  readonly kernel?: KernelChoice | undefined;
  /**
   * How the free parameters of the kernel are searched, the best μ for each candidate: "alternate" by the simplex method,
   * "gradient" by quasi-Newton steps (not for orkfd, and with all rows as the basis), or "none". Default "none" for a
   * kernel that is given; without one, and with a basis or a search asked for, a Gaussian kernel is searched by "alternate".
   */
  readonly kernelSearch?: "none" | "alternate" | "gradient" | undefined;
  /** Which rows the expansion is in. Default "all" for a kernel that is given. */
  readonly basis?: "all" | "random" | "pivoted" | "greedy" | undefined;
  /** How many rows a basis has, unless it is "all". Default 300. */
  readonly basisSize?: number | undefined;
  /** Which class a row is given: the more probable one, or the one on whose side the output lies. Default "probability". */
  readonly decision?: "probability" | "sign";
}

export interface BiasOption {
  /** Whether the constant of the outputs is free, penalized like a coefficient, or 0. */
  readonly bias?: Bias;
}

/** Options of the targets of `orkfd`. */
export interface FisherTargetOptions {
  /**
   * What the outputs are fitted to: Fisher's n/n₁ and −n/n₀ ("fisher"), or ±1 ("signs"), for which the residuals
   * sign(y) − Hy of the paper are exact. Default "fisher".
   */
  readonly targets?: TargetKind;
  /**
   * Where the sign rule has its boundary: at an output of 0, at the mean output of all rows, or halfway between the mean
   * outputs of the classes. Default "grand mean", which is 0 for Fisher's targets, and "zero" for targets ±1.
   */
  readonly boundary?: Boundary;
  /** Whether Fisher's targets are counted anew without the row that is left out. Default false. */
  readonly recodeTargets?: boolean;
}

/** Where the sign rule changes sides. */
type Boundary = "zero" | "grand mean" | "midpoint";

/** The least-squares machines, by their names in the catalogue. */
export type ExpansionName = "orkfd" | "krr" | "lssvm";

interface Traits {
  readonly penalty: Penalty;
  readonly targets: TargetKind;
  readonly bias: Bias;
  /** Whether the bias can be chosen; otherwise another one would be another model. */
  readonly hasBias: boolean;
  /** Which regularizations a machine is made of, where there is a choice. */
  readonly regularizations: Regularizations;
}

const traits: Readonly<Record<ExpansionName, Traits>> = {
  orkfd: { penalty: "coefficients", targets: "fisher", bias: "free", hasBias: true, regularizations: "averaged" },
  krr: { penalty: "function", targets: "signs", bias: "none", hasBias: true, regularizations: "best" },
  lssvm: { penalty: "function", targets: "signs", bias: "free", hasBias: false, regularizations: "best" },
};

/** Rows of a basis that is not of all rows. */
const usualBasis = 300;

/** What is asked of the kernel and its basis, where they are not left to the fast tuned fit. */
export interface KernelSettings {
  readonly kernel: Kernel | undefined;
  readonly kernelSearch: "none" | "alternate" | "gradient";
  readonly basis: "all" | "random" | "pivoted" | "greedy";
  readonly basisSize: number;
}

/** All that a fit has to know, defaults filled in. */
export interface ExpansionSettings extends Pick<Traits, "penalty" | "targets" | "bias"> {
  /** The kernel as the option gave it. */
  readonly kernel: KernelSetting | undefined;
  readonly search: "auto" | "fast";
  readonly columnWeights: ColumnWeights;
  readonly shape: KernelShape;
  readonly regularization: number | undefined;
  readonly regularizations: Regularizations;
  readonly criterion: CriterionChoice;
  readonly decision: "probability" | "sign";
  readonly boundary: Boundary;
  readonly recodeTargets: boolean;
  /** What a search would choose, where it is known. */
  readonly known?: KnownTuning | undefined;
  /** Undefined where a kernel is tuned by itself on a basis that grows. */
  readonly asked: KernelSettings | undefined;
}

/** The options of the kernel that is tuned by itself. */
/* @__NO_SIDE_EFFECTS__ */
const tunedKernelOptions = () =>
  ({
    search: option(
      words("auto", "fast"),
      "auto",
      "Whether columns may get weights of their own and all rows be used where that pays, or neither.",
    ),
    columnWeights: dependentOption(
      words("searched", "information", "equal"),
      '"searched", or "equal" with search "fast"',
      "Weights of columns by leave-one-out, by the information that each has about the class alone, or none.",
    ),
    shape: option(
      words("gaussian", "l1"),
      "gaussian",
      "The shape of the kernel that is tuned by itself: smooth, or following steps.",
    ),
  }) satisfies OptionSchema<Pick<ExpansionOptions, "search" | "columnWeights" | "shape">>;

/** The options of a kernel that is given, or searched on rows that are asked for. */
/* @__NO_SIDE_EFFECTS__ */
const givenKernelOptions = () =>
  ({
    kernel: dependentOption(kernelOfAnyForm(), '"gaussian", which is tuned by itself', "The kernel as it is used."),
    kernelSearch: dependentOption(
      words("none", "alternate", "gradient"),
      '"none" with a kernel; "alternate" with a basis and no kernel',
      "Whether and how the free parameters of a given kernel are searched by the criterion.",
    ),
    basis: dependentOption(
      words("all", "random", "pivoted", "greedy"),
      '"all" with a kernel or a kernel search; otherwise random rows, as many as pay',
      "Which rows the expansion in a given kernel is in.",
    ),
    basisSize: dependentOption(
      wholeNumberWithin({ from: 1 }),
      `${usualBasis} with a basis other than "all"`,
      "How many rows a basis has that is not of all rows.",
    ),
  }) satisfies OptionSchema<Pick<ExpansionOptions, "kernel" | "kernelSearch" | "basis" | "basisSize">>;

/** The options of all three machines; each has those that `describeExpansionOptions` lists. */
/* @__NO_SIDE_EFFECTS__ */
const allOptions = (name: ExpansionName) =>
  ({
    ...tunedKernelOptions(),
    bias: option(
      words("free", "regularized", "none"),
      traits[name].bias,
      "Whether the constant of the outputs is free, penalized like a coefficient, or 0.",
    ),
    ...givenKernelOptions(),
    regularization: regularizationOption("The weight μ of the penalty, or by the criterion."),
    regularizations: dependentOption(
      words("averaged", "best"),
      traits[name].regularizations === "best"
        ? '"best"'
        : '"averaged" for the kernel that is tuned by itself, where the criterion is "logScore" and chooses μ; otherwise "best"',
      "Whether the machines of all μ around the best are averaged by the log score, or the best is taken.",
    ),
    criterion: option(
      words("logScore", "error", "press"),
      "logScore",
      "What is minimized over left-out rows: log loss after calibration, smoothed errors, or squared residuals.",
    ),
    sharpness: option(numberWithin({ from: 1e-3, to: 1e6 }), 10, "How nearly the smoothed error counts errors."),
    decision: option(
      words("probability", "sign"),
      "probability",
      "Whether a row is given the more probable class, or the one on whose side its output lies.",
    ),
    targets: option(
      words("fisher", "signs"),
      traits[name].targets,
      "What the outputs are fitted to: Fisher's n/n₁ and −n/n₀, or ±1.",
    ),
    boundary: dependentOption(
      words("zero", "grand mean", "midpoint"),
      '"grand mean", or "zero" with targets "signs"',
      "Where the sign rule has its boundary: at 0, at the mean output of all rows, or halfway between those of the classes.",
    ),
    recodeTargets: option(flag(), false, "Whether Fisher's targets of left-out rows are counted anew without them."),
  }) satisfies OptionSchema<ExpansionOptions & BiasOption & FisherTargetOptions>;

type ReadOptions = SettingsOf<ReturnType<typeof allOptions>>;

/** The options that a model has, for help texts and forms. */
/* @__NO_SIDE_EFFECTS__ */
export function describeExpansionOptions(name: ExpansionName): readonly OptionDescription[] {
  const { hasBias, targets, penalty } = traits[name];
  return describeOptions(allOptions(name))
    .filter((each) => each.name !== "bias" || hasBias)
    .filter((each) => !ofTargets.includes(each.name) || targets === "fisher")
    .map((each) => (each.name === "kernelSearch" && penalty === "coefficients" ? withoutGradient(each) : each));
}

/** Options of the model whose targets can be chosen. */
const ofTargets: readonly string[] = ["targets", "boundary", "recodeTargets"] satisfies (keyof FisherTargetOptions)[];

/** The gradient of the criterion is there for a penalty on the function alone. */
function withoutGradient(description: OptionDescription): OptionDescription {
  const choices = description.choices.filter((choice) => choice !== "gradient");
  return { ...description, choices, values: choices.map((choice) => `"${choice}"`).join(" or ") };
}

/** Reads the options of a model; an unknown one, or a value that is none of its values, is an `InputError`. */
export function readExpansionOptions(
  name: ExpansionName,
  given: ExpansionOptions & BiasOption & FisherTargetOptions,
): ExpansionSettings {
  const names = describeExpansionOptions(name).map((each) => each.name);
  checkOptions(name, given, names);
  const { criterion, sharpness, kernelSearch, basis, basisSize, regularization, regularizations, ...read } =
    readOptions(name, allOptions(name), given);
  if (read.recodeTargets && read.targets === "signs") {
    throw new InputError(
      "invalid-option",
      `The option recodeTargets: true belongs to targets "fisher"; ±1 is the same without a row (model ${name}).`,
    );
  }
  const settings = {
    ...read,
    penalty: traits[name].penalty,
    boundary: read.boundary ?? usualBoundary(read.targets),
    regularization: regularization === "auto" ? undefined : regularization,
    columnWeights: read.columnWeights ?? usualColumnWeights(read.search),
    criterion: { name: criterion, sharpness },
    asked: kernelSettings(name, { kernelSearch, basis, basisSize, ...read }),
  };
  return { ...settings, regularizations: checkedRegularizations(name, settings, regularizations) };
}

function usualBoundary(targets: TargetKind): Boundary {
  return targets === "fisher" ? "grand mean" : "zero";
}

function usualColumnWeights(search: ExpansionSettings["search"]): ColumnWeights {
  return search === "fast" ? "equal" : "searched";
}

type RegularizationSettings = Pick<ExpansionSettings, "regularization" | "criterion" | "asked">;

/** Which regularizations the machine is made of, and whether an average of them has a meaning. */
function checkedRegularizations(
  name: ExpansionName,
  settings: RegularizationSettings,
  given: Regularizations = usualRegularizations(name, settings),
): Regularizations {
  const hindrance = given === "averaged" ? hindranceToAverage(settings) : undefined;
  if (hindrance !== undefined) {
    throw new InputError("invalid-option", `The option regularizations: "averaged" ${hindrance} (model ${name}).`);
  }
  return given;
}

function usualRegularizations(name: ExpansionName, settings: RegularizationSettings): Regularizations {
  return hindranceToAverage(settings) === undefined ? traits[name].regularizations : "best";
}

/** Why regularizations cannot be averaged, if so. */
function hindranceToAverage({ regularization, criterion, asked }: RegularizationSettings): string | undefined {
  if (asked) return "belongs to the kernel that is tuned by itself; leave it, or kernel and basis, out";
  if (regularization !== undefined) return "needs a regularization that is chosen; leave one of the two out";
  return criterion.name === "logScore"
    ? undefined
    : 'weighs by the log score; leave it out, or choose criterion "logScore"';
}

type KernelOptions = Pick<
  ReadOptions,
  "kernel" | "kernelSearch" | "basis" | "basisSize" | "search" | "columnWeights" | "shape"
>;

/** What is asked of the kernel, and whether it goes together. */
function kernelSettings(name: ExpansionName, read: KernelOptions): KernelSettings | undefined {
  const { kernelSearch, basis, basisSize, search, columnWeights, shape } = read;
  const kernel = chosenKernel(read.kernel);
  if ([kernel, kernelSearch, basis, basisSize].every((value) => value === undefined)) return undefined;
  const settings: KernelSettings = {
    kernel,
    kernelSearch: kernelSearch ?? (kernel === undefined ? "alternate" : "none"),
    basis: basis ?? "all",
    basisSize: basisSize ?? usualBasis,
  };
  const refuseTogether = (message: string): never => {
    throw new InputError("invalid-option", `${message} (model ${name}).`);
  };
  if (basisSize !== undefined && settings.basis === "all") {
    refuseTogether('The option basisSize goes with basis "random", "pivoted" or "greedy"; all rows have no other size');
  }
  const ofTunedKernel = {
    search: search === "fast" ? search : undefined,
    columnWeights,
    shape: shape === "l1" ? shape : undefined,
  };
  const own = Object.entries(ofTunedKernel).find(([, value]) => value !== undefined);
  if (own) {
    refuseTogether(
      `The option ${own[0]}: "${own[1]}" belongs to the kernel that is tuned by itself; leave it, or kernel and basis, out`,
    );
  }
  if (settings.kernelSearch === "none" && !settings.kernel) {
    refuseTogether('The option kernelSearch: "none" needs a kernel; give one, or choose "alternate"');
  }
  if (settings.kernelSearch === "gradient") {
    if (traits[name].penalty === "coefficients") {
      refuseTogether('The option kernelSearch: "gradient" is there for krr and lssvm; choose "alternate"');
    }
    if (settings.basis !== "all") {
      refuseTogether('The option kernelSearch: "gradient" needs all rows as the basis; choose "alternate"');
    }
  }
  return settings;
}

/**
 * The options of a model as plain data. All but `search` are written only where they are not the default, so that documents
 * from before there was such an option remain as they are.
 */
export function expansionOptionsDocument(name: ExpansionName, settings: ExpansionSettings): Record<string, unknown> {
  const schema = allOptions(name);
  const { criterion, asked, columnWeights, regularizations } = settings;
  const document = optionsDocument(schema, {
    ...settings,
    columnWeights: columnWeights === usualColumnWeights(settings.search) ? undefined : columnWeights,
    regularizations: regularizations === usualRegularizations(name, settings) ? undefined : regularizations,
    boundary: settings.boundary === usualBoundary(settings.targets) ? undefined : settings.boundary,
    criterion: criterion.name,
    sharpness: criterion.sharpness,
    regularization: settings.regularization ?? "auto",
    kernelSearch: asked?.kernelSearch,
    basis: asked?.basis,
    basisSize: asked && asked.basis !== "all" ? asked.basisSize : undefined,
  });
  const isWritten = ([option, value]: [string, unknown]): boolean =>
    option === "search" || value !== schema[option as keyof typeof schema].default;
  return Object.fromEntries(Object.entries(document).filter(isWritten));
}
