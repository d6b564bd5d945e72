import { matrix, type Matrix } from "../../engine/matrix.ts";
import { InputError } from "../../errors.ts";
import { logit } from "../../numeric/sigmoid.ts";
import { encodeChecked, type Posterior } from "../../posterior/posterior.ts";
import { rowsToPredict, type RowsToPredict } from "../../posterior/rowsToPredict.ts";
import { run, runSync, type RunOptions } from "../../run/run.ts";
import { progress, type Work } from "../../run/work.ts";
import { columnNamed } from "../../table/table.ts";
import { columnDomains, domainNamed, withColumn, type CellValue, type ColumnDomain } from "../columnDomain.ts";
import { sampleOf } from "../sampleOf.ts";
import { directionOf, type Direction } from "./directionOf.ts";
import { gridOf } from "./gridOf.ts";

/** Rows are drawn from a branch of their own, so that nothing else with the same seed meets the same numbers. */
const branch = 1_701_209_701;

export interface EffectOptions {
  /** The columns whose effects are wanted. Default: all that the model uses. */
  readonly columns?: readonly string[] | undefined;
  /** How many values of a column at most. Default 21. */
  readonly points?: number | undefined;
  /** How many rows at most, drawn at random. Default 100. */
  readonly rows?: number | undefined;
  /** How many of these rows have curves of their own. Default 20. */
  readonly curves?: number | undefined;
  /** The level of the intervals. Default 0.9. */
  readonly level?: number | undefined;
  /** Equal seeds give equal results. Default 1. */
  readonly seed?: number | undefined;
}

/** How the class probabilities depend on one column. */
export interface Effect {
  readonly column: string;
  readonly kind: ColumnDomain["kind"];
  /** The values that the column was given, numbers and dates ascending; dates in days since 1970. */
  readonly values: readonly CellValue[];
  /** The values as text. */
  readonly texts: readonly string[];
  readonly classes: readonly string[];
  /** Partial dependence, the mean probability over the rows: a row for each value, a column for each class. */
  readonly mean: Matrix;
  /** Its interval, as if the errors of all rows went together: at least as wide as it should be. Absent for a posterior without intervals. */
  readonly lower: Matrix | undefined;
  readonly upper: Matrix | undefined;
  /** For each row with a curve its probabilities: a row for each value, a column for each class. */
  readonly curves: readonly Matrix[];
  /** The places of the rows with curves in the table, from 0, and their own cells. */
  readonly curveRows: Int32Array;
  readonly curveCells: readonly CellValue[];
  /** For each class, where the log odds go as the column rises. */
  readonly directions: readonly Direction[];
}

/**
 * The effect of single columns on the class probabilities: partial dependence with its interval, curves of single rows, and a signed direction.
 * The column takes each value in all rows, their other columns staying as they are.
 *
 * @example const [effect] = await effects(posterior, training, { columns: ["age"] });
 */
export function effects(
  posterior: Posterior,
  rows: RowsToPredict,
  options: EffectOptions & Pick<RunOptions, "signal" | "onProgress"> = {},
): Promise<readonly Effect[]> {
  const { signal, onProgress, ...rest } = options;
  return run(effectsWork(posterior, rows, rest), { signal, onProgress });
}

/** The same at once, for a few columns. */
export function effectsSync(posterior: Posterior, rows: RowsToPredict, options: EffectOptions = {}): readonly Effect[] {
  return runSync(effectsWork(posterior, rows, options));
}

/** The same as work that yields its progress. */
export function* effectsWork(
  posterior: Posterior,
  given: RowsToPredict,
  { columns, points = 21, rows = 100, curves = 20, level = 0.9, seed = 1 }: EffectOptions = {},
): Work<readonly Effect[]> {
  if (!Number.isSafeInteger(points) || points < 2) {
    throw new InputError("invalid-option", `points must be a whole number from 2; got ${String(points)}.`);
  }
  if (!(level > 0 && level < 1)) {
    throw new InputError("invalid-level", `level must lie between 0 and 1; got ${String(level)}.`);
  }
  const { encoding } = posterior;
  const whole = rowsToPredict(encoding, given);
  const { table, places } = sampleOf(whole, rows, seed, branch);
  const X = encodeChecked(encoding, table);
  const domains = columnDomains(encoding);
  const wanted = (columns ?? domains.map(({ name }) => name)).map((name) => domainNamed(domains, name));
  const found: Effect[] = [];
  for (const [at, domain] of wanted.entries()) {
    const cells = domain.cellsOf(columnNamed(table, domain.name));
    // Values come from all rows, so that a rare level has its place.
    const values = gridOf(domain, domain.cellsOf(columnNamed(whole, domain.name)), points);
    const count = Math.min(X.rows, Math.max(0, curves));
    const own = {
      values,
      curveRows: places.slice(0, count),
      curveCells: cells.slice(0, count),
    };
    found.push({ ...effectOf(posterior, domain, X, own.values, { count, level }), ...own });
    yield progress("columns", at + 1, wanted.length);
  }
  return found;
}

function effectOf(
  { classes, numeric, intervals }: Posterior,
  domain: ColumnDomain,
  X: Matrix,
  values: readonly CellValue[],
  { count, level }: { readonly count: number; readonly level: number },
): Omit<Effect, "values" | "curveRows" | "curveCells"> {
  const C = classes.length;
  const V = values.length;
  const hybrids = withColumn(X, domain, domain.encode(values));
  const spread = intervals ? numeric.predict(hybrids, level) : undefined;
  const { logProbabilities } = spread ?? numeric.probabilities(hybrids);
  const probabilities = logProbabilities.data.map(Math.exp);
  const meansOf = (data: Float64Array): Matrix => {
    const means = matrix(V, C);
    data.forEach((value, at) => {
      const v = Math.floor(at / (C * X.rows));
      means.data[v * C + (at % C)] += value / X.rows;
    });
    return means;
  };
  // Odds of each row at each value, for the direction.
  const logits = probabilities.map((p) => logit(Math.min(1 - 1e-12, Math.max(1e-12, p))));
  return {
    column: domain.name,
    kind: domain.kind,
    texts: values.map((value) => domain.text(value)),
    classes,
    mean: meansOf(probabilities),
    lower: spread && meansOf(spread.lower.data),
    upper: spread && meansOf(spread.upper.data),
    curves: Array.from({ length: count }, (_, i) => {
      const curve = matrix(V, C);
      for (let v = 0; v < V; v++) {
        curve.data.set(probabilities.subarray((v * X.rows + i) * C, (v * X.rows + i + 1) * C), v * C);
      }
      return curve;
    }),
    directions: classes.map((name, c) => ({
      class: name,
      ...directionOf(domain.kind, V, X.rows, (v, i) => logits[(v * X.rows + i) * C + c]),
    })),
  };
}
