import { InputError } from "../../errors.ts";
import type { Bias } from "./canonical/bias.ts";
import type { CriterionChoice } from "./canonical/criterionOf.ts";
import type { Penalty } from "./tuned/kernelFeatures.ts";
import type { KernelShape } from "./tuned/shapedKernel.ts";
import type { KnownTuning } from "../parts/expansion.ts";
import type { Kernel, KernelDocument } from "../../kernels/kernel.ts";
import type { OptionDescription } from "../modelEntry.ts";
import type { TargetKind } from "./expansionProblem.ts";
import { kernelOption } from "../parts/kernelOption.ts";
import { checkOptions, choiceOption, invalidOption, numberOption } from "../parts/options.ts";

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
  /** μ, above 0. Chosen by the criterion unless given. */
  readonly regularization?: number | undefined;
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
   * The kernel, or its document, in place of the Gaussian one that is tuned by itself. Its parameters are taken as they are
   * unless `kernelSearch` says otherwise; parameters that it names in `fixed` are never searched.
   */
  readonly kernel?: Kernel | KernelDocument | undefined;
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

/** Options that belong to Fisher's targets. */
export interface FisherTargetOptions {
  /** Where the sign rule has its boundary: at the projected mean of all rows, or halfway between the class means. */
  readonly boundary?: "grand mean" | "midpoint";
  /** Whether targets are counted anew without the row that is left out. Default false. */
  readonly recodeTargets?: boolean;
}

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

/** What is asked of the kernel and its basis, where they are not left to the fast tuned fit. */
export interface KernelSettings {
  readonly kernel: Kernel | undefined;
  readonly kernelSearch: "none" | "alternate" | "gradient";
  readonly basis: "all" | "random" | "pivoted" | "greedy";
  readonly basisSize: number;
}

/** All that a fit has to know, defaults filled in. */
export interface ExpansionSettings extends Pick<Traits, "penalty" | "targets" | "bias"> {
  readonly search: "auto" | "fast";
  readonly columnWeights: ColumnWeights;
  readonly shape: KernelShape;
  readonly regularization: number | undefined;
  readonly regularizations: Regularizations;
  readonly criterion: CriterionChoice;
  readonly decision: "probability" | "sign";
  readonly boundary: "grand mean" | "midpoint";
  readonly recodeTargets: boolean;
  /** What a search would choose, where it is known. */
  readonly known?: KnownTuning | undefined;
  /** Undefined where a kernel is tuned by itself on a basis that grows. */
  readonly asked: KernelSettings | undefined;
}

/** Reads the options of a model; an unknown one, or a value that is none of its values, is an `InputError`. */
export function readExpansionOptions(
  name: ExpansionName,
  options: ExpansionOptions & BiasOption & FisherTargetOptions,
): ExpansionSettings {
  const descriptions = describeExpansionOptions(name);
  checkOptions(
    name,
    options,
    descriptions.map((option) => option.name),
  );
  const { penalty, targets, bias } = traits[name];
  const {
    search = "auto",
    shape = "gaussian",
    criterion = "logScore",
    sharpness = 10,
    decision = "probability",
  } = options;
  const { boundary = "grand mean", recodeTargets = false, regularization } = options;
  const oneOf: OneOf = (option, value, choices) => choiceOption(name, option, value, choices);
  if (typeof recodeTargets !== "boolean") throw invalidOption(name, "recodeTargets", "true or false", recodeTargets);
  const settings = {
    penalty,
    targets,
    bias: oneOf("bias", options.bias ?? bias, ["free", "regularized", "none"]),
    search: oneOf("search", search, ["auto", "fast"]),
    columnWeights: oneOf("columnWeights", options.columnWeights ?? (search === "fast" ? "equal" : "searched"), [
      "searched",
      "information",
      "equal",
    ]),
    shape: oneOf("shape", shape, ["gaussian", "l1"]),
    regularization:
      regularization === undefined ? undefined : numberOption(name, "regularization", regularization, 1e-30, 1e30),
    criterion: {
      name: oneOf("criterion", criterion, ["logScore", "error", "press"]),
      sharpness: numberOption(name, "sharpness", sharpness, 1e-3, 1e6),
    },
    decision: oneOf("decision", decision, ["probability", "sign"]),
    boundary: oneOf("boundary", boundary, ["grand mean", "midpoint"]),
    recodeTargets,
    asked: kernelSettings(name, options),
  };
  return { ...settings, regularizations: regularizationsOption(name, settings, options.regularizations) };
}

type OneOf = <Choice extends string>(option: string, value: Choice, choices: readonly Choice[]) => Choice;

type RegularizationSettings = Pick<ExpansionSettings, "regularization" | "criterion" | "asked">;

/** Which regularizations the machine is made of, and whether an average of them has a meaning. */
function regularizationsOption(
  name: ExpansionName,
  settings: RegularizationSettings,
  given: Regularizations = usualRegularizations(name, settings),
): Regularizations {
  const value = choiceOption(name, "regularizations", given, ["averaged", "best"]);
  const hindrance = value === "averaged" ? hindranceToAverage(settings) : undefined;
  if (hindrance !== undefined) {
    throw new InputError("invalid-option", `The option regularizations: "averaged" ${hindrance} (model ${name}).`);
  }
  return value;
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

const usualBasis = 300;

/** What is asked of the kernel, and whether it goes together. */
function kernelSettings(name: ExpansionName, options: ExpansionOptions): KernelSettings | undefined {
  const { kernel, kernelSearch, basis, basisSize, search, columnWeights, shape } = options;
  if ([kernel, kernelSearch, basis, basisSize].every((option) => option === undefined)) return undefined;
  const oneOf: OneOf = (option, value, choices) => choiceOption(name, option, value, choices);
  const settings: KernelSettings = {
    kernel: kernel === undefined ? undefined : kernelOption(kernel),
    kernelSearch: oneOf("kernelSearch", kernelSearch ?? (kernel === undefined ? "alternate" : "none"), [
      "none",
      "alternate",
      "gradient",
    ]),
    basis: oneOf("basis", basis ?? "all", ["all", "random", "pivoted", "greedy"]),
    basisSize: basisSize ?? usualBasis,
  };
  const refuseTogether = (message: string): never => {
    throw new InputError("invalid-option", `${message} (model ${name}).`);
  };
  if (!(Number.isSafeInteger(settings.basisSize) && settings.basisSize >= 1)) {
    throw invalidOption(name, "basisSize", "a whole number from 1", basisSize);
  }
  if (basisSize !== undefined && settings.basis === "all") {
    refuseTogether('The option basisSize goes with basis "random", "pivoted" or "greedy"; all rows have no other size');
  }
  const own = Object.entries({ search: search === "fast" ? search : undefined, columnWeights, shape }).find(
    ([, value]) => value !== undefined,
  );
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
 * The options of a model as plain data. All but `search` are written only where they are not what they would be unless given,
 * so that documents from before there was such an option remain as they are.
 */
export function expansionOptionsDocument(name: ExpansionName, settings: ExpansionSettings): Record<string, unknown> {
  const defaults = namedOptions(name, readExpansionOptions(name, {}));
  const changed = Object.entries(namedOptions(name, settings)).filter(([option, value]) => value !== defaults[option]);
  return { search: settings.search, ...Object.fromEntries(changed) };
}

function namedOptions(name: ExpansionName, given: ExpansionSettings): Record<string, unknown> {
  const { criterion, asked, ...settings } = given;
  const usual = settings.search === "fast" ? "equal" : "searched";
  const { regularizations } = settings;
  return {
    ...settings,
    known: undefined,
    columnWeights: settings.columnWeights === usual ? undefined : settings.columnWeights,
    regularizations: regularizations === usualRegularizations(name, given) ? undefined : regularizations,
    criterion: criterion.name,
    sharpness: criterion.sharpness,
    kernel: asked?.kernel?.toDocument(),
    kernelSearch: asked?.kernelSearch,
    basis: asked?.basis,
    basisSize: asked && asked.basis !== "all" ? asked.basisSize : undefined,
  };
}

/** The options that a model has, for help texts and forms. */
export function describeExpansionOptions(name: ExpansionName): readonly OptionDescription[] {
  const { hasBias, bias, targets, regularizations } = traits[name];
  return [
    {
      name: "search",
      default: "auto",
      values: '"auto" or "fast"',
      text: "Whether columns may get weights of their own and all rows be used where that pays, or neither.",
    },
    {
      name: "columnWeights",
      default: undefined,
      values: '"searched", "information" or "equal"',
      text: "Weights of columns by leave-one-out, by what each tells about the class alone, or none; searched unless the search is fast.",
    },
    {
      name: "shape",
      default: undefined,
      values: '"gaussian" or "l1"',
      text: "The shape of the kernel that is tuned by itself: smooth, or following steps; gaussian unless given.",
    },
    ...(hasBias
      ? [
          {
            name: "bias",
            default: undefined,
            values: '"free", "regularized" or "none"',
            text: `Whether the constant of the outputs is free, penalized like a coefficient, or 0; ${bias} unless given.`,
          },
        ]
      : []),
    {
      name: "kernel",
      default: undefined,
      values: "a kernel or its document",
      text: "The kernel as it is used; a Gaussian one that is tuned by itself unless given.",
    },
    {
      name: "kernelSearch",
      default: undefined,
      values: targets === "fisher" ? '"none" or "alternate"' : '"none", "alternate" or "gradient"',
      text: "Whether and how the free parameters of a given kernel are searched by the criterion; not unless given.",
    },
    {
      name: "basis",
      default: undefined,
      values: '"all", "random", "pivoted" or "greedy"',
      text: "Which rows the expansion in a given kernel is in; all unless given.",
    },
    {
      name: "basisSize",
      default: undefined,
      values: "a whole number from 1",
      text: "How many rows a basis has that is not of all rows; 300 unless given.",
    },
    {
      name: "regularization",
      default: undefined,
      values: "a positive number",
      text: "The weight μ of the penalty; chosen by the criterion unless given.",
    },
    {
      name: "regularizations",
      default: undefined,
      values: '"averaged" or "best"',
      text: `Whether the machines of all μ around the best are averaged by the log score, where that is the criterion, or the best is taken; ${regularizations} unless given.`,
    },
    {
      name: "criterion",
      default: undefined,
      values: '"logScore", "error" or "press"',
      text: "What is minimized over left-out rows: log loss after calibration (unless given), smoothed errors, or squared residuals.",
    },
    {
      name: "sharpness",
      default: undefined,
      values: "a positive number",
      text: "How nearly the smoothed error counts errors; 10 unless given.",
    },
    {
      name: "decision",
      default: undefined,
      values: '"probability" or "sign"',
      text: "Whether a row is given the more probable class (unless given), or the one on whose side its output lies.",
    },
    ...(targets === "fisher"
      ? [
          {
            name: "boundary",
            default: undefined,
            values: '"grand mean" or "midpoint"',
            text: "Where the sign rule has its boundary: at the mean of all rows (unless given), or halfway between the class means.",
          },
          {
            name: "recodeTargets",
            default: undefined,
            values: "true or false",
            text: "Whether the targets of left-out rows are counted anew without them; false unless given.",
          },
        ]
      : []),
  ];
}
