import type { FitOptions } from "../../fit/fitWork.ts";
import { asText } from "../../table/column.ts";
import { selectRows, tableOf } from "../../table/table.ts";
import { ensure } from "../check.ts";
import {
  clouds,
  ensureSamePredictions,
  fitted,
  fittedClouds,
  labelsOf,
  labels as treeLabels,
  mapColumn,
  numberColumn,
  relabelled,
  rowsOf,
  target,
  withColumn,
  withNumbers,
  modelCheck,
  type ModelCheck,
  type Trial,
} from "./trial.ts";
import type { Table } from "../../table/table.ts";

/** What must not matter does not. */
export const invarianceChecks: readonly ModelCheck[] = [
  modelCheck("row-permutation", "the order of the training rows does not matter", (trial, table) => {
    const order = Array.from({ length: table.rows }, (_, row) => (row * 17 + 5) % table.rows);
    ensure(new Set(order).size === table.rows, "the test's own permutation is one");
    same(trial, selectRows(table, order), 1e-8);
  }),
  modelCheck("column-permutation", "the order of the training columns does not matter", (trial, table) =>
    same(trial, tableOf(table.columns.toReversed()), 1e-8),
  ),
  modelCheck(
    "columns-by-name",
    "columns are found by name at prediction, in any order and among others",
    (trial, table) => {
      const posterior = fittedClouds(trial);
      const shuffled = tableOf([numberColumn("extra", new Float64Array(table.rows)), ...table.columns.toReversed()]);
      ensureSamePredictions(posterior.predict(table), posterior.predict(shuffled), 0);
    },
  ),
  modelCheck("prediction-without-target", "rows to predict need no label column", (trial, table) => {
    const posterior = fittedClouds(trial);
    ensureSamePredictions(posterior.predict(table), posterior.predict(withColumn(table, target)), 0);
  }),
  modelCheck("label-renaming", "renaming the labels renames the classes and changes nothing else", (trial, table) => {
    const rename = (label: string): string => `tree of ${label}`;
    same(trial, relabelled(table, rename), 1e-12, { rename });
  }),
  modelCheck("swapped-labels", "exchanging the labels exchanges the probabilities", (trial, table) => {
    const used = treeLabels.slice(0, trial.classes);
    const rename = (label: string): string => used[used.length - 1 - used.indexOf(label)];
    same(trial, relabelled(table, rename), 1e-8, { rename });
  }),
  modelCheck("shifted-column", "shifting a column changes nothing", (trial, table) => {
    const shifted = mapColumn(table, "height", (value) => value + 100);
    same(trial, shifted, 1e-7, { rows: shifted });
  }),
  modelCheck("scaled-column", "measuring a column in another unit changes nothing", (trial, table) => {
    const scaled = mapColumn(table, "width", (value) => value * 1e-3);
    same(trial, scaled, 1e-8, { rows: scaled });
  }),
  modelCheck("constant-column", "a constant column is left out with a warning and changes nothing", (trial, table) => {
    const wider = withNumbers(table, "site", new Float64Array(table.rows).fill(7));
    const posterior = fitted(trial, wider);
    ensure(
      posterior.warnings.some(({ message }) => message.includes("site")),
      "there should be a warning that names the column",
    );
    ensureSamePredictions(fittedClouds(trial).predict(table), posterior.predict(wider), 1e-8);
  }),
  modelCheck("unit-weights", "weights of one are as good as none", (trial, table) => {
    const weighted = withNumbers(table, "weight", new Float64Array(table.rows).fill(1));
    same(trial, weighted, 1e-10, { rows: weighted, fit: { weights: "weight" } });
  }),
  modelCheck("weight-two", "a row of weight two counts as two equal rows", (trial) => {
    const table = clouds(trial.classes, 20);
    const doubled = [...Array(table.rows).keys()].flatMap((row) => (row % 3 === 0 ? [row, row] : [row]));
    const weights = Float64Array.from({ length: table.rows }, (_, row) => (row % 3 === 0 ? 2 : 1));
    const weighted = withNumbers(table, "weight", weights);
    const byWeight = fitted(trial, weighted, { weights: "weight" });
    const byCopies = fitted(trial, selectRows(table, doubled));
    ensureSamePredictions(byWeight.predict(table), byCopies.predict(table), 1e-7);
    const [a, b] = [byWeight.score?.total ?? 0, byCopies.score?.total ?? 0];
    ensure(Math.abs(a - b) <= 1e-6 * Math.abs(a), `leave-one-out scores ${a} and ${b} differ`);
  }),
  modelCheck(
    "weight-zero",
    "a row of weight zero might as well not be there, even with a label of its own",
    (trial, table) => {
      const weights = Float64Array.from({ length: table.rows }, (_, row) => (row % 4 === 0 ? 0 : 1));
      const strange = relabelled(table, (label, row) => (row % 4 === 0 ? "nobody" : label));
      const far = mapColumn(strange, "width", (value, row) => (row % 4 === 0 ? 1e6 : value));
      const weighted = withNumbers(far, "weight", weights);
      const kept = rowsOf(table, (row) => row % 4 !== 0);
      ensureSamePredictions(
        fitted(trial, weighted, { weights: "weight" }).predict(kept),
        fitted(trial, kept).predict(kept),
        1e-8,
      );
    },
  ),
  modelCheck("excluded-column", "excluding a column is the same as not having it", (trial, table) => {
    const without = withColumn(table, "depth");
    ensureSamePredictions(
      fitted(trial, table, { exclude: ["depth"] }).predict(table),
      fitted(trial, without).predict(without),
      1e-12,
    );
  }),
  modelCheck(
    "strange-labels",
    "labels with commas, quotes, emoji and leading zeros come back as they were written",
    (trial) => {
      const strange = ['a, "b"', "🌲 spruce", "007", "7"].slice(0, trial.classes);
      const table = relabelled(clouds(trial.classes), (label) => strange[treeLabels.indexOf(label)]);
      const { classes, labels } = fitted(trial, table).predict(table);
      ensure(
        strange.every((label) => classes.includes(label)),
        `classes ${JSON.stringify(classes)}`,
      );
      ensure(
        labels.every((label) => strange.includes(label)),
        "a predicted label is not one of the table",
      );
      const column = table.columns.find(({ name }) => name === target);
      ensure(
        column !== undefined && asText(column).every((label, row) => label === labelsOf(table)[row]),
        "labels are texts",
      );
    },
  ),
  modelCheck("number-labels", "a label column of numbers is read as texts", (trial, table) => {
    const numbers = labelsOf(table).map((label) => 10 * (1 + treeLabels.indexOf(label)));
    const { classes } = fitted(trial, withNumbers(table, target, numbers));
    const expected = ["10", "20", "30", "40"].slice(0, trial.classes);
    ensure(classes.join() === expected.join(), `classes ${classes.join()}`);
  }),
];

interface Change {
  /** The rows of the clouds as the changed fit is given them. Default: unchanged. */
  readonly rows?: Table;
  readonly rename?: (label: string) => string;
  readonly fit?: Partial<FitOptions>;
}

/** A fit to a changed table predicts the rows of the clouds as a fit to the clouds does. */
function same(trial: Trial, changed: Table, tolerance: number, { rows, rename, fit }: Change = {}): void {
  const table = clouds(trial.classes);
  const after = fitted(trial, changed, fit).predict(rows ?? table);
  ensureSamePredictions(fittedClouds(trial).predict(table), after, tolerance, rename);
}
