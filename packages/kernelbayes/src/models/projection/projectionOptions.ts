import type { Warning } from "../../errors.ts";
import type { BandwidthRule } from "./components/bandwidth.ts";
import type { LatentSampler, NoisePrior, PrecisionPrior, ProjectionPrior } from "./chain/projectionProblem.ts";
import type { Predictive } from "./draws/drawnProbabilities.ts";
import type { Kernel, KernelDocument } from "../../kernels/kernel.ts";
import type { OptionDescription } from "../modelEntry.ts";
import { kernelOption } from "../parts/kernelOption.ts";
import { choiceOption, invalidOption, isPositive } from "../parts/options.ts";

/** How wide a gaussian kernel is: chosen by left-out rows, by a rule on the squared distances of rows, or θ itself. */
export type Bandwidth = "data" | BandwidthRule | number;

/** Scores in units of the coefficients that a ridge regression found for them, or as they are. */
export type ProjectionScaling = "data" | "none";

/** Options that the models of kernel projections share. */
export interface ProjectionOptions {
  /**
   * "gaussian", "linear", "any" (whichever predicts left-out rows better), or a kernel or its document, taken as it is.
   * Default "gaussian".
   */
  readonly kernel?: "gaussian" | "linear" | "any" | Kernel | KernelDocument;
  /**
   * θ of exp(−θ|x − z|²): "data", by left-out rows; "maximum", 10 over the largest squared distance of two rows, as in the
   * paper; "wide", 1 over it; "median", ½ over the median; or a positive number. Default "data" for bkpc, "maximum" for bmkc.
   */
  readonly bandwidth?: Bandwidth;
  /** Whether classes have intercepts; the paper has none. Default true. */
  readonly intercept?: boolean;
  /** "stable", "paper" (improper for all practical purposes), or the priors themselves. Default "stable". */
  readonly prior?: "stable" | "paper" | ProjectionPrior;
  /** How latent predictors are drawn. Default "elliptical-slice". */
  readonly sampler?: LatentSampler;
  /** Number of chains. Default 4. */
  readonly chains?: number;
  /** Sweeps of each chain before those that count. Default 500. */
  readonly burnIn?: number;
  /** Sweeps of each chain that count. Default 2000, and more where these disagree; a number that is given is kept to. */
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

/** The options, read. */
export interface ProjectionSettings {
  readonly model: "bkpc" | "bmkc";
  readonly kernel: "gaussian" | "linear" | "any" | Kernel;
  readonly bandwidth: Bandwidth;
  /** How the scores of components are scaled before chains see them. */
  readonly scaling: ProjectionScaling;
  readonly intercept: boolean;
  readonly prior: ProjectionPrior;
  readonly sampler: LatentSampler;
  readonly chains: number;
  readonly burnIn: number;
  readonly sweeps: number;
  /** Sweeps to which chains go on where they disagree. */
  readonly mostSweeps: number;
  readonly draws: number;
  readonly predictive: Predictive;
  readonly warnings: readonly Warning[];
}

export const projectionOptionNames: readonly string[] = [
  "kernel",
  "bandwidth",
  "intercept",
  "prior",
  "sampler",
  "chains",
  "burnIn",
  "sweeps",
  "mostSweeps",
  "draws",
  "predictive",
];

/**
 * Left-out rows are predicted by regressions on components, which hold functions back by their roughness. bmkc holds back the
 * coefficients of single rows, for which the widths that are chosen so are too wide.
 */
const ownDefaults = { bkpc: { bandwidth: "data" }, bmkc: { bandwidth: "maximum" } } as const;

const defaults = {
  kernel: "gaussian",
  intercept: true,
  prior: "stable",
  sampler: "elliptical-slice",
  chains: 4,
  burnIn: 500,
  sweeps: 2000,
  mostSweeps: 16000,
  draws: 1000,
  predictive: "plugin",
} as const;

const words = {
  kernel: ["gaussian", "linear", "any"],
  bandwidth: ["data", "maximum", "wide", "median"],
  prior: ["stable", "paper"],
  sampler: ["elliptical-slice", "polya-gamma", "metropolis"],
  predictive: ["plugin", "full"],
} as const;

/** Reads the options that are shared; gives them back as settings and as they go into the document of the model. */
export function projectionSettings(
  model: "bkpc" | "bmkc",
  options: ProjectionOptions,
): { readonly settings: ProjectionSettings; readonly document: Record<string, unknown> } {
  const asked = { ...defaults, ...ownDefaults[model], ...definedOptions(options) };
  const kernel =
    typeof asked.kernel === "string"
      ? choiceOption(model, "kernel", asked.kernel, words.kernel)
      : kernelOption(asked.kernel);
  const bandwidth = isPositive(asked.bandwidth)
    ? asked.bandwidth
    : choiceOption(model, "bandwidth", asked.bandwidth, words.bandwidth);
  const isGaussian = kernel === "gaussian" || kernel === "any";
  if (!isGaussian && bandwidth !== ownDefaults[model].bandwidth) {
    throw invalidOption(model, "bandwidth", 'left out unless the kernel is "gaussian" or "any"', bandwidth);
  }
  const { intercept } = asked;
  if (typeof intercept !== "boolean") throw invalidOption(model, "intercept", "true or false", intercept);
  const prior = typeof asked.prior === "object" ? priorOption(model, asked.prior) : asked.prior;
  const named = typeof prior === "string" ? choiceOption(model, "prior", prior, words.prior) : undefined;
  const sweeps = wholeOption(model, "sweeps", asked.sweeps, 10, 1e8);
  // Who gives a number of sweeps and no bound wants that number.
  const mostSweeps = options.mostSweeps ?? (options.sweeps === undefined ? defaults.mostSweeps : sweeps);
  const numbers = {
    chains: wholeOption(model, "chains", asked.chains, 1, 64),
    burnIn: wholeOption(model, "burnIn", asked.burnIn, 0, 1e8),
    sweeps,
    draws: wholeOption(model, "draws", asked.draws, 10, 1e6),
  };
  const bound = wholeOption(model, "mostSweeps", mostSweeps, sweeps, 1e8);
  const sampler = choiceOption(model, "sampler", asked.sampler, words.sampler);
  const predictive = choiceOption(model, "predictive", asked.predictive, words.predictive);
  return {
    settings: {
      model,
      kernel,
      bandwidth,
      scaling: "none",
      intercept,
      prior: named ? namedPriors[named] : (prior as ProjectionPrior),
      sampler,
      ...numbers,
      mostSweeps: bound,
      predictive,
      warnings: named === "paper" ? [paperPrior] : [],
    },
    document: {
      kernel: typeof kernel === "string" ? kernel : kernel.toDocument(),
      bandwidth,
      intercept,
      prior,
      sampler,
      ...numbers,
      // Without it a number of sweeps is kept to, as in files from before there was a bound.
      ...(bound > sweeps && { mostSweeps: bound }),
      predictive,
    },
  };
}

/** Options that are given as undefined are not given. */
function definedOptions<Options extends object>(options: Options): Partial<Options> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<Options>;
}

/** A whole number between two bounds, both allowed. */
function wholeOption(model: string, name: string, value: unknown, least: number, most: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
  throw invalidOption(model, name, `a whole number from ${least} to ${most}`, value);
}

const gammaPrecision = { kind: "gamma", shape: 1, rate: 1 } as const;

const namedPriors: Readonly<Record<"stable" | "paper", ProjectionPrior>> = {
  stable: {
    noise: { kind: "inverse-gamma", shape: 3, rate: 3 },
    precision: gammaPrecision,
    coefficients: "scaled",
  },
  paper: {
    noise: { kind: "inverse-gamma", shape: 0.001, rate: 0.001 },
    precision: gammaPrecision,
    coefficients: "scaled",
  },
};

const paperPrior: Warning = {
  code: "improper-prior",
  message:
    "The prior of the paper leaves the variance of the noise without an upper limit that the rows could set: chains drift, and " +
    'only averaged class probabilities mean something. The prior "stable" has none of this.',
};

const priorForm =
  '"stable", "paper" or { noise, precision, coefficients }: noise of the kind "inverse-gamma" (shape, rate), "half-cauchy" (scale), ' +
  '"uniform" (upper) or "fixed" (variance), precision of the kind "gamma" (shape, rate), "half-cauchy" (scale) or "uniform" (upper), ' +
  'coefficients "scaled" or "independent"';

/** The positive numbers that priors of each kind have. */
const priorNumbers = {
  noise: { "inverse-gamma": ["shape", "rate"], "half-cauchy": ["scale"], uniform: ["upper"], fixed: ["variance"] },
  precision: { gamma: ["shape", "rate"], "half-cauchy": ["scale"], uniform: ["upper"] },
} as const;

function priorOption(model: string, prior: unknown): ProjectionPrior {
  if (hasOwnKeys(prior, ["noise", "precision", "coefficients"])) {
    const { noise, precision, coefficients } = prior;
    const isKnown = coefficients === "scaled" || coefficients === "independent";
    if (isKnown && isPrior(noise, priorNumbers.noise) && isPrior(precision, priorNumbers.precision)) {
      // Checked above, entry by entry.
      return structuredClone({ noise, precision, coefficients }) as {
        noise: NoisePrior;
        precision: PrecisionPrior;
        coefficients: typeof coefficients;
      };
    }
  }
  throw invalidOption(model, "prior", priorForm, prior);
}

function isPrior(prior: unknown, kinds: Readonly<Record<string, readonly string[]>>): boolean {
  const kind = typeof prior === "object" && prior !== null && "kind" in prior ? prior.kind : undefined;
  if (typeof kind !== "string" || !Object.hasOwn(kinds, kind)) return false;
  const names = kinds[kind];
  return hasOwnKeys(prior, ["kind", ...names]) && names.every((name) => isPositive(prior[name]));
}

/** Whether a value is an object with just these properties. */
function hasOwnKeys(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
}

/** The options of a model, for the catalogue. */
export function describeProjectionOptions(model: ProjectionSettings["model"]): readonly OptionDescription[] {
  const projections = {
    name: "projections",
    default: "leave-one-out",
    values: '"leave-one-out", "utility" or a whole number',
    text: "The number of projections: by left-out rows, by expected utility over random halves, or itself.",
  };
  const scaling: OptionDescription = {
    name: "scaling",
    default: "data",
    values: '"data" or "none"',
    text: "Whether components are scaled by how large their coefficients are in the regression that chose them, or taken as they are, as in the paper.",
  };
  return [
    ...(model === "bkpc" ? [projections, scaling] : []),
    {
      name: "kernel",
      default: defaults.kernel,
      values: '"gaussian", "linear", "any", a kernel or its document',
      text: "The kernel: gaussian of some bandwidth, linear, whichever of both predicts left-out rows better, or one of your own.",
    },
    {
      name: "bandwidth",
      default: ownDefaults[model].bandwidth,
      values: '"data", "maximum", "wide", "median" or a positive number',
      text: "The bandwidth θ of the gaussian kernel: by left-out rows, 10 or 1 over the largest squared distance, ½ over the median, or itself.",
    },
    {
      name: "intercept",
      default: defaults.intercept,
      values: "true or false",
      text: "Whether classes have intercepts; without, all are equally probable at the mean of the rows.",
    },
    {
      name: "prior",
      default: defaults.prior,
      values: '"stable", "paper" or an object with noise, precision and coefficients',
      text: "The priors of noise and coefficients; those of the paper let chains drift.",
    },
    {
      name: "sampler",
      default: defaults.sampler,
      values: '"elliptical-slice", "polya-gamma" or "metropolis"',
      text: "How latent predictors are drawn; all have the same posterior.",
    },
    {
      name: "chains",
      default: defaults.chains,
      values: "a whole number from 1 to 64",
      text: "Number of Markov chains; fewer than four cannot be checked against each other.",
    },
    {
      name: "burnIn",
      default: defaults.burnIn,
      values: "a whole number from 0",
      text: "Sweeps of each chain that are thrown away first.",
    },
    {
      name: "sweeps",
      default: defaults.sweeps,
      values: "a whole number from 10",
      text: "Sweeps of each chain that count; given, they are kept to, unless mostSweeps is given too.",
    },
    {
      name: "mostSweeps",
      default: defaults.mostSweeps,
      values: "a whole number from sweeps",
      text: "Sweeps to which chains go on, twice as many each time, as long as they disagree; sweeps, where these are given.",
    },
    {
      name: "draws",
      default: defaults.draws,
      values: "a whole number from 10",
      text: "The most draws that are kept to predict with, of all chains together; more make a larger model and smoother intervals.",
    },
    {
      name: "predictive",
      default: defaults.predictive,
      values: '"plugin" or "full"',
      text: "Whether a new row is predicted as if it had no noise of its own, as in the paper, or with it.",
    },
  ];
}
