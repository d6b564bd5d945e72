import type { Matrix } from "../engine/matrix.ts";
import { matrix } from "../engine/matrix.ts";
import { selectEngine } from "../engine/selectEngine.ts";
import { InputError } from "../errors.ts";
import type { LatentExpansion } from "../posterior/latentExpansion.ts";
import { encodeChecked, type Posterior } from "../posterior/posterior.ts";
import { rowsToPredict, type RowsToPredict } from "../posterior/rowsToPredict.ts";
import { run, runSync, type RunOptions } from "../run/run.ts";
import type { Work } from "../run/work.ts";
import { quote } from "../table/quote.ts";
import { option, wording } from "../wording.ts";
import { backgroundRows, type BackgroundOptions } from "./backgroundRows.ts";
import { isLinear, latentOutputs, type ExplanationScale, type LatentOutput } from "./latentOutputs.ts";
import { playersOf } from "./players.ts";
import { sampledValues } from "./sampled/sampledValues.ts";
import { expandedValues, takenApart, type FunctionValues } from "./shapley/expandedValues.ts";
import { latentValuesOf, logOddsOf } from "./valueFunction.ts";

/**
 * What v(S), the value of the columns S of a row, means. "background": the mean over background rows b of f with the columns of S taken from
 * the row and the others from b (interventional). "removed": f with the other columns left out of the kernel, or of the sum of a linear model.
 */
export type AbsentColumns = "background" | "removed";

export interface ShapleyOptions extends BackgroundOptions {
  /** What becomes of columns that are absent. Default "background". */
  readonly absent?: AbsentColumns | undefined;
  /**
   * What is explained: "latent" functions, or the "log-odds" of each class. Default: log odds where they are linear in the latent functions,
   * so that values are exact, or where there are no latent functions; else latent.
   */
  readonly scale?: ExplanationScale | undefined;
  /** Whether exact values come with their posterior deviations, which takes longer. Default false. */
  readonly deviations?: boolean | undefined;
  /** Of sampled values: how many pairs of opposite orders of the columns for each background row, 2 at least. Default 8. */
  readonly orders?: number | undefined;
  /** "sampled" draws orders of the columns even where there is an exact way. Default: the exact way where there is one. */
  readonly method?: "sampled" | undefined;
}

/** Background rows by default, where values are exact and where they are sampled. */
const [exactBackground, sampledBackground] = [50, 25];

/** The Shapley values of one class. */
export interface ShapleyOutput {
  /** The class that rises with the values. */
  readonly class: string;
  /** The class that falls with them; all others where undefined. */
  readonly against: string | undefined;
  /** v(∅), the same for all rows. */
  readonly base: number;
  /** v of all columns: what is explained, for each row. */
  readonly totals: Float64Array;
  /** A row for each row and a column for each column of the table: with the base they add up to the total. */
  readonly contributions: Matrix;
  /** The posterior deviation of each contribution, where the model has a covariance and they were asked for. */
  readonly deviations: Matrix | undefined;
  /** The standard error of each contribution, where they were sampled. */
  readonly errors: Matrix | undefined;
}

/** How the columns of rows contribute to what a model says of them. */
export interface ShapleyValues {
  readonly rows: number;
  /** The columns of the table that take part, in the order of the model. */
  readonly columns: readonly string[];
  readonly absent: AbsentColumns;
  readonly scale: ExplanationScale;
  /** "exact" by formula, "enumerated" over all sets of columns, or "sampled" with standard errors. */
  readonly method: "exact" | "enumerated" | "sampled";
  /** How many background rows stand for absent columns. */
  readonly backgroundRows: number;
  /** One for each class, in the order of the posterior; for each pair of classes where these have machines. */
  readonly outputs: readonly ShapleyOutput[];
}

/**
 * Shapley values: what each column of a row contributes to the latent output, or to the log odds, of each class. A column counts with all that
 * it is encoded as. The contributions of a row and the base add up to its output; see docs/explaining.md for what they mean.
 *
 * They are exact for kernels that are products over columns (gaussian, L1, with any weights, scaled, with constants and linear terms added), and
 * for linear and Gaussian discriminants. Other models are enumerated, where there are few columns, or sampled, with standard errors.
 *
 * @example
 * const { columns, outputs } = await shapleyValues(posterior, newRows, { background: training });
 * const [, virginica] = outputs;
 * console.log(columns, virginica.contributions);
 */
export function shapleyValues(
  posterior: Posterior,
  rows: RowsToPredict,
  options: ShapleyOptions & Pick<RunOptions, "signal" | "onProgress"> = {},
): Promise<ShapleyValues> {
  const { signal, onProgress, ...rest } = options;
  return run(shapleyValuesWork(posterior, rows, rest), { signal, onProgress });
}

/** The same at once, for a few rows. */
export function shapleyValuesSync(
  posterior: Posterior,
  rows: RowsToPredict,
  options: ShapleyOptions = {},
): ShapleyValues {
  return runSync(shapleyValuesWork(posterior, rows, options));
}

/** The same as work that yields its progress. */
export function* shapleyValuesWork(
  posterior: Posterior,
  rows: RowsToPredict,
  options: ShapleyOptions = {},
): Work<ShapleyValues> {
  const { absent = "background", deviations = false, seed = 1, orders = 8, method } = requireShapleyOptions(options);
  const { encoding, classes, numeric } = posterior;
  const X = encodeChecked(encoding, rowsToPredict(encoding, rows));
  const expansion = numeric.expansion?.();
  const sums = expansion && method !== "sampled" ? takenApart(expansion, X.columns) : undefined;
  const { scale = expansion && sums && !isLinear(expansion.link) ? "latent" : "log-odds" } = options;
  const outputs = expansion && latentOutputs(expansion, classes.length, scale);
  if (absent === "removed" && !(sums && outputs)) throw nothingToRemove(posterior, expansion, scale);
  if (scale === "latent" && !outputs) throw noLatentOutputs(posterior);
  const isExact = sums !== undefined && outputs !== undefined;
  const most = options.backgroundRows ?? (isExact ? exactBackground : sampledBackground);
  const background =
    absent === "removed" ? undefined : backgroundRows(posterior, X, { ...options, backgroundRows: most });
  const players = playersOf(encoding);
  const common = { rows: X.rows, columns: players.names, absent, scale, backgroundRows: background?.rows ?? 0 };
  if (isExact) {
    const explained = { engine: selectEngine(), X, background, groups: players.groups, players: players.names.length };
    const contrasts = deviations ? outputs.map(({ contrast }) => contrast) : [];
    const values = yield* expandedValues(expansion!, sums, explained, contrasts);
    return {
      ...common,
      method: "exact",
      outputs: outputs.map((output, at) => exactOutput(output, classes, values, at)),
    };
  }
  const value = scale === "latent" ? latentValuesOf(expansion!, outputs!) : logOddsOf(numeric);
  const found = yield* sampledValues({ value, X, background: background!, players, seed, orders, method });
  const sides = scale === "latent" ? outputs! : classes.map((_, c) => ({ class: c, against: undefined }));
  return {
    ...common,
    method: found.method,
    outputs: found.outputs.map((output, at) => ({
      ...output,
      ...sidesOf(sides[at], classes),
      deviations: undefined,
    })),
  };
}

/** The names of the classes of an output. */
function sidesOf(
  { class: c, against }: Pick<LatentOutput, "class" | "against">,
  classes: readonly string[],
): Pick<ShapleyOutput, "class" | "against"> {
  const other = against ?? (classes.length === 2 ? 1 - c : undefined);
  return { class: classes[c], against: other === undefined ? undefined : classes[other] };
}

function exactOutput(
  { class: c, against, contrast, offset }: LatentOutput,
  classes: readonly string[],
  { bases, totals, contributions, variances }: FunctionValues,
  at: number,
): ShapleyOutput {
  const M = contrast.length;
  const [first] = contributions;
  const mixed = matrix(first.rows, first.columns);
  contrast.forEach((g, m) => {
    if (g !== 0) contributions[m].data.forEach((value, k) => (mixed.data[k] += g * value));
  });
  const variance = variances.at(at);
  return {
    ...sidesOf({ class: c, against }, classes),
    base: contrast.reduce((sum, g, m) => sum + g * bases[m], offset),
    totals: Float64Array.from({ length: first.rows }, (_, a) =>
      contrast.reduce((sum, g, m) => sum + g * totals.data[a * M + m], offset),
    ),
    contributions: mixed,
    deviations: variance && matrix(variance.rows, variance.columns, variance.data.map(Math.sqrt)),
    errors: undefined,
  };
}

function requireShapleyOptions(options: ShapleyOptions): ShapleyOptions {
  const { absent = "background", scale, orders = 8, method } = options;
  const refuse = (name: string, words: string, value: unknown): never => {
    throw new InputError("invalid-option", `${name} can be ${words}; got ${quote(String(value))}.`);
  };
  if (absent !== "background" && absent !== "removed") refuse("absent", '"background" or "removed"', absent);
  if (scale !== undefined && scale !== "latent" && scale !== "log-odds")
    refuse("scale", '"latent" or "log-odds"', scale);
  if (!Number.isSafeInteger(orders) || orders < 2) refuse("orders", "a whole number from 2", orders);
  if (method !== undefined && method !== "sampled") refuse("method", '"sampled"', method);
  if (method === "sampled" && absent === "removed") {
    throw new InputError("invalid-option", "Columns are removed by formula alone: they cannot be sampled.");
  }
  return options;
}

function nothingToRemove(
  { model }: Posterior,
  expansion: LatentExpansion | undefined,
  scale: ExplanationScale,
): InputError {
  const why =
    expansion && scale === "log-odds"
      ? "its log odds are not linear in its latent functions"
      : "it has no latent functions that come apart column by column";
  return new InputError(
    "not-separable",
    `Columns cannot be removed from ${quote(model.name)}: ${why}.`,
    {},
    expansion && scale === "log-odds"
      ? wording`Explain it with ${option("scale", "latent")}.`
      : "Compare with background rows instead.",
  );
}

function noLatentOutputs({ model }: Posterior): InputError {
  return new InputError(
    "not-separable",
    `The model ${quote(model.name)} has no latent functions that come apart column by column.`,
    {},
    wording`Explain it with ${option("scale", "log-odds")}, which is sampled.`,
  );
}
