import type { Engine } from "../../engine/engine.ts";
import { InputError } from "../../errors.ts";
import { fitSync } from "../../fit/fit.ts";
import type { FitOptions } from "../../fit/fitWork.ts";
import type { Model } from "../../models/model.ts";
import type { ModelEntry } from "../../models/modelEntry.ts";
import type { Posterior } from "../../posterior/posterior.ts";
import type { Prediction } from "../../posterior/prediction.ts";
import { normal, stream } from "../../random/index.ts";
import type { Executor } from "../../run/executor.ts";
import { selectRows, tableFromColumns, tableOf, type Column, type Table } from "../../table/table.ts";
import { ensure } from "../check.ts";

/** A model under test, in its two-class or in its many-class form. */
export interface Trial {
  readonly classes: number;
  readonly farLimit: ModelEntry["farLimit"];
  readonly engines: readonly Engine[];
  readonly executors: readonly Executor[];
  model(options?: Readonly<Record<string, unknown>>): Model;
  /** How a model is fitted: `fitSync`, but in tests of the checks. */
  readonly fit: typeof fitSync;
}

/** One check of the battery: its name is what a model declares when the check does not apply to it. */
export interface ModelCheck {
  readonly name: string;
  /** A sentence about behaviour. */
  readonly title: string;
  run(trial: Trial): void | Promise<void>;
}

/** A check whose work also gets the clouds of the trial's classes, made anew each time. */
export function modelCheck(
  name: string,
  title: string,
  work: ((trial: Trial, table: Table) => void) | ((trial: Trial, table: Table) => Promise<void>),
): ModelCheck {
  return { name, title, run: (trial) => work(trial, clouds(trial.classes)) };
}

export const target = "kind";

/** Labels that show how the label column is treated: numbers by value come before texts. */
export const labels: readonly string[] = ["ash", "birch", "cedar", "dogwood"];

/** Overlapping clouds in three number columns, one per class on a circle; `rows` of each class. */
export function clouds(classes: number, rows = 24, seed = 1, distance = 2): Table {
  const random = stream(seed, classes);
  const cells: Record<string, (number | string)[]> = { width: [], height: [], depth: [], [target]: [] };
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < classes; k++) {
      const angle = (2 * Math.PI * k) / classes;
      cells.width.push(10 + 2 * (distance * Math.cos(angle) + normal(random)));
      cells.height.push(distance * Math.sin(angle) + (1 + 0.3 * k) * normal(random));
      cells.depth.push(-5 + 0.1 * normal(random) + 0.03 * (cells.width.at(-1) as number));
      cells[target].push(labels[k]);
    }
  }
  return tableFromColumns(cells, { types: { [target]: "text" } });
}

/** A table with one column replaced, added (a new name) or, without a replacement, removed. */
export function withColumn(table: Table, name: string, replacement?: Column): Table {
  const others = table.columns.filter((column) => column.name !== name);
  return tableOf(replacement ? [...others, replacement] : others);
}

export function numberColumn(name: string, values: ArrayLike<number>): Column {
  return { name, type: "number", values: Float64Array.from(values) };
}

export function textColumn(name: string, texts: readonly string[]): Column {
  const levels = [...new Set(texts)];
  return { name, type: "text", codes: Int32Array.from(texts, (text) => levels.indexOf(text)), levels };
}

/** The numbers of a column, changed. */
export function mapColumn(table: Table, name: string, change: (value: number, row: number) => number): Table {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column?.type !== "number") throw new RangeError(`There is no number column "${name}".`);
  return tableOf(
    table.columns.map((candidate) =>
      candidate === column ? numberColumn(name, column.values.map(change)) : candidate,
    ),
  );
}

/** The label of each row. */
export function labelsOf(table: Table): string[] {
  const column = table.columns.find(({ name }) => name === target);
  if (column?.type !== "text") throw new RangeError("The label column is a text column.");
  return Array.from(column.codes, (code) => column.levels[code]);
}

export function withNumbers(table: Table, name: string, values: ArrayLike<number>): Table {
  return withColumn(table, name, numberColumn(name, values));
}

export function withTexts(table: Table, name: string, texts: readonly string[]): Table {
  return withColumn(table, name, textColumn(name, texts));
}

export function relabelled(table: Table, rename: (label: string, row: number) => string): Table {
  return withTexts(table, target, labelsOf(table).map(rename));
}

/** The table with only the first rows of the second class. */
export function withRareClass(table: Table, count: number): Table {
  const labels = labelsOf(table);
  let seen = 0;
  return rowsOf(table, (row) => labels[row] !== "birch" || seen++ < count);
}

/** The rows of a table, one after the other, so many times. */
export function repeatedRows(table: Table, times: number): Table {
  const rows = Array.from({ length: times * table.rows }, (_, row) => row % table.rows);
  return selectRows(table, rows);
}

export function rowsOf(table: Table, keep: (row: number) => boolean): Table {
  return selectRows(table, Array.from({ length: table.rows }, (_, row) => row).filter(keep));
}

export function fitted(trial: Trial, table: Table, options: Partial<FitOptions> = {}): Posterior {
  return trial.fit(trial.model(), table, { target, ...options });
}

/** What a fit predicts for its own table, which must be valid. */
export function validFit(trial: Trial, table: Table): Prediction {
  const prediction = fitted(trial, table).predict(table);
  ensureValid(prediction);
  return prediction;
}

const knownFits = new WeakMap<Trial, Posterior>();

/** The fit to `clouds` of the trial's classes, made once for all the checks that only look at it or predict with it. */
export function fittedClouds(trial: Trial): Posterior {
  const known = knownFits.get(trial) ?? fitted(trial, clouds(trial.classes));
  knownFits.set(trial, known);
  return known;
}

/** Whether a degenerate table is fitted or refused: both are right, but nothing between. */
export function fittedOrRefused(trial: Trial, table: Table, options: Partial<FitOptions> = {}): Posterior | undefined {
  try {
    return fitted(trial, table, options);
  } catch (error) {
    ensure(error instanceof InputError, `an InputError was expected; got ${describeError(error)}`);
    ensure(error.code.length > 0 && error.message.length > 20, "the error must have a code and say what to do");
    return undefined;
  }
}

/** The work must be refused with an `InputError` whose message contains all the given words. */
export function ensureRefused(work: () => unknown, ...words: string[]): InputError {
  let error: unknown;
  try {
    work();
  } catch (thrown) {
    error = thrown;
  }
  ensure(error !== undefined, `an InputError with ${words.join(", ")} was expected; nothing was thrown`);
  ensure(error instanceof InputError, `an InputError was expected; got ${describeError(error)}`);
  for (const word of words) ensure(error.message.includes(word), `the message should name ${word}: ${error.message}`);
  return error;
}

/** Probabilities that are such: finite, between 0 and 1, summing to 1, with intervals around them. */
export function ensureValid(prediction: Prediction): void {
  const { rows, classes, probabilities, lower, upper, latentMean, latentDeviation } = prediction;
  const C = classes.length;
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let c = 0; c < C; c++) {
      const at = i * C + c;
      const p = probabilities.data[at];
      ensure(p >= 0 && p <= 1, `probability ${p} of row ${i + 1}`);
      ensure(lower.data[at] >= 0 && lower.data[at] <= p, `lower end ${lower.data[at]} of ${p} in row ${i + 1}`);
      ensure(upper.data[at] <= 1 && upper.data[at] >= p, `upper end ${upper.data[at]} of ${p} in row ${i + 1}`);
      ensure(!Number.isNaN(latentMean.data[at]), `latent mean of row ${i + 1} is NaN`);
      ensure(latentDeviation.data[at] >= 0, `latent deviation ${latentDeviation.data[at]} in row ${i + 1}`);
      sum += p;
    }
    ensure(Math.abs(sum - 1) <= 1e-12, `the probabilities of row ${i + 1} sum to ${sum}`);
  }
}

/** Equal probabilities up to a tolerance, the classes matched by label. */
export function ensureSamePredictions(
  a: Pick<Prediction, "rows" | "classes" | "probabilities">,
  b: Pick<Prediction, "rows" | "classes" | "probabilities">,
  tolerance: number,
  rename = (label: string): string => label,
): void {
  ensure(a.rows === b.rows, `${a.rows} and ${b.rows} rows`);
  const C = a.classes.length;
  for (let i = 0; i < a.rows; i++) {
    for (let c = 0; c < C; c++) {
      const d = b.classes.indexOf(rename(a.classes[c]));
      ensure(d >= 0, `class ${a.classes[c]} is missing`);
      const difference = Math.abs(a.probabilities.data[i * C + c] - b.probabilities.data[i * C + d]);
      ensure(difference <= tolerance, `row ${i + 1}, class ${a.classes[c]}: probabilities differ by ${difference}`);
    }
  }
}

/** Equal documents, whatever the order of their parts. */
export function ensureSameDocument(a: Posterior, b: Posterior): void {
  const path = firstDifference(a.toDocument(), b.toDocument(), "document");
  ensure(path === undefined, `the documents differ in ${path}`);
}

/** The first path at which two values of documents differ, if any. */
export function firstDifference(a: unknown, b: unknown, path: string): string | undefined {
  if (typeof a !== "object" || a === null) return Object.is(a, b) || (a === 0 && b === 0) ? undefined : path;
  if (typeof b !== "object" || b === null || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return path;
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [first, second] = [a, b].map((value) => (value as Record<string, unknown>)[name]);
    const difference = firstDifference(first, second, `${path}.${name}`);
    if (difference) return difference;
  }
  return undefined;
}

export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
