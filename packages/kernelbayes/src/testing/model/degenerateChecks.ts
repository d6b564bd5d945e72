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
  rowsOf,
  target,
  textColumn,
  withColumn,
  type ModelCheck,
  type Trial,
} from "./trial.ts";

/** Tables at the edge of what can be learned: a valid posterior or a clear refusal, never a crash and never nonsense. */
export const degenerateChecks: readonly ModelCheck[] = [
  {
    name: "one-row",
    title: "a table of one row is refused",
    run(trial) {
      ensureRefused(() => fitted(trial, selectRows(clouds(trial.classes), [0])));
    },
  },
  {
    name: "zero-rows",
    title: "a table of zero rows is refused",
    run(trial) {
      ensureRefused(() => fitted(trial, selectRows(clouds(trial.classes), [])));
    },
  },
  {
    name: "one-class",
    title: "a table with one class is refused, and the class named",
    run(trial) {
      ensureRefused(
        () =>
          fitted(
            trial,
            relabelled(clouds(trial.classes), () => "ash"),
          ),
        "ash",
      );
    },
  },
  {
    name: "label-per-row",
    title: "a label of its own in every row is refused",
    run(trial) {
      const table = clouds(trial.classes);
      const numbered = withColumn(
        table,
        target,
        textColumn(
          target,
          labelsOf(table).map((_, row) => `row ${row}`),
        ),
      );
      ensureRefused(() => fitted(trial, numbered), target);
    },
  },
  {
    name: "no-features",
    title: "a table without feature columns is refused",
    run(trial) {
      const table = clouds(trial.classes);
      ensureRefused(() => fitted(trial, tableOf(table.columns.filter(({ name }) => name === target))));
    },
  },
  {
    name: "identical-rows",
    title: "rows that do not differ at all are refused",
    run(trial) {
      const table = clouds(trial.classes);
      ensureRefused(() =>
        fitted(
          trial,
          withColumn(
            selectRows(table, new Array<number>(table.rows).fill(0)),
            target,
            textColumn(target, labelsOf(table)),
          ),
        ),
      );
    },
  },
  {
    name: "one-column",
    title: "one column is enough",
    run(trial) {
      const table = clouds(trial.classes, 24, 1, 4);
      const narrow = tableOf(table.columns.filter(({ name }) => name === "width" || name === target));
      ensureValid(fitted(trial, narrow).predict(narrow));
    },
  },
  {
    name: "two-rows",
    title: "two rows of two classes are fitted validly or refused",
    run: (trial) => validOrRefused(trial, selectRows(clouds(2), [0, 1])),
  },
  {
    name: "one-row-a-class",
    title: "one row of each class is fitted validly or refused",
    run: (trial) =>
      validOrRefused(
        trial,
        selectRows(clouds(trial.classes), [...Array.from({ length: trial.classes }, (_, k) => k), 0]),
      ),
  },
  {
    name: "class-of-one-row",
    title: "a class of a single row is fitted validly or refused",
    run(trial) {
      const table = clouds(trial.classes);
      const rows = labelsOf(table);
      const first = rows.indexOf("birch");
      validOrRefused(
        trial,
        rowsOf(table, (row) => rows[row] !== "birch" || row === first),
      );
    },
  },
  {
    name: "class-of-two-rows",
    title: "a class of two rows is fitted validly or refused",
    run(trial) {
      const table = clouds(trial.classes);
      const rows = labelsOf(table);
      const first = rows.indexOf("birch");
      validOrRefused(
        trial,
        rowsOf(table, (row) => rows[row] !== "birch" || row <= first + trial.classes),
      );
    },
  },
  {
    name: "unbalanced-classes",
    title: "classes of 200 rows to one of ten times less are fitted, and the rare class is not forgotten",
    run(trial) {
      const table = clouds(trial.classes, 200, 3, 5);
      const rows = labelsOf(table);
      let seen = 0;
      const rare = rowsOf(table, (row) => rows[row] !== "birch" || seen++ % 20 === 0);
      const prediction = fitted(trial, rare).predict(rare);
      ensureValid(prediction);
      ensure(prediction.labels.includes("birch"), "no row is given to the rare class although it lies apart");
    },
  },
  {
    name: "very-unbalanced-classes",
    title: "one row to two hundred is fitted validly or refused",
    run(trial) {
      const table = clouds(trial.classes, 200);
      const rows = labelsOf(table);
      const first = rows.indexOf("birch");
      validOrRefused(
        trial,
        rowsOf(table, (row) => rows[row] !== "birch" || row === first),
      );
    },
  },
  {
    name: "more-columns-than-rows",
    title: "more columns than rows are fitted validly or refused with a way out",
    run: (trial) => validOrRefused(trial, wide(trial.classes, 5, 40)),
  },
  {
    name: "as-many-columns-as-rows",
    title: "as many columns as rows are fitted validly or refused with a way out",
    run: (trial) => validOrRefused(trial, wide(trial.classes, 6, 6 * trial.classes)),
  },
  {
    name: "collinear-columns",
    title: "a column that repeats another is no obstacle",
    run(trial) {
      const table = clouds(trial.classes);
      const width = table.columns.find(({ name }) => name === "width");
      ensure(width?.type === "number", "width is a number column");
      const wider = withColumn(
        table,
        "copy",
        numberColumn(
          "copy",
          width.values.map((value) => 2 * value),
        ),
      );
      ensureValid(fitted(trial, wider).predict(wider));
    },
  },
  {
    name: "contradicting-rows",
    title: "equal rows with different labels are fitted validly",
    run(trial) {
      const table = clouds(trial.classes);
      const twice = selectRows(
        table,
        Array.from({ length: 2 * table.rows }, (_, row) => row % table.rows),
      );
      const rows = labelsOf(twice);
      const mixed = rows.map((label, row) => (row < table.rows ? label : rows[(row + 1) % table.rows]));
      const contradicting = withColumn(twice, target, textColumn(target, mixed));
      ensureValid(fitted(trial, contradicting).predict(contradicting));
    },
  },
  {
    name: "separated-classes",
    title: "classes far apart are told apart",
    run(trial) {
      const table = clouds(trial.classes, 24, 2, 12);
      const prediction = fitted(trial, table).predict(table);
      ensureValid(prediction);
      ensure(
        prediction.labels.every((label, row) => label === labelsOf(table)[row]),
        "a training row is given to another class",
      );
    },
  },
  {
    name: "huge-values",
    title: "values of the size 1e150 change nothing",
    run: (trial) => sameAtScale(trial, 1e150),
  },
  {
    name: "tiny-values",
    title: "values of the size 1e-150 change nothing",
    run: (trial) => sameAtScale(trial, 1e-150),
  },
  {
    name: "huge-offset",
    title: "a large offset with small differences leaves valid probabilities and the labels",
    run(trial) {
      const table = clouds(trial.classes, 24, 2, 8);
      const moved = mapColumn(table, "width", (value) => value + 1e8);
      const prediction = fitted(trial, moved).predict(moved);
      ensureValid(prediction);
      ensure(
        prediction.labels.every((label, row) => label === labelsOf(table)[row]),
        "a row is given to another class",
      );
    },
  },
];

function validOrRefused(trial: Trial, table: Table): void {
  const posterior = fittedOrRefused(trial, table);
  if (posterior) ensureValid(posterior.predict(table));
}

/** Many columns, of which two tell the classes apart. */
function wide(classes: number, rows: number, columns: number): Table {
  const base = clouds(classes, rows);
  const random = stream(5, classes);
  const extra = Array.from({ length: columns - 3 }, (_, j) =>
    numberColumn(
      `noise ${j}`,
      Float64Array.from({ length: base.rows }, () => normal(random)),
    ),
  );
  return tableOf([...base.columns, ...extra]);
}

function sameAtScale(trial: Trial, scale: number): void {
  const table = clouds(trial.classes);
  const scaled = mapColumn(
    mapColumn(table, "width", (value) => value * scale),
    "height",
    (value) => value * scale,
  );
  const [plain, far] = [fittedClouds(trial).predict(table), fitted(trial, scaled).predict(scaled)];
  ensureValid(far);
  const difference = Math.max(...plain.probabilities.data.map((p, at) => Math.abs(p - far.probabilities.data[at])));
  ensure(difference <= 1e-7, `probabilities differ by ${difference}`);
}
