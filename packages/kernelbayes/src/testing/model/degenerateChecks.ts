import { normal, stream } from "../../random/index.ts";
import { selectRows, tableOf } from "../../table/table.ts";
import type { Table } from "../../table/table.ts";
import { ensure } from "../check.ts";
import {
  clouds,
  ensureRefused,
  ensureValid,
  fitted,
  fittedClouds,
  fittedOrRefused,
  labelsOf,
  mapColumn,
  numberColumn,
  relabelled,
  repeatedRows,
  rowsOf,
  target,
  validFit,
  withNumbers,
  withRareClass,
  withTexts,
  modelCheck,
  type ModelCheck,
  type Trial,
} from "./trial.ts";

/** Tables at the edge of what can be learned: a valid posterior or a clear refusal, never a crash and never nonsense. */
export const degenerateChecks: readonly ModelCheck[] = [
  modelCheck("one-row", "a table of one row is refused", (trial, table) =>
    ensureRefused(() => fitted(trial, selectRows(table, [0]))),
  ),
  modelCheck("zero-rows", "a table of zero rows is refused", (trial, table) =>
    ensureRefused(() => fitted(trial, selectRows(table, []))),
  ),
  modelCheck("one-class", "a table with one class is refused, and the class named", (trial, table) => {
    const single = relabelled(table, () => "ash");
    ensureRefused(() => fitted(trial, single), "ash");
  }),
  modelCheck("label-per-row", "a label of its own in every row is refused", (trial, table) => {
    const numbered = relabelled(table, (_, row) => `row ${row}`);
    ensureRefused(() => fitted(trial, numbered), target);
  }),
  modelCheck("no-features", "a table without feature columns is refused", (trial, table) =>
    ensureRefused(() => fitted(trial, tableOf(table.columns.filter(({ name }) => name === target)))),
  ),
  modelCheck("identical-rows", "rows that do not differ at all are refused", (trial, table) => {
    const same = selectRows(table, new Array<number>(table.rows).fill(0));
    ensureRefused(() => fitted(trial, withTexts(same, target, labelsOf(table))));
  }),
  modelCheck("one-column", "one column is enough", (trial) => {
    const table = clouds(trial.classes, 24, 1, 4);
    const narrow = tableOf(table.columns.filter(({ name }) => name === "width" || name === target));
    validFit(trial, narrow);
  }),
  modelCheck("two-rows", "two rows of two classes are fitted validly or refused", (trial) =>
    validOrRefused(trial, selectRows(clouds(2), [0, 1])),
  ),
  modelCheck("one-row-a-class", "one row of each class is fitted validly or refused", (trial) =>
    validOrRefused(trial, selectRows(clouds(trial.classes), [...Array(trial.classes).keys(), 0])),
  ),
  modelCheck("class-of-one-row", "a class of a single row is fitted validly or refused", (trial, table) =>
    validOrRefused(trial, withRareClass(table, 1)),
  ),
  modelCheck("class-of-two-rows", "a class of two rows is fitted validly or refused", (trial, table) =>
    validOrRefused(trial, withRareClass(table, 2)),
  ),
  modelCheck(
    "unbalanced-classes",
    "classes of 200 rows to one of ten times less are fitted, and the rare class is not forgotten",
    (trial) => {
      const table = clouds(trial.classes, 200, 3, 5);
      const rows = labelsOf(table);
      let seen = 0;
      const rare = rowsOf(table, (row) => rows[row] !== "birch" || seen++ % 20 === 0);
      ensure(
        validFit(trial, rare).labels.includes("birch"),
        "no row is given to the rare class although it lies apart",
      );
    },
  ),
  modelCheck("very-unbalanced-classes", "one row to two hundred is fitted validly or refused", (trial) =>
    validOrRefused(trial, withRareClass(clouds(trial.classes, 200), 1)),
  ),
  modelCheck("more-columns-than-rows", "more columns than rows are fitted validly or refused with a way out", (trial) =>
    validOrRefused(trial, wide(trial.classes, 5, 40)),
  ),
  modelCheck(
    "as-many-columns-as-rows",
    "as many columns as rows are fitted validly or refused with a way out",
    (trial) => validOrRefused(trial, wide(trial.classes, 6, 6 * trial.classes)),
  ),
  modelCheck("collinear-columns", "a column that repeats another is no obstacle", (trial, table) => {
    const width = table.columns.find(({ name }) => name === "width");
    ensure(width?.type === "number", "width is a number column");
    const doubled = width.values.map((value) => 2 * value);
    validFit(trial, withNumbers(table, "copy", doubled));
  }),
  modelCheck("contradicting-rows", "equal rows with different labels are fitted validly", (trial, table) => {
    const rows = labelsOf(table);
    const other = (label: string, row: number): string => (row < table.rows ? label : rows[(row + 1) % table.rows]);
    validFit(trial, relabelled(repeatedRows(table, 2), other));
  }),
  modelCheck("separated-classes", "classes far apart are told apart", (trial) => {
    const table = clouds(trial.classes, 24, 2, 12);
    const { labels } = validFit(trial, table);
    ensure(
      labels.every((label, row) => label === labelsOf(table)[row]),
      "a training row is given to another class",
    );
  }),
  modelCheck("huge-values", "values of the size 1e150 change nothing", (trial) => sameAtScale(trial, 1e150)),
  modelCheck("tiny-values", "values of the size 1e-150 change nothing", (trial) => sameAtScale(trial, 1e-150)),
  modelCheck(
    "huge-offset",
    "a large offset with small differences leaves valid probabilities and the labels",
    (trial) => {
      const table = clouds(trial.classes, 24, 2, 8);
      const moved = mapColumn(table, "width", (value) => value + 1e8);
      const { labels } = validFit(trial, moved);
      ensure(
        labels.every((label, row) => label === labelsOf(table)[row]),
        "a row is given to another class",
      );
    },
  ),
];

function validOrRefused(trial: Trial, table: Table): void {
  const posterior = fittedOrRefused(trial, table);
  if (posterior) ensureValid(posterior.predict(table));
}

/** Many columns, of which two tell the classes apart. */
function wide(classes: number, rows: number, columns: number): Table {
  const base = clouds(classes, rows);
  const random = stream(5, classes);
  const noise = (): Float64Array => Float64Array.from({ length: base.rows }, () => normal(random));
  const extra = Array.from({ length: columns - 3 }, (_, j) => numberColumn(`noise ${j}`, noise()));
  return tableOf([...base.columns, ...extra]);
}

function sameAtScale(trial: Trial, scale: number): void {
  const table = clouds(trial.classes);
  const times = (value: number): number => value * scale;
  const scaled = mapColumn(mapColumn(table, "width", times), "height", times);
  const [plain, far] = [fittedClouds(trial).predict(table), validFit(trial, scaled)];
  const difference = Math.max(...plain.probabilities.data.map((p, at) => Math.abs(p - far.probabilities.data[at])));
  ensure(difference <= 1e-7, `probabilities differ by ${difference}`);
}
