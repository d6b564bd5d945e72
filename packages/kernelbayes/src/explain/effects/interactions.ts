import { matrix, type Matrix } from "../../engine/matrix.ts";
import { InputError } from "../../errors.ts";
import { columnMeans } from "../../matrix/centerColumns.ts";
import { column, columnVector } from "../../matrix/row.ts";
import { encodeChecked, type Posterior } from "../../posterior/posterior.ts";
import { rowsToPredict, type RowsToPredict } from "../../posterior/rowsToPredict.ts";
import { run, runSync, type RunOptions } from "../../run/run.ts";
import { stages } from "../../run/share.ts";
import { progress, type Work } from "../../run/work.ts";
import { columnDomains, domainNamed, type ColumnDomain } from "../columnDomain.ts";
import { isLinear, latentOutputs, type ExplanationScale } from "../latentOutputs.ts";
import { sampleOf } from "../sampleOf.ts";
import { latentValuesOf, logOddsOf, type ValueFunction } from "../valueFunction.ts";

/** Rows are drawn from a branch of their own, so that nothing else with the same seed meets the same numbers. */
const branch = 1_768_846_452;

export interface InteractionOptions {
  /** The columns among which pairs are looked for. Default: those with the largest effects. */
  readonly columns?: readonly string[] | undefined;
  /** How many columns are taken by default. Default 8. */
  readonly mostColumns?: number | undefined;
  /** How many rows at most, drawn at random; the work grows with their square. Default 40. */
  readonly rows?: number | undefined;
  /** Equal seeds give equal results. Default 1. */
  readonly seed?: number | undefined;
}

/** How much two columns say together beyond what each says alone. */
export interface Interaction {
  readonly columns: readonly [string, string];
  /** Friedman's H: the share of the deviation of their joint effect that is not the sum of their own, from 0 to 1 or somewhat above. */
  readonly h: number;
  /** That deviation itself, on the scale of the values: pairs are in the order of it. */
  readonly deviation: number;
}

export interface Interactions {
  /** The scale on which effects add up: latent functions where the model has them, else log odds. */
  readonly scale: ExplanationScale;
  /** The columns that were looked at, the strongest effect first, with the deviation of each. */
  readonly columns: readonly { readonly column: string; readonly deviation: number }[];
  /** All pairs of them, the strongest first. */
  readonly pairs: readonly Interaction[];
  readonly rows: number;
}

/**
 * Pairs of columns that interact, by Friedman and Popescu's statistic (2008): with partial dependences F about their means over the rows,
 *
 *     H²_jk = Σ_i [F_jk(x_i) − F_j(x_i) − F_k(x_i)]² / Σ_i F_jk(x_i)²,
 *
 * summed over all classes. It is 0 where the output is a sum of a function of the one and a function of the other. A large H of a small
 * deviation is nothing to act on.
 */
export function interactions(
  posterior: Posterior,
  rows: RowsToPredict,
  options: InteractionOptions & Pick<RunOptions, "signal" | "onProgress"> = {},
): Promise<Interactions> {
  const { signal, onProgress, ...rest } = options;
  return run(interactionsWork(posterior, rows, rest), { signal, onProgress });
}

/** The same at once, for a few columns. */
export function interactionsSync(
  posterior: Posterior,
  rows: RowsToPredict,
  options: InteractionOptions = {},
): Interactions {
  return runSync(interactionsWork(posterior, rows, options));
}

/** The same as work that yields its progress. */
export function* interactionsWork(
  posterior: Posterior,
  given: RowsToPredict,
  { columns, mostColumns = 8, rows = 40, seed = 1 }: InteractionOptions = {},
): Work<Interactions> {
  if (!Number.isSafeInteger(mostColumns) || mostColumns < 2) {
    throw new InputError("invalid-option", `mostColumns must be a whole number from 2; got ${String(mostColumns)}.`);
  }
  const { encoding } = posterior;
  const { table } = sampleOf(rowsToPredict(encoding, given), rows, seed, branch);
  const X = encodeChecked(encoding, table);
  const domains = columnDomains(encoding);
  const wanted = columns?.map((name) => domainNamed(domains, name)) ?? domains;
  const kept = columns ? wanted.length : Math.min(mostColumns, wanted.length);
  const pairs = (kept * (kept - 1)) / 2;
  return yield* stages({ columns: wanted.length, pairs }, pairsAmong(outputsOf(posterior), X, wanted, kept));
}

/** The effects of single columns, and those of pairs of the columns with the largest ones. */
function* pairsAmong(
  { value, scale }: Outputs,
  X: Matrix,
  wanted: readonly ColumnDomain[],
  most: number,
): Work<Interactions> {
  const singles: Single[] = [];
  for (const domain of wanted) {
    const effect = centered(dependence(value, X, [domain]));
    singles.push({ domain, effect, deviation: deviationOf(effect) });
    yield progress("columns", singles.length, wanted.length);
  }
  singles.sort((a, b) => b.deviation - a.deviation);
  const kept = singles.slice(0, most);
  const count = (kept.length * (kept.length - 1)) / 2;
  const pairs: Interaction[] = [];
  for (const [at, one] of kept.entries()) {
    for (const other of kept.slice(at + 1)) {
      pairs.push(interactionOf(one, other, centered(dependence(value, X, [one.domain, other.domain]))));
      yield progress("pairs", pairs.length, count);
    }
  }
  pairs.sort((a, b) => b.deviation - a.deviation);
  return {
    scale,
    columns: kept.map(({ domain, deviation }) => ({ column: domain.name, deviation })),
    pairs,
    rows: X.rows,
  };
}

interface Outputs {
  readonly value: ValueFunction;
  readonly scale: ExplanationScale;
}

interface Single {
  readonly domain: ColumnDomain;
  readonly effect: Matrix;
  readonly deviation: number;
}

/** The latent functions, as log odds where these are linear in them; or the log odds of predictions. Of two classes the second stands for both. */
function outputsOf(posterior: Posterior): Outputs {
  const { numeric, classes } = posterior;
  const expansion = numeric.expansion?.();
  const isTwo = classes.length === 2;
  if (!expansion) {
    const odds = logOddsOf(numeric);
    const value: ValueFunction = isTwo ? (X) => columnVector(column(odds(X), 1)) : odds;
    return { value, scale: "log-odds" };
  }
  const scale = isLinear(expansion.link) ? "log-odds" : "latent";
  const outputs = latentOutputs(expansion, classes.length, scale)!;
  return { value: latentValuesOf(expansion, isTwo ? outputs.slice(1) : outputs), scale };
}

/** F at the cells of each row: the mean over all rows of the output with these columns from that row. A row each, a column for each output. */
function dependence(value: ValueFunction, X: Matrix, domains: readonly ColumnDomain[]): Matrix {
  const { rows: n, columns: p } = X;
  const hybrids = matrix(n * n, p);
  for (let i = 0; i < n; i++) {
    hybrids.data.set(X.data, i * n * p);
    for (const { from, width } of domains) {
      const own = X.data.subarray(i * p + from, i * p + from + width);
      for (let b = 0; b < n; b++) hybrids.data.set(own, (i * n + b) * p + from);
    }
  }
  const { data, columns: M } = value(hybrids);
  const means = matrix(n, M);
  data.forEach((each, at) => (means.data[Math.floor(at / (M * n)) * M + (at % M)] += each / n));
  return means;
}

function centered(values: Matrix): Matrix {
  const means = columnMeans(values);
  return matrix(
    values.rows,
    values.columns,
    values.data.map((value, at) => value - means[at % values.columns]),
  );
}

function deviationOf({ data, rows }: Matrix): number {
  return Math.sqrt(data.reduce((sum, value) => sum + value * value, 0) / rows);
}

function interactionOf(one: Single, other: Single, joint: Matrix): Interaction {
  const rest = matrix(
    joint.rows,
    joint.columns,
    joint.data.map((value, at) => value - one.effect.data[at] - other.effect.data[at]),
  );
  const deviation = deviationOf(rest);
  const whole = deviationOf(joint);
  // Rounding is no interaction.
  const isNothing = deviation <= 1e-10 * Math.max(whole, one.deviation, other.deviation);
  return {
    columns: [one.domain.name, other.domain.name],
    h: isNothing ? 0 : deviation / whole,
    deviation: isNothing ? 0 : deviation,
  };
}
