import { loadPosterior } from "../../fit/loadPosterior.ts";
import { asText } from "../../table/column.ts";
import { selectRows, type Table } from "../../table/table.ts";
import { ensure } from "../check.ts";
import { clouds, ensureRefused, ensureSamePredictions, fittedClouds, modelCheck, type ModelCheck } from "./trial.ts";

/** What logarithms and a different order of sums may change. */
const tolerance = 1e-12;

/** Predictions without intervals are those with them, less the intervals. */
export const pointChecks: readonly ModelCheck[] = [
  modelCheck(
    "without-intervals",
    "without intervals the probabilities are the same within 1e-12, the labels too, and there are no ends",
    (trial) => {
      const posterior = fittedClouds(trial);
      const table = clouds(trial.classes, 40, 9, 3);
      const whole = posterior.predict(table);
      const point = posterior.predict(table, { intervals: false });
      ensureSamePredictions(whole, point, tolerance);
      ensure(!point.intervals && !("lower" in point) && !("upper" in point), "there should be no intervals");
      ensure(
        JSON.stringify(point.outside) === JSON.stringify(whole.outside),
        "what is outside should not depend on intervals",
      );
      const C = whole.classes.length;
      whole.labels.forEach((label, row) => {
        const p = whole.probabilities.data[row * C + whole.classes.indexOf(label)];
        const other = whole.probabilities.data[row * C + whole.classes.indexOf(point.labels[row])];
        ensure(label === point.labels[row] || Math.abs(p - other) <= tolerance, `the label of row ${row + 1} differs`);
      });
    },
  ),
  modelCheck(
    "without-intervals-by-row",
    "without intervals a row gets the same probabilities alone and among others, within 1e-12",
    (trial, table) => {
      const posterior = fittedClouds(trial);
      const all = posterior.predict(table, { intervals: false }).probabilities;
      for (const row of [0, 7]) {
        const one = posterior.predict(selectRows(table, [row]), { intervals: false }).probabilities;
        one.data.forEach((p, c) => {
          ensure(Math.abs(p - all.data[row * all.columns + c]) <= tolerance, `row ${row + 1} changes`);
        });
      }
    },
  ),
  modelCheck(
    "rows-as-objects",
    "rows given as objects are predicted as those of a table, and no rows give no predictions",
    (trial, table) => {
      const posterior = fittedClouds(trial);
      const objects = objectsOf(selectRows(table, [0, 1, 2]));
      ensureSamePredictions(posterior.predict(selectRows(table, [0, 1, 2])), posterior.predict(objects), 0);
      for (const intervals of [true, false]) {
        const none = posterior.predict([], { intervals });
        ensure(none.rows === 0 && none.labels.length === 0 && none.toRows().length === 0, "there should be no rows");
      }
    },
  ),
  modelCheck(
    "document-without-intervals",
    "a document without intervals is no longer, predicts the same probabilities, and refuses intervals by name",
    (trial) => {
      const posterior = fittedClouds(trial);
      const table = clouds(trial.classes, 20, 5);
      const document = posterior.toDocument({ intervals: false });
      ensure(document.intervals === false, "the document should say that it has no intervals");
      const text = JSON.stringify(document);
      ensure(text.length <= JSON.stringify(posterior.toDocument()).length + 20, "the document should not be longer");
      const loaded = loadPosterior(text);
      ensure(!loaded.intervals && posterior.intervals, "the posterior should say whether it has intervals");
      const [before, after] = [posterior, loaded].map((each) => each.predict(table, { intervals: false }));
      ensureSamePredictions(before, after, 0);
      ensureRefused(() => loaded.predict(table), "without");
      ensure(JSON.stringify(loaded.toDocument()) === text, "the document should survive another round");
    },
  ),
];

/** An object for each row, as a program has them. */
function objectsOf(table: Table): Record<string, number | string | undefined>[] {
  const cells = table.columns.map((column) => (column.type === "number" ? column.values : asText(column)));
  return Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries(table.columns.map(({ name }, at) => [name, cells[at][row]])),
  );
}
