import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fixedKernel } from "../benchmark/fixedKernel.ts";
import type { FitWish } from "../fitJob.ts";
import { publishedParameters } from "../published.ts";
import { precisionPrior } from "./models.ts";

/** What the authors' program had found on a data set, as they recorded it beside their toolbox, to four decimals. */
export interface RecordedSetting {
  readonly dataset: string;
  /** "ard" has a weight for each column. */
  readonly kernel: "rbf" | "ard";
  /** θ₂, θ₁, bias and nugget; of "ard" then θ₃ of the linear part and the weights. The file does not name them. */
  readonly parameters?: readonly number[];
  readonly beta?: number;
  /** The value of the program's likelihood. */
  readonly bound: number;
}

/** A variance of 0 in the record is one below 0.00005; this is the middle of what it may be, and the order of rows hardly depends on it. */
const leastRecorded = 2.5e-5;

/**
 * What a linear part of 0 in the record is taken for: the bound of the authors' program, which Table 1 prints for relevance (−13.8155,
 * the logarithm of 10⁻⁶). Where the Gaussian part vanishes between rows it decides: image has an area of 77.0 with it, as in print, and of 98.6 without.
 */
const leastLinear = 1e-6;

/** What was recorded with one kernel, by the names of the data sets. */
export function recordedSettings(
  directory: string,
  kernel: RecordedSetting["kernel"],
): ReadonlyMap<string, RecordedSetting> {
  const path = join(directory, "published.json");
  if (!existsSync(path)) return new Map();
  // Beside what was found there are entries on how it did, which are told in print too.
  const { toolbox = [] } = JSON.parse(readFileSync(path, "utf8")) as {
    readonly toolbox?: readonly (Omit<RecordedSetting, "bound"> & { readonly bound?: number })[];
  };
  const found = toolbox.filter((each): each is RecordedSetting => each.kernel === kernel && each.bound !== undefined);
  return new Map(found.map((each) => [each.dataset, each]));
}

/** The weights of the columns that were recorded, scaled to mean 1; undefined where none were. */
export function recordedWeights(directory: string, dataset: string): number[] | undefined {
  const weights = recordedSettings(directory, "ard").get(dataset)?.parameters?.slice(5);
  if (!weights) return undefined;
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight) => weight / mean);
}

/** The discriminant at what was recorded, nothing left to search; undefined where hyperparameters were not recorded. */
export function recordedModel(setting: RecordedSetting | undefined): FitWish["model"] | undefined {
  const { kernel, parameters, beta } = setting ?? {};
  if (!parameters || beta === undefined) return undefined;
  const [inverse, variance, , nugget, linear = 0, ...weights] = parameters;
  const composite = fixedKernel({
    kind: "composite",
    inverseSquaredLength: inverse,
    variance: Math.max(variance, leastRecorded),
    // The evidence and the order of rows do not depend on it.
    bias: 0,
    nugget: Math.max(nugget, leastRecorded),
    ...(kernel === "ard" ? { linear: Math.max(linear, leastLinear), relevance: weights } : { linear: 0, relevance: 1 }),
  });
  return { name: "bfd", kernel: composite, precision: beta, precisionPrior, rank: "all" };
}

/** The logarithms that Table 1 prints for a toy set, by their names in this library. */
export interface PrintedComposite {
  readonly inverseSquaredLength: number;
  readonly variance: number;
  readonly bias: number;
  readonly nugget: number;
  readonly linear: number;
  readonly relevance: readonly [number, number];
}

/**
 * Table 1, read in the order of the authors' program. Read in that of the equation of the kernel, it would give the spirals a
 * length scale of some hundred, of which no curved boundary could come.
 */
export function printedComposite(directory: string, dataset: string): PrintedComposite | undefined {
  const [printed] = publishedParameters(directory, { source: "pena2006", table: "Table 1", dataset });
  const logarithms = printed?.logTheta as unknown as readonly number[] | undefined;
  if (!logarithms) return undefined;
  const [inverseSquaredLength, variance, bias, nugget, linear, first, second] = logarithms;
  return { inverseSquaredLength, variance, bias, nugget, linear, relevance: [first, second] };
}

/** The likelihood that the paper prints for the poor start of Figure 8; undefined where it is not known. */
export function printedPoorLikelihood(directory: string): number | undefined {
  const [printed] = publishedParameters(directory, { source: "pena2006", table: "Figure 8" });
  return printed?.logLikelihood as number | undefined;
}
