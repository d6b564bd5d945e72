import { copiedRowsWarning } from "./copiedRows.ts";
import {
  columnWeights,
  columnGroups,
  encodeLabels,
  groupCodes,
  learnEncoding,
  type EncodingOptions,
} from "./encoding/index.ts";
import type { Engine } from "./engine/engine.ts";
import { selectEngine } from "./engine/select.ts";
import { InputError } from "./errors.ts";
import { checkMemory } from "./estimateCost.ts";
import type { Model, Problem } from "./models/model.ts";
import { oneVersusRest } from "./models/oneVersusRest.ts";
import { encodeChecked, posteriorOf, type Posterior } from "./posterior/posterior.ts";
import type { Work } from "./run/work.ts";
import { selectRows, type Table } from "./table/table.ts";
import { quote } from "./table/quote.ts";
import { version } from "./version.ts";

/** What is to be learned, and how the columns are read. All but the target have defaults. */
export interface FitOptions extends EncodingOptions {
  /** The label column. */
  readonly target: string;
  /** A whole number; equal seeds give equal results. Default 1. */
  readonly seed?: number;
  /** A column of row weights: a row of weight w counts as w rows, one of weight 0 not at all. */
  readonly weights?: string;
  /** A column of groups: rows of one group belong together and are left out together. */
  readonly group?: string;
  /** Class probabilities before a row is seen: the class frequencies (default), equal, or one a label. */
  readonly priors?: "empirical" | "equal" | Readonly<Record<string, number>>;
  /** The engine, or its name; by default the fastest present. */
  readonly engine?: string | Engine;
  /** Bytes that the fit may take. Default 2 GiB. */
  readonly memoryLimit?: number;
}

const optionNames: Readonly<Record<keyof FitOptions, true>> = {
  target: true,
  seed: true,
  weights: true,
  group: true,
  priors: true,
  engine: true,
  memoryLimit: true,
  columns: true,
  exclude: true,
  missing: true,
  standardize: true,
  categories: true,
  asCategory: true,
  rank: true,
  unseen: true,
};

/**
 * The whole flow, table → encoding → model → posterior, as work that yields its progress; `fit` and `fitSync` run it.
 * Neither the model nor the table nor the options are changed.
 */
export function* fitWork(model: Model, table: Table, options: FitOptions): Work<Posterior> {
  checkOptions(options);
  const { target, seed = 1, engine: wanted, memoryLimit = 2 ** 31 } = options;
  const special = [target, options.weights, options.group].filter((name) => name !== undefined);
  if (new Set(special).size < special.length) {
    throw new InputError(
      "invalid-option",
      `target, weights and group must be different columns; got ${special.map(quote).join(", ")}.`,
    );
  }
  const allWeights = options.weights === undefined ? undefined : columnWeights(table, options.weights);
  const features = { ...options, exclude: [...(options.exclude ?? []), ...special] };
  const labelled = encodeLabels(table, target, countedRows(table, allWeights));
  const { encoding, rows, warnings } = learnEncoding(table, features, allWeights);
  // Rows with missing cells may have been dropped, and with them a class.
  const { classes, names } = rows.length === labelled.classes.length ? labelled : encodeLabels(table, target, rows);
  const weights = Float64Array.from(rows, (row) => allWeights?.[row] ?? 1);
  const X = encodeChecked(encoding, rows.length === table.rows ? table : selectRows(table, rows));
  const allGroups = options.group === undefined ? undefined : groupCodes(table, options.group);
  const problem: Problem = {
    X,
    classes,
    classCount: names.length,
    weights,
    columnGroups: columnGroups(encoding),
    rowGroups: allGroups && Int32Array.from(rows, (row) => allGroups[row]),
    priors: givenPriors(options.priors, names),
  };
  const coupled = model.classes === "two" && names.length > 2 ? oneVersusRest(model) : model;
  checkMemory(coupled, X.rows, X.columns, names.length, memoryLimit);
  const engine = typeof wanted === "object" ? wanted : selectEngine(wanted);
  const numeric = yield* coupled.fit(problem, { engine, seed });
  const copied = allGroups ? [] : copiedRowsWarning(X, classes);
  return posteriorOf(
    {
      model: coupled.toDocument(),
      target,
      classes: names,
      encoding,
      training: {
        rows: Array.from(rows),
        classes: Array.from(classes),
        weights: allWeights && Array.from(weights),
      },
      seed,
      engine: engine.name,
      library: version,
    },
    { ...numeric, warnings: [...warnings, ...copied, ...numeric.warnings] },
  );
}

function checkOptions(options: FitOptions): void {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(optionNames, name)) {
      throw new InputError(
        "unknown-option",
        `There is no option "${name}". There are ${Object.keys(optionNames).join(", ")}.`,
      );
    }
  }
  if (typeof options.target !== "string") throw new InputError("no-target", "Name the label column as `target`.");
  const { seed = 1 } = options;
  if (!Number.isSafeInteger(seed))
    throw new InputError("invalid-seed", `seed must be a whole number; got ${String(seed)}.`);
}

/** Rows of positive weight. */
function countedRows({ rows }: Table, weights: Float64Array | undefined): Int32Array {
  return Int32Array.from({ length: rows }, (_, row) => row).filter((row) => weights === undefined || weights[row] > 0);
}

function givenPriors(priors: FitOptions["priors"], names: readonly string[]): Float64Array | undefined {
  if (priors === undefined || priors === "empirical") return undefined;
  if (priors === "equal") return new Float64Array(names.length).fill(1 / names.length);
  const values = Float64Array.from(names, (name) => (Object.hasOwn(priors, name) ? priors[name] : Number.NaN));
  const unknown = Object.keys(priors).filter((name) => !names.includes(name));
  const total = values.reduce((sum, value) => sum + value, 0);
  if (unknown.length > 0 || !values.every((value) => value > 0) || !(Math.abs(total - 1) < 1e-6)) {
    throw new InputError(
      "invalid-priors",
      `priors must give each of the classes ${names.map(quote).join(", ")} a probability above 0, with the sum 1.`,
    );
  }
  return values.map((value) => value / total);
}
