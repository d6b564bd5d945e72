import { columnWeights, encodeLabels, groupCodes, learnEncoding, type Encoding } from "../encoding/index.ts";
import { InputError, type Warning } from "../errors.ts";
import { checkFitOptions, type FitOptions } from "./fitOptions.ts";
import { quote } from "../table/quote.ts";
import type { Table } from "../table/table.ts";

/** What a fit learns from: rows of a table, with their classes and the encoding of their columns. `fit` takes it in place of the table. */
export interface TrainingData {
  readonly table: Table;
  /** What it was learned with, and what a fit of it uses. */
  readonly options: FitOptions;
  readonly encoding: Encoding;
  /** Rows of the table, from 0, ascending. Rows of weight 0 and, under `missing: "drop"`, incomplete ones are not among them. */
  readonly rows: Int32Array;
  /** The class of each of these rows, a place in `names`. */
  readonly classes: Int32Array;
  readonly names: readonly string[];
  /** Of each of these rows; absent without a column of weights. */
  readonly weights: Float64Array | undefined;
  /** Of each of these rows; absent without a column of groups. */
  readonly groups: Int32Array | undefined;
  readonly warnings: readonly Warning[];
}

/**
 * Chooses the rows to learn from, reads their labels, weights and groups, and learns the encoding of their columns. `fit` does it itself; here
 * a program sees beforehand what will be learned from, and whatever is wrong with the table.
 *
 * @example
 * const data = trainingData(table, { target: "species", missing: "drop" });
 * console.log(data.rows.length, data.names);
 * const posterior = await fit(linearDiscriminant(), data); // learns nothing a second time
 */
export function trainingData(table: Table, options: FitOptions): TrainingData {
  checkFitOptions(options);
  const { target } = options;
  const special = [target, options.weights, options.group].filter((name) => name !== undefined);
  if (new Set(special).size < special.length) {
    throw new InputError(
      "invalid-option",
      `target, weights and group must be different columns; got ${special.map(quote).join(", ")}.`,
    );
  }
  const weights = options.weights === undefined ? undefined : columnWeights(table, options.weights);
  const groups = options.group === undefined ? undefined : groupCodes(table, options.group);
  const counted = Int32Array.from({ length: table.rows }, (_, row) => row).filter((row) => !(weights?.[row] === 0));
  const labelled = encodeLabels(table, target, counted);
  const features = { ...options, exclude: [...(options.exclude ?? []), ...special] };
  const classOf = new Int32Array(table.rows);
  counted.forEach((row, at) => (classOf[row] = labelled.classes[at]));
  const { encoding, rows, warnings } = learnEncoding(table, features, weights, classOf);
  // Rows with missing cells may have been dropped, and with them a class.
  const { classes, names } = rows.length === counted.length ? labelled : encodeLabels(table, target, rows);
  return {
    table,
    options,
    encoding,
    rows,
    classes,
    names,
    weights: weights && Float64Array.from(rows, (row) => weights[row]),
    groups: groups && Int32Array.from(rows, (row) => groups[row]),
    warnings: [...warnings, ...lostClasses(labelled.names, names)],
  };
}

/** Whether data were learned from a table, and are not the table. */
export function isTrainingData(from: Table | TrainingData): from is TrainingData {
  return "encoding" in from;
}

/** Refuses options that had to be given to `trainingData`. */
export function refuseLateOptions(options: object): void {
  const late = Object.keys(options).at(0);
  if (late === undefined) return;
  throw new InputError(
    "unknown-option",
    `${late} comes too late for data that were learned.`,
    {},
    "Give it to trainingData.",
  );
}

function lostClasses(before: readonly string[], after: readonly string[]): Warning[] {
  const lost = before.filter((name) => !after.includes(name));
  if (lost.length === 0) return [];
  const classes = `${lost.length === 1 ? "Class" : "Classes"} ${lost.map(quote).join(", ")}`;
  return [
    {
      code: "dropped-class",
      message:
        `${classes} had missing values in every row and cannot be predicted. Impute missing values to keep the rows, ` +
        "or exclude the columns that have them.",
    },
  ];
}
